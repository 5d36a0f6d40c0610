//! Progress bars, on standard error if it is a terminal, and nowhere else.

use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use plant_storage::maintenance::{Progress, ProgressObserver};

const BYTES: &str = "{wide_bar} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left";

/// How often a bar is drawn while nothing is reported.
const TICK: Duration = Duration::from_millis(100);

/// Returns a bar for `total` bytes, or a counter if the total is not known.
pub(super) fn bytes(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), BYTES),
        None => (ProgressBar::no_length(), "{spinner} {bytes}, {bytes_per_sec}, {elapsed}"),
    };
    bar.with_style(style(template))
}

/// Shows the progress of a maintenance command, and removes it from the terminal at the end.
pub(super) async fn shown<T>(work: impl AsyncFnOnce(ProgressObserver) -> T) -> T {
    let bar = ProgressBar::no_length().with_style(style("{spinner} {elapsed}"));
    bar.enable_steady_tick(TICK);
    let result = work(observer(bar.clone())).await;
    bar.finish_and_clear();
    result
}

fn observer(bar: ProgressBar) -> ProgressObserver {
    let copying = style(&format!("copying {BYTES}"));
    let checking = style("checking {spinner} {elapsed}");
    Arc::new(move |progress| match progress {
        Progress::Copying { bytes, total } => {
            bar.set_style(copying.clone());
            bar.set_length(total);
            bar.set_position(bytes);
        }
        Progress::Checking => {
            bar.set_style(checking.clone());
            bar.unset_length();
        }
    })
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates are valid")
}

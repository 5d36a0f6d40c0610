//! Progress bars, on standard error if it is a terminal, and nowhere else.

use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plant_storage::maintenance::{Progress, ProgressObserver};

const BYTES: &str = "{wide_bar} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left";

/// The time between two pictures of a bar that waits.
const TICK: Duration = Duration::from_millis(100);

/// Returns a bar for a number of bytes. Without a total it counts.
pub(super) fn bytes(total: Option<u64>) -> ProgressBar {
    let template = match total {
        Some(_) => BYTES,
        None => "{spinner} {bytes}, {bytes_per_sec}, {elapsed}",
    };
    bar(total).with_style(style(template))
}

/// The progress of a maintenance command. Removed from the terminal when dropped.
pub(super) struct MaintenanceBar(ProgressBar);

impl MaintenanceBar {
    /// Shows the time that the command takes.
    pub(super) fn new() -> Self {
        let bar = bar(None).with_style(style("{spinner} {elapsed}"));
        bar.enable_steady_tick(TICK);
        MaintenanceBar(bar)
    }

    /// Returns the observer that shows the progress.
    pub(super) fn observer(&self) -> ProgressObserver {
        let bar = self.0.clone();
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
}

impl Drop for MaintenanceBar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr())
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates are valid")
}

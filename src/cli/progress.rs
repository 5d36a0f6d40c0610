//! Progress bars, on standard error if it is a terminal, and nowhere else.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Returns a bar for a number of bytes. Without a total it counts.
pub(super) fn bytes(total: Option<u64>) -> ProgressBar {
    let template = match total {
        Some(_) => "{wide_bar} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {bytes_per_sec}, {elapsed}",
    };
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr()).with_style(style)
}

//! A future that, woken by itself while it is polled, is polled again at once.
//!
//! hyper hands a request's body from one part of a connection to another by
//! waking the connection, several times a request. tokio would queue the
//! connection behind all others each time, and wake a second worker to come and
//! take it: two more polls, and often two switches of threads. It must never
//! keep the worker for long, so after a few polls others have their turn.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use futures::task::AtomicWaker;

/// How often it is polled in a row. A request takes three polls; tokio's own
/// budget lets a future do 128 things before it has to yield.
const POLLS: u8 = 8;

/// A future that is polled again at once when it has woken itself.
pub(crate) struct Eager<F> {
    future: Pin<Box<F>>,
    alarm: Arc<Alarm>,
    waker: Waker,
}

/// Wakes the task, unless it is just being polled.
#[derive(Default)]
struct Alarm {
    task: AtomicWaker,
    state: AtomicU8,
}

/// The future waits; waking it is the task's business.
const WAITING: u8 = 0;
/// The future is being polled.
const POLLED: u8 = 1;
/// It was woken since the poll began.
const WOKEN: u8 = 2;

impl<F> Eager<F> {
    pub(crate) fn new(future: F) -> Self {
        let alarm = Arc::new(Alarm::default());
        Self {
            future: Box::pin(future),
            waker: Waker::from(Arc::clone(&alarm)),
            alarm,
        }
    }
}

impl<F: Future> Future for Eager<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Self {
            future,
            alarm,
            waker,
        } = &mut *self;
        alarm.task.register(context.waker());
        for _ in 0..POLLS {
            alarm.state.store(POLLED, Ordering::SeqCst);
            let outcome = future.as_mut().poll(&mut Context::from_waker(waker));
            if outcome.is_ready() || alarm.state.swap(WAITING, Ordering::SeqCst) == POLLED {
                return outcome;
            }
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let polled = self
            .state
            .compare_exchange(POLLED, WOKEN, Ordering::SeqCst, Ordering::SeqCst);
        if polled == Err(WAITING) {
            self.task.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    use super::*;

    /// Counts how often a task is woken.
    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Polls a future once that wakes itself so many times and then is ready;
    /// whether it was, and how often the task was woken.
    fn polled(times: usize) -> (bool, usize) {
        let mut left = times;
        let mut eager = Eager::new(poll_fn(move |context| {
            if left == 0 {
                return Poll::Ready(());
            }
            left -= 1;
            context.waker().wake_by_ref();
            Poll::Pending
        }));
        let count = Arc::new(Count::default());
        let waker = Waker::from(Arc::clone(&count));
        let outcome = Pin::new(&mut eager).poll(&mut Context::from_waker(&waker));
        (outcome.is_ready(), count.0.load(Ordering::SeqCst))
    }

    #[test]
    fn who_wakes_itself_is_polled_again_and_the_task_is_not_woken() {
        assert_eq!(polled(3), (true, 0));
    }

    #[test]
    fn who_goes_on_waking_itself_lets_others_have_their_turn() {
        assert_eq!(polled(1_000), (false, 1));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn whenever_somebody_else_wakes_it_it_is_polled() {
        let (sender, mut receiver) = tokio::sync::mpsc::channel(1);
        let receiving = tokio::spawn(Eager::new(async move {
            let mut received = 0;
            while receiver.recv().await.is_some() {
                received += 1;
            }
            received
        }));
        for number in 0..10_000 {
            sender.send(number).await.unwrap();
        }
        drop(sender);
        let received = tokio::time::timeout(Duration::from_secs(60), receiving).await;
        assert_eq!(received.expect("it is woken each time").unwrap(), 10_000);
    }
}

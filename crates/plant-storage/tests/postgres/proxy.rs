//! A way to a server that can be broken: bytes pass through it until the test
//! says what is to be lost.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// What becomes of the next bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// They pass.
    None,
    /// The next question is lost, and its connection with it.
    LoseQuestion,
    /// The next answer is lost, and its connection with it: what was asked for
    /// is done.
    LoseAnswer,
    /// Nothing passes, and no connection ends.
    Silence,
}

/// A proxy on a port of the loopback interface.
pub struct Proxy {
    pub port: u16,
    fault: Arc<watch::Sender<Fault>>,
    struck: Arc<AtomicBool>,
}

impl Proxy {
    /// Begins to pass connections on to a socket.
    pub async fn start(socket: PathBuf) -> Self {
        Self::start_with(socket, false).await
    }

    /// The same, and sessions lose `synchronous_commit` after the transaction in
    /// which they set it, as behind a pooler of transactions.
    pub async fn start_pooling(socket: PathBuf) -> Self {
        Self::start_with(socket, true).await
    }

    async fn start_with(socket: PathBuf, pools: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let fault = Arc::new(watch::Sender::new(Fault::None));
        let struck = Arc::new(AtomicBool::new(false));
        let passage = Passage {
            fault: Arc::clone(&fault),
            struck: Arc::clone(&struck),
            pools,
        };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(passage.clone().carry(client, socket.clone()));
            }
        });
        Proxy {
            port,
            fault,
            struck,
        }
    }

    /// Says what is to be lost from now on. A loss happens once.
    pub fn inject(&self, fault: Fault) {
        self.struck.store(false, Ordering::SeqCst);
        self.fault.send_replace(fault);
    }

    /// Whether the loss that was asked for last has happened.
    pub fn has_struck(&self) -> bool {
        self.struck.load(Ordering::SeqCst)
    }

    /// The URL of a database behind the proxy.
    pub fn url(&self, database: &str) -> String {
        format!(
            "postgres://plants@127.0.0.1:{}/{database}?sslmode=disable",
            self.port
        )
    }
}

#[derive(Clone)]
struct Passage {
    fault: Arc<watch::Sender<Fault>>,
    struck: Arc<AtomicBool>,
    pools: bool,
}

/// Makes a setting of the session one of the transaction, in as many bytes.
fn forget(question: &mut [u8]) {
    const SESSION: &[u8] = b"set_config('synchronous_commit', 'on', false)";
    const TRANSACTION: &[u8] = b"set_config('synchronous_commit', 'on', true )";
    let mut windows = question.windows(SESSION.len());
    if let Some(place) = windows.position(|window| window == SESSION) {
        question[place..place + SESSION.len()].copy_from_slice(TRANSACTION);
    }
}

impl Passage {
    async fn carry(self, mut client: TcpStream, socket: PathBuf) {
        let Ok(mut server) = UnixStream::connect(socket).await else {
            return;
        };
        let (mut question, mut answer) = ([0; 65536], [0; 65536]);
        let mut faults = self.fault.subscribe();
        loop {
            if faults
                .wait_for(|fault| *fault != Fault::Silence)
                .await
                .is_err()
            {
                return;
            }
            tokio::select! {
                read = client.read(&mut question) => {
                    let Ok(length @ 1..) = read else { return };
                    if self.pools {
                        forget(&mut question[..length]);
                    }
                    if self.strikes(Fault::LoseQuestion).await
                        || server.write_all(&question[..length]).await.is_err() { return }
                }
                read = server.read(&mut answer) => {
                    let Ok(length @ 1..) = read else { return };
                    if self.strikes(Fault::LoseAnswer).await
                        || client.write_all(&answer[..length]).await.is_err() { return }
                }
            }
        }
    }

    /// Whether these bytes are the ones to lose. Holds them while nothing may
    /// pass.
    async fn strikes(&self, fault: Fault) -> bool {
        let mut faults = self.fault.subscribe();
        let _ = faults.wait_for(|fault| *fault != Fault::Silence).await;
        let strikes = self.fault.send_if_modified(|current| {
            let strikes = *current == fault;
            if strikes {
                *current = Fault::None;
            }
            strikes
        });
        if strikes {
            self.struck.store(true, Ordering::SeqCst);
        }
        strikes
    }
}

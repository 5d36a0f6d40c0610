//! Large files of a form: what of them is in memory, and what they leave.
//!
//! The tests observe their process, so they take turns.

#![allow(clippy::unwrap_used)]

use std::process::Command;
use std::time::Duration;

use dropshot::{ConfigDropshot, HttpServer, ServerBuilder};
use openapi_examples::media::Media;
use openapi_examples::media::api::api_mod;
use peak_alloc::PeakAlloc;
use slog::{Discard, Logger, o};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Mutex;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

static TURN: Mutex<()> = Mutex::const_new(());

static CHUNK: [u8; 64 << 10] = [b'a'; 64 << 10];

fn start() -> HttpServer<()> {
    let api = api_mod::api_description::<Media>().unwrap();
    let config =
        ConfigDropshot { default_request_body_max_bytes: 1 << 30, ..ConfigDropshot::default() };
    let builder = ServerBuilder::new(api, (), Logger::root(Discard, o!()));
    builder.config(config).start().unwrap()
}

fn head_of_part(name: &str) -> String {
    format!("\r\n--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n")
}

/// Begins to send a form with two small parts and large files, each of a number of chunks.
async fn begin(server: &HttpServer<()>, files: &[usize]) -> (TcpStream, String) {
    let part = head_of_part("title") + "\r\nt";
    let begin = part + &head_of_part("photo") + "Content-Type: image/png\r\n\r\nphoto";
    let length: usize = files.iter().map(|chunks| chunks * CHUNK.len()).sum();
    let head_of_file = head_of_part("files") + "\r\n";
    let heads = begin.len() + files.len() * head_of_file.len() + "\r\n--b--".len();
    let head = format!(
        "POST /upload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
        Content-Type: multipart/form-data; boundary=b\r\nContent-Length: {}\r\n\r\n{begin}",
        length + heads
    );
    let mut stream = TcpStream::connect(server.local_addr()).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    (stream, head_of_file)
}

/// Sends a form, and returns the response.
async fn send(server: &HttpServer<()>, files: &[usize]) -> String {
    let (stream, head_of_file) = begin(server, files).await;
    let (mut reader, mut writer) = stream.into_split();
    let files = files.to_vec();
    // The service may respond before the end.
    let writing = tokio::spawn(async move {
        for chunks in files {
            writer.write_all(head_of_file.as_bytes()).await?;
            for _ in 0..chunks {
                writer.write_all(&CHUNK).await?;
            }
        }
        writer.write_all(b"\r\n--b--").await?;
        // Without it, the connection would end.
        Ok::<_, std::io::Error>(writer)
    });
    let mut response = String::new();
    reader.read_to_string(&mut response).await.unwrap();
    writing.abort();
    response
}

#[tokio::test]
async fn large_files_are_received_without_being_in_memory() {
    let _turn = TURN.lock().await;
    let server = start();
    // The first request allocates memory that later requests use again.
    let response = send(&server, &[2, 2]).await;
    assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let response = send(&server, &[1 << 10, 1 << 10]).await;
    let taken = MEMORY.peak_usage() - before;
    assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
    assert_eq!(response.matches("length: 67108864").count(), 2, "{response}");
    assert!(taken < 8 << 20, "{taken} bytes");
}

/// Returns the number of open files without a name.
#[cfg(target_os = "linux")]
fn temporary_files() -> usize {
    let descriptors = std::fs::read_dir("/proc/self/fd").unwrap();
    let targets = descriptors.filter_map(|one| std::fs::read_link(one.unwrap().path()).ok());
    targets.filter(|target| target.to_string_lossy().ends_with(" (deleted)")).count()
}

#[cfg(target_os = "linux")]
async fn wait_for_temporary_files(count: usize) {
    while temporary_files() != count {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_upload_leaves_no_file_when_it_ends_or_breaks_off() {
    let _turn = TURN.lock().await;
    let server = start();
    let (mut stream, head_of_file) = begin(&server, &[100]).await;
    stream.write_all(head_of_file.as_bytes()).await.unwrap();
    for _ in 0..10 {
        stream.write_all(&CHUNK).await.unwrap();
    }
    wait_for_temporary_files(1).await;
    drop(stream);
    wait_for_temporary_files(0).await;
    let response = send(&server, &[2, 2]).await;
    assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
    wait_for_temporary_files(0).await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_form_beyond_the_disk_of_all_forms_is_refused_until_another_one_ends() {
    let _turn = TURN.lock().await;
    let server = start();
    let (mut stream, head_of_file) = begin(&server, &[1600]).await;
    stream.write_all(head_of_file.as_bytes()).await.unwrap();
    for _ in 0..1500 {
        stream.write_all(&CHUNK).await.unwrap();
    }
    wait_for_temporary_files(1).await;
    for (files, status) in [(&[1500_usize] as &[_], 503), (&[400], 200), (&[700, 800], 503)] {
        let response = send(&server, files).await;
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{response}");
    }
    drop(stream);
    wait_for_temporary_files(0).await;
    let response = send(&server, &[1500]).await;
    assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
}

const NO_DIRECTORY: &str = "/no-such-directory";

#[tokio::test]
async fn without_a_directory_for_large_files_small_ones_are_received() {
    let _turn = TURN.lock().await;
    if std::env::temp_dir().to_str() != Some(NO_DIRECTORY) {
        // The directory of a process cannot be changed safely.
        let name = "without_a_directory_for_large_files_small_ones_are_received";
        let mut test = Command::new(std::env::current_exe().unwrap());
        let test = test.args([name, "--exact"]).env("TMPDIR", NO_DIRECTORY);
        let output = test.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{text}");
        return;
    }
    let server = start();
    for (files, status, expected) in
        [(&[2_usize] as &[_], 500, "has a defect"), (&[], 200, "length: 5")]
    {
        let response = send(&server, files).await;
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{response}");
        assert!(response.contains(expected), "{response}");
        assert!(!response.contains(NO_DIRECTORY), "{response}");
    }
}

//! Chromium without a window, controlled through its driver by the WebDriver protocol
//! (<https://www.w3.org/TR/webdriver2/>).

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use test_kit::connection::{Connection, PATIENCE};

/// The key of an element's id in an answer of the driver.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Starts the driver on a free port. Returns the driver and its port.
///
/// The driver takes the same port of IPv4 and IPv6, and ends if another program took one
/// of both in between, so it is started again.
fn start_driver() -> (Child, String) {
    for _ in 0..5 {
        let mut driver = Command::new(test_kit::programs::chromium().unwrap().driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(driver.stdout.take().unwrap());
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        if let Some(port) = port {
            return (driver, port);
        }
        driver.wait().unwrap();
    }
    panic!("the driver of the browser doesn't start");
}

/// A browser with one page; ended when dropped.
pub struct Browser {
    driver: Child,
    address: String,
    session: String,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser and loads a page.
    pub fn open(url: &str) -> Self {
        let (driver, port) = start_driver();
        let profile = TempDir::new().unwrap();
        let mut browser = Browser {
            driver,
            address: format!("127.0.0.1:{port}"),
            session: String::new(),
            _profile: profile,
        };
        let directory = browser._profile.path().display();
        let options = json!({
            "binary": test_kit::programs::chromium().unwrap().browser,
            "args": [
                "--headless",
                // Root has no sandbox.
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                format!("--user-data-dir={directory}"),
            ],
        });
        let capabilities = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let session = browser.call("POST", "", &capabilities);
        browser.session = format!("/{}", session["sessionId"].as_str().unwrap());
        browser.call("POST", "/url", &json!({ "url": url }));
        browser
    }

    /// Calls the driver. Returns the value of its answer.
    fn call(&mut self, method: &str, path: &str, parameters: &Value) -> Value {
        self.try_call(method, path, parameters)
            .unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    fn try_call(&mut self, method: &str, path: &str, parameters: &Value) -> Result<Value, Value> {
        let body = match method {
            "GET" | "DELETE" => String::new(),
            _ => parameters.to_string(),
        };
        let head = format!(
            "{method} /session{}{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            self.session,
            self.address,
            body.len()
        );
        let mut connection = Connection::open(&self.address);
        connection.send(format!("{head}{body}").as_bytes());
        let answer = connection.answer().unwrap();
        let value = answer.json()["value"].take();
        if answer.status == 200 { Ok(value) } else { Err(value["message"].clone()) }
    }

    /// Waits for the first element that a CSS selector selects. Returns its path in the
    /// protocol.
    pub fn wait_for(&mut self, selector: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        let parameters = json!({ "using": "css selector", "value": selector });
        loop {
            match self.try_call("POST", "/element", &parameters) {
                Ok(element) => return format!("/element/{}", element[ELEMENT].as_str().unwrap()),
                Err(error) if Instant::now() > deadline => {
                    panic!("{error} {:#?}", self.errors());
                }
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Returns the number of elements.
    pub fn count(&mut self, selector: &str) -> usize {
        let parameters = json!({ "using": "css selector", "value": selector });
        let elements = self.call("POST", "/elements", &parameters);
        elements.as_array().unwrap().len()
    }

    /// Returns the visible text of an element.
    pub fn text(&mut self, selector: &str) -> String {
        let element = self.wait_for(selector);
        let text = self.call("GET", &format!("{element}/text"), &Value::Null);
        text.as_str().unwrap().to_owned()
    }

    /// Clicks an element.
    pub fn click(&mut self, selector: &str) {
        let element = self.wait_for(selector);
        self.call("POST", &format!("{element}/click"), &json!({}));
    }

    /// Types a text into a field.
    pub fn write(&mut self, selector: &str, text: &str) {
        let element = self.wait_for(selector);
        let text = json!({ "text": text });
        self.call("POST", &format!("{element}/value"), &text);
    }

    /// Returns the errors in the console of the page, violations of its
    /// Content-Security-Policy included.
    pub fn errors(&mut self) -> Vec<String> {
        let records = self.call("POST", "/se/log", &json!({ "type": "browser" }));
        let records = records.as_array().unwrap().iter();
        let errors = records.filter(|record| record["level"] == "SEVERE");
        errors.map(|record| record["message"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends with its session, and not with the driver.
        let ended = self.try_call("DELETE", "", &Value::Null);
        // Fails if the process has ended already.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        assert!(std::thread::panicking() || ended.is_ok(), "{ended:?}");
    }
}

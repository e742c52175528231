//! The W3C WebDriver protocol: JSON over HTTP.

use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;

/// The key under which the protocol hands out elements.
pub const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Longer than any one command may take.
const LIMIT: Duration = Duration::from_secs(120);

/// A screenshot of a large window is several megabytes of text.
const LONGEST_ANSWER: u64 = 256 << 20;

/// What went wrong, in the words of the driver.
pub type Outcome<T> = Result<T, String>;

/// A session with a browser.
pub struct Session {
    agent: Agent,
    address: String,
}

impl Session {
    /// Starts a browser through the driver at `origin`.
    pub fn start(origin: &str, capabilities: &Value) -> Outcome<Session> {
        let agent = Agent::new_with_config(
            Agent::config_builder()
                // Errors come with a body that says more than the status.
                .http_status_as_error(false)
                .proxy(None)
                .timeout_global(Some(LIMIT))
                .build(),
        );
        let mut session = Session { agent, address: origin.to_owned() };
        let wanted = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let started = session.post("session", &wanted)?;
        let id = started["sessionId"].as_str().ok_or("no session id")?;
        session.address = format!("{origin}/session/{id}");
        Ok(session)
    }

    /// Sends a command.
    pub fn post(&self, command: &str, body: &Value) -> Outcome<Value> {
        let answer = self
            .agent
            .post(format!("{}/{command}", self.address))
            .header("Content-Type", "application/json")
            .send(body.to_string());
        read(command, answer)
    }

    /// Asks for something.
    pub fn get(&self, command: &str) -> Outcome<Value> {
        let answer = self.agent.get(format!("{}/{command}", self.address)).call();
        read(command, answer)
    }

    /// Ends something.
    pub fn delete(&self, command: &str) -> Outcome<Value> {
        let answer = self.agent.delete(format!("{}/{command}", self.address)).call();
        read(command, answer)
    }

    /// Ends the browser.
    pub fn end(&self) {
        // One that has ended by itself has nothing to end.
        let _ = self.agent.delete(&self.address).call();
    }

    /// The path of the first element that `css` selects, for commands on it.
    pub fn element(&self, css: &str) -> Outcome<String> {
        let found = self.post("element", &json!({ "using": "css selector", "value": css }))?;
        let id = found[ELEMENT].as_str().ok_or("no element id")?;
        Ok(format!("element/{id}"))
    }

    /// A command of the DevTools protocol.
    pub fn devtools(&self, command: &str, parameters: Value) -> Outcome<Value> {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }
}

type Answer = Result<ureq::http::Response<ureq::Body>, ureq::Error>;

fn read(command: &str, answer: Answer) -> Outcome<Value> {
    let mut answer = answer.map_err(|error| format!("{command}: {error}"))?;
    let text = answer
        .body_mut()
        .with_config()
        .limit(LONGEST_ANSWER)
        .read_to_string()
        .map_err(|error| format!("{command}: {error}"))?;
    let mut value: Value = serde_json::from_str(&text).map_err(|_| format!("{command}: not JSON: {text}"))?;
    let value = value["value"].take();
    if answer.status().is_success() {
        return Ok(value);
    }
    let message = value["message"].as_str().unwrap_or(&text);
    Err(format!("{command}: {message}"))
}

/// Whether a script had no answer because its page was left meanwhile, in the words of the drivers.
pub fn has_left(problem: &str) -> bool {
    ["document unloaded", "Document was unloaded", "aborted by navigation"].iter().any(|words| problem.contains(words))
}

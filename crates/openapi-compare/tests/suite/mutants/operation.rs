//! Single changes outside of schemas that a caller can notice, each with the rule
//! that must be found: `{0}` if the original is the contract, `{1}` if the changed
//! document is.

use super::tree::{changed, children, escaped};
use super::{Change, Expected};
use serde_json::{Value, json};

const METHODS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

/// Returns every change of the document; `rules` are the rule that is found if the
/// changed document is emitted, and the rule if it is the contract.
pub fn changes(document: &Value) -> Vec<Change> {
    let mut list = List { document, changes: Vec::new() };
    for (path, item) in children(&document["paths"]) {
        let at = format!("/paths/{}", escaped(&path));
        list.members("/paths", &path, "path");
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                list.operation(&at, method, operation);
            }
        }
        for (index, _) in children(&item["parameters"]) {
            list.parameter(&format!("{at}/parameters/{index}"));
        }
    }
    for name in children(&document["components"]["responses"]) {
        list.response(&format!("/components/responses/{}", escaped(&name.0)));
    }
    if document.get("security").is_some() {
        list.add("remove the document's security", "", both("security-different"), |root| {
            root.as_object_mut().map(|root| root.remove("security"));
        });
    }
    for (name, scheme) in children(&document["components"]["securitySchemes"]) {
        let at = format!("/components/securitySchemes/{}", escaped(&name));
        let other = match scheme["type"].as_str() {
            Some("http") => json!({"type": "http", "scheme": "digest"}),
            _ => json!({"type": "apiKey", "name": "X-Other", "in": "query"}),
        };
        list.changes.push(Change {
            name: "change a security scheme".to_owned(),
            // The finding is located where the scheme is required.
            at: String::new(),
            document: changed(document, &at, |value| *value = other),
            expected: Expected::Rules("security-different", "security-different"),
        });
    }
    list.changes
}

type Rules = (&'static str, &'static str);

/// Returns the same rule for both directions.
fn both(rule: &'static str) -> Rules {
    (rule, rule)
}

struct List<'d> {
    document: &'d Value,
    changes: Vec<Change>,
}

impl<'d> List<'d> {
    /// Returns the value at a pointer that was found in the document.
    fn value(&self, at: &str) -> &'d Value {
        let value = self.document.pointer(at);
        value.expect("the document has a value there")
    }

    fn add(&mut self, name: &str, at: &str, rules: Rules, change: impl FnOnce(&mut Value)) {
        self.changes.push(Change {
            name: name.to_owned(),
            at: at.to_owned(),
            document: changed(self.document, at, change),
            expected: Expected::Rules(rules.0, rules.1),
        });
    }

    /// Adds the removal and the renaming of the member `name` of the object at
    /// `at`.
    fn members(&mut self, at: &str, name: &str, what: &str) {
        let rules: (Rules, Rules) = match what {
            "path" | "method" => {
                (("operation-missing", "operation-undocumented"), both("operation-missing"))
            }
            "status" => (("status-missing", "status-undocumented"), both("status-undocumented")),
            "header" => (
                ("response-header-missing", "response-header-undocumented"),
                both("response-header-missing"),
            ),
            _ => (("media-type-missing", "media-type-undocumented"), both("media-type-missing")),
        };
        self.add(&format!("remove a {what}"), at, rules.0, |value| {
            value.as_object_mut().map(|value| value.remove(name));
        });
        let at_hand = self.value(at);
        let stands = at_hand.get("default").is_some() || at_hand.get("4XX").is_some();
        if what == "status" && stands {
            return;
        }
        let other = match what {
            "path" => format!("{name}/more"),
            "method" => "patch".to_owned(),
            "status" if name == "default" => "422".to_owned(),
            "status" => "418".to_owned(),
            "header" => "X-Renamed".to_owned(),
            _ => "text/renamed".to_owned(),
        };
        if what == "status" && (name == "default" || name.ends_with("XX")) {
            return;
        }
        self.add(&format!("rename a {what}"), at, rules.1, |value| {
            if let Some(members) = value.as_object_mut()
                && let Some(one) = members.remove(name)
            {
                members.insert(other, one);
            }
        });
    }

    /// Adds the removal of a status for which a range or the default then applies.
    fn covered(&mut self, at: &str, name: &str) {
        let responses = self.value(at);
        let range = format!("{}XX", &name[..1]);
        let mut others = [range.as_str(), "default"].into_iter();
        let other = others.find_map(|key| responses.get(key));
        if other != responses.get(name) {
            self.changes.push(Change {
                name: "remove a status that another stands for".to_owned(),
                at: String::new(),
                document: changed(self.document, at, |value| {
                    value.as_object_mut().map(|value| value.remove(name));
                }),
                expected: Expected::Anything,
            });
        }
    }

    fn is_covered(&self, at: &str, name: &str) -> bool {
        let responses = self.value(at);
        let range = format!("{}XX", &name[..1]);
        let has = |key: &str| key != name && responses.get(key).is_some();
        name != "default" && (has("default") || has(&range))
    }

    /// Returns `at`, or the target if there is a reference.
    fn resolved(&self, at: String) -> String {
        let target = self.document.pointer(&at).and_then(|one| one["$ref"].as_str());
        target.map_or(at, |target| target[1..].to_owned())
    }

    fn operation(&mut self, path: &str, method: &str, operation: &Value) {
        let at = format!("{path}/{method}");
        self.members(path, method, "method");
        self.add("change the operationId", &at, both("operation-id-different"), |operation| {
            operation["operationId"] = json!("another");
        });
        self.add("turn deprecated", &at, both("operation-deprecation-different"), |operation| {
            let is_deprecated = operation["deprecated"] == json!(true);
            operation["deprecated"] = json!(!is_deprecated);
        });
        let rules = both("security-different");
        let asks = self.document.get("security").is_some();
        match operation.get("security") {
            Some(none) if *none == json!([]) => {
                self.add("ask for a credential", &at, rules, |operation| {
                    operation.as_object_mut().map(|one| one.remove("security"));
                })
            }
            None if !asks => {}
            _ => self.add("ask for no credential", &at, rules, |operation| {
                operation["security"] = json!([])
            }),
        }
        let schemes = children(&self.document["components"]["securitySchemes"]);
        let names: Vec<String> = schemes.into_iter().map(|(name, _)| name).collect();
        if let Some(first) = names.last().cloned() {
            self.add("let a credential be optional", &at, rules, |operation| {
                operation["security"] = json!([{first: []}, {}]);
            });
        }
        if let [first, second, ..] = names.as_slice() {
            self.add("ask for two credentials", &at, rules, |operation| {
                operation["security"] = json!([{first: [], second: []}]);
            });
        }
        for (index, _) in children(&operation["parameters"]) {
            self.parameter(&format!("{at}/parameters/{index}"));
        }
        for place in ["query", "header", "cookie"] {
            for required in [false, true] {
                let name = format!(
                    "add a{} {place} parameter",
                    if required { " required" } else { "n optional" }
                );
                self.add(&name, &at, ("parameter-undocumented", "parameter-missing"), |operation| {
                    let parameter = json!({"name": "added", "in": place, "required": required, "schema": {"type": "string"}});
                    match operation.get_mut("parameters").and_then(Value::as_array_mut) {
                        Some(parameters) => parameters.push(parameter),
                        None => operation["parameters"] = json!([parameter]),
                    }
                });
            }
        }
        match operation.get("requestBody") {
            Some(_) => {
                let body_at = self.resolved(format!("{at}/requestBody"));
                let body = self.value(&body_at).clone();
                self.add(
                    "remove the request body",
                    &at,
                    ("request-body-missing", "request-body-undocumented"),
                    |operation| {
                        operation.as_object_mut().map(|operation| operation.remove("requestBody"));
                    },
                );
                let rules = both("request-body-required-different");
                self.add("turn required of the body", &body_at, rules, |body| {
                    let is_required = body["required"] == json!(true);
                    body["required"] = json!(!is_required);
                });
                self.media_types(&body_at, &body);
            }
            None => self.add(
                "add a request body",
                &at,
                ("request-body-undocumented", "request-body-missing"),
                |operation| {
                    operation["requestBody"] =
                        json!({"content": {"application/json": {"schema": {"type": "string"}}}});
                },
            ),
        }
        let at = format!("{at}/responses");
        for (status, response) in children(&operation["responses"]) {
            if self.is_covered(&at, &status) {
                self.covered(&at, &status)
            } else {
                self.members(&at, &status, "status")
            }
            if response.get("$ref").is_none() {
                self.response(&format!("{at}/{status}"));
            }
        }
        for status in ["203", "302", "3XX"] {
            let rules = ("status-undocumented", "status-missing");
            if operation["responses"].get("default").is_none() {
                self.add(&format!("add the status {status}"), &at, rules, |responses| {
                    responses[status] = json!({"description": "added"});
                });
            }
        }
    }

    fn parameter(&mut self, listed: &str) {
        let at = self.resolved(listed.to_owned());
        let at = at.as_str();
        let parameter = self.value(at).clone();
        let place = parameter["in"].as_str().unwrap_or_default().to_owned();
        let missing = both("parameter-missing");
        if place != "path" {
            self.add("rename a parameter", at, missing, |value| value["name"] = json!("renamed"));
            let other = if place == "query" { "header" } else { "query" };
            self.add("move a parameter", at, missing, |value| value["in"] = json!(other));
            let rules = both("parameter-required-different");
            self.add("turn required of a parameter", at, rules, |value| {
                let is_required = value["required"] == json!(true);
                value["required"] = json!(!is_required);
            });
            let (list, index) = listed.rsplit_once('/').expect("a parameter is in a list");
            let index: usize = index.parse().expect("a list has indexes");
            self.changes.push(Change {
                name: "remove a parameter".to_owned(),
                // A shared parameter is reported at each operation.
                at: if listed == at { list.to_owned() } else { String::new() },
                document: changed(self.document, list, |list| {
                    list.as_array_mut().map(|list| list.remove(index));
                }),
                expected: Expected::Rules("parameter-missing", "parameter-undocumented"),
            });
        }
        let rules = both("parameter-deprecation-different");
        self.add("deprecate a parameter", at, rules, |value| value["deprecated"] = json!(true));
        if parameter["schema"]["type"] == json!("array") {
            let rules = both("parameter-style-different");
            let style = match (place.as_str(), parameter["style"].as_str()) {
                ("path", _) => "label",
                (_, Some("pipeDelimited")) => "spaceDelimited",
                _ => "pipeDelimited",
            };
            self.add("change the style", at, rules, |value| value["style"] = json!(style));
            let is_form_place = matches!(place.as_str(), "query" | "cookie");
            let is_form = parameter.get("style").is_none() && is_form_place;
            let explodes = parameter["explode"].as_bool().unwrap_or(is_form);
            // Items are separated by commas in a path or a header in either case
            // (OpenAPI 3.1.1 §4.8.12.4, style `simple`).
            if is_form_place {
                self.add("turn explode", at, rules, |value| value["explode"] = json!(!explodes));
            }
        }
        if parameter.get("content").is_some() {
            return;
        }
        let rules = both("parameter-style-different");
        self.add("write a parameter as JSON", at, rules, |value| {
            if let Some(parameter) = value.as_object_mut()
                && let Some(schema) = parameter.remove("schema")
            {
                parameter
                    .insert("content".to_owned(), json!({"application/json": {"schema": schema}}));
            }
        });
    }

    fn response(&mut self, at: &str) {
        let response = self.value(at).clone();
        self.media_types(at, &response);
        let headers = format!("{at}/headers");
        for (name, _) in children(&response["headers"]) {
            self.members(&headers, &name, "header");
            let rules = both("response-header-required-different");
            self.add(
                "turn required of a header",
                &self.resolved(format!("{headers}/{name}")),
                rules,
                |header| {
                    let is_required = header["required"] == json!(true);
                    header["required"] = json!(!is_required);
                },
            );
        }
        let rules = ("response-header-undocumented", "response-header-missing");
        self.add("add a header", at, rules, |response| {
            let header = json!({"schema": {"type": "string"}});
            match response.get_mut("headers") {
                Some(headers) => headers["X-Added"] = header,
                None => response["headers"] = json!({"X-Added": header}),
            }
        });
    }

    fn media_types(&mut self, at: &str, body: &Value) {
        let content = format!("{at}/content");
        for (name, media_type) in children(&body["content"]) {
            self.members(&content, &name, "media type");
            if media_type.get("schema").is_some() {
                self.changes.push(Change {
                    name: "remove the schema of a body".to_owned(),
                    at: format!("{content}/{}", escaped(&name)),
                    document: changed(
                        self.document,
                        &format!("{content}/{}", escaped(&name)),
                        |media_type| {
                            *media_type = json!({});
                        },
                    ),
                    expected: Expected::Values(super::Direction::Wider),
                });
            }
        }
        if body.get("content").is_some() {
            let rules = ("media-type-undocumented", "media-type-missing");
            self.add("add a media type", &content, rules, |content| {
                content["text/plain"] = json!({"schema": {"type": "string"}});
            });
        }
    }
}

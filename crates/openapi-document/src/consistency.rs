//! Rules about several parts of an operation, or about all operations.

use std::collections::HashMap;

use crate::parameter_location::parameter_location;
use crate::path_template::variables;
use crate::read::Reader;
use crate::{Diagnostic, Fix, Location, Node, Operation, Parameter, ParameterLocation};

impl<'d> Reader<'d, '_> {
    /// Reports each variable of the path that is not a parameter, and each path parameter
    /// that is not a variable (§4.8.8.2, §4.8.12.1).
    pub(crate) fn check_variables(&mut self, operation: &Operation<'d>) {
        let path = operation.path;
        let used = variables(path);
        for name in operation.undeclared_variables() {
            if self.is_misplaced(operation, name) {
                continue;
            }
            let message = format!(
                "the path {path} has the variable `{name}`, which is not declared as a parameter"
            );
            let error = Diagnostic::error(operation.location, message);
            self.diagnostics.push(match path.split_once('?') {
                Some((path, query)) if query.contains(&format!("{{{name}}}")) => error
                    .reason("a path has no query")
                    .help(format!("write {path}, and declare `{name}` with `in: query`")),
                _ => error.fix(Fix::PathParameters),
            });
        }
        for Parameter { place, name, location, .. } in &operation.parameters {
            if *place != ParameterLocation::Path || used.contains(name) {
                continue;
            }
            let message = format!("the path parameter `{name}` does not stand in the path {path}");
            let is_own = location.pointer.is_within(&operation.location.pointer);
            let location = if is_own { location } else { operation.location };
            self.diagnostics.push(Diagnostic::error(location, message).fix(Fix::PathParameters));
        }
    }

    /// Returns whether there is a parameter of this name whose `in` is missing or invalid, which has an
    /// error of its own.
    fn is_misplaced(&self, operation: &Operation<'d>, name: &str) -> bool {
        let own = &operation.location.pointer;
        let lists = [Some(own.clone()), own.parent()].into_iter().flatten();
        let lists = lists.filter_map(|at| self.document.find(&at.join("parameters")));
        let items = lists.flat_map(Node::items).filter_map(|item| self.document.resolve(item).ok());
        let is_read = |node: &Node| node.get("in").is_some_and(|it| parameter_location(it).is_ok());
        items.filter(|node| node.member_text("name") == Some(name)).any(|node| !is_read(node))
    }

    /// Reports each `operationId` that an earlier operation has (§4.8.10).
    pub(crate) fn check_ids(&mut self, operations: &[Operation<'d>]) {
        let mut known: HashMap<&str, &Location> = HashMap::new();
        for operation in operations {
            let Some(id) = operation.id else {
                continue;
            };
            let id_location = self.document.find(&operation.location.pointer.join("operationId"));
            let location = id_location.map_or(operation.location, |node| &node.location);
            if let Some(first) = known.get(id) {
                let message = format!(
                    "the operationId `{id}` is declared twice, first on line {}",
                    first.line
                );
                self.diagnostics.push(
                    Diagnostic::error(location, message)
                        .reason("generated functions are named by it")
                        .help("rename one")
                        .fix(Fix::RepeatedOperationId),
                );
            } else {
                known.insert(id, location);
            }
        }
    }
}

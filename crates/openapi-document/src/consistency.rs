//! Rules about several parts of an operation, or about all operations.

use std::collections::HashMap;

use crate::path_template::variables;
use crate::read::Reader;
use crate::{Diagnostic, Fix, Location, Operation, ParameterLocation};

impl<'d> Reader<'d, '_> {
    /// Reports each variable of the path that is not a parameter, and each path parameter
    /// that is not a variable (§4.8.8.2, §4.8.12.1).
    pub(crate) fn check_variables(&mut self, operation: &Operation<'d>) {
        let path = operation.path;
        let used = variables(path);
        let parameters = operation.parameters.iter();
        let declared = parameters.filter(|parameter| parameter.place == ParameterLocation::Path);
        let declared: Vec<_> = declared.map(|parameter| parameter.name).collect();
        let undeclared = operation.undeclared_variables().map(|name| {
            format!(
                "the path {path} has the variable `{name}`, which is not declared as a parameter"
            )
        });
        let unused = declared.iter().filter(|name| !used.contains(name));
        let unused = unused
            .map(|name| format!("the path parameter `{name}` does not stand in the path {path}"));
        self.diagnostics.extend(undeclared.chain(unused).map(|message| {
            Diagnostic::error(operation.location, message).fix(Fix::PathParameters)
        }));
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

//! Reads webhooks and callbacks: operations that the service sends, and its receivers
//! serve.

use crate::read::Reader;
use crate::{Callback, Node, Operation, OutgoingOperation};

impl<'d> Reader<'d, '_> {
    /// Reads the webhooks of the document, and the callbacks of these operations.
    pub(crate) fn outgoing(&mut self, operations: &[Operation<'d>]) -> Vec<OutgoingOperation<'d>> {
        let mut outgoing = Vec::new();
        for (name, item) in self.members(self.document.root(), "webhooks") {
            outgoing.extend(self.outgoing_item(name, None, item));
        }
        for operation in operations {
            let caller = operation.id.map_or_else(|| operation.name(), str::to_owned);
            let callback = |expression| Callback { caller: caller.clone(), expression };
            let callbacks = operation.callbacks.and_then(Node::mapping);
            for (name, node) in callbacks.into_iter().flatten() {
                match self.document.resolve(node) {
                    Ok(items) => {
                        for (expression, item) in items.mapping().into_iter().flatten() {
                            if !expression.starts_with("x-") {
                                let callback = Some(callback(expression));
                                outgoing.extend(self.outgoing_item(name, callback, item));
                            }
                        }
                    }
                    Err(error) => outgoing.push(OutgoingOperation {
                        name,
                        callback: Some(callback("")),
                        operation: Err(error.into()),
                        location: &node.location,
                    }),
                }
            }
        }
        outgoing
    }

    /// Reads the operations of a path item. An error doesn't affect the document, because
    /// the service doesn't serve them.
    fn outgoing_item(
        &mut self,
        name: &'d str,
        callback: Option<Callback<'d>>,
        node: &'d Node,
    ) -> Vec<OutgoingOperation<'d>> {
        let outer = std::mem::take(self.diagnostics);
        let mut outgoing = Vec::new();
        let mut add = |operation| {
            outgoing.push(OutgoingOperation {
                name,
                callback: callback.clone(),
                operation,
                location: &node.location,
            });
        };
        match self.document.resolve(node) {
            Err(error) => add(Err(error.into())),
            Ok(item) => {
                let inherited = self.parameters(item);
                let shared = std::mem::take(self.diagnostics);
                let expression = callback.as_ref().map_or("", |callback| callback.expression);
                let operations = openapi_source::operations(item);
                for (method, node) in operations.filter(|(method, _)| method.has_field()) {
                    let operation = self.operation(expression, method, node, &inherited);
                    let mut own = shared.clone();
                    own.extend(std::mem::take(self.diagnostics));
                    add(match operation {
                        Some(operation) if !own.has_errors() => Ok((operation, own)),
                        _ => Err(own),
                    });
                }
            }
        }
        *self.diagnostics = outer;
        outgoing
    }
}

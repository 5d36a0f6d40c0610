//! The changes by which the document and the code could diverge.

use crate::conformance::CONTRACT;
use anyhow::{Result, ensure};

/// The handlers of the document's operations.
const HANDLERS: &str = "src/handlers.rs";

/// A change of a file.
pub struct Case {
    /// The name of the reviewed text.
    pub name: &'static str,
    /// A description of the change, for the reader of the reviewed text.
    pub sentence: &'static str,
    /// The changed file.
    pub file: &'static str,
    /// Texts that occur exactly once in the file, with their replacements.
    edits: &'static [(&'static str, &'static str)],
}

impl Case {
    /// Applies the change to the file's text, or reports an edit that no longer
    /// fits.
    pub fn apply(&self, text: &str) -> Result<String> {
        let mut changed = text.to_owned();
        for (before, after) in self.edits {
            let count = changed.matches(before).count();
            ensure!(
                count == 1,
                "this occurs {count} times in {}, where the case expects it once; mend the case in \
                 xtask/src/drift/cases.rs:\n{before}",
                self.file
            );
            changed = changed.replacen(before, after, 1);
        }
        Ok(changed)
    }
}

/// All cases, beginning with those of the document.
pub const CASES: &[Case] = &[
    Case {
        name: "operation_added",
        sentence: "openapi.yaml gains the operation GET /plants/{id}.",
        file: CONTRACT,
        edits: &[(
            "components:\n  securitySchemes:\n",
            "  /plants/{id}:
    get:
      operationId: getPlant
      summary: Get a plant
      parameters:
        - name: id
          in: path
          required: true
          schema:
            type: integer
            format: int64
      responses:
        '200':
          description: The plant
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Plant'
        4XX:
          description: Unexpected error
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Error'
components:
  securitySchemes:
",
        )],
    },
    Case {
        name: "property_removed",
        sentence: "openapi.yaml loses the property `tag` of a plant.",
        file: CONTRACT,
        edits: &[(
            "        tag:
          type: string
          description: Tag that specifies the type of the plant
",
            "",
        )],
    },
    Case {
        name: "property_renamed",
        sentence: "openapi.yaml calls the property `name` of a plant `title`.",
        file: CONTRACT,
        edits: &[
            (
                "      required:\n        - name\n",
                "      required:\n        - title\n",
            ),
            (
                "        name:\n          type: string\n",
                "        title:\n          type: string\n",
            ),
        ],
    },
    Case {
        name: "property_optional",
        sentence: "openapi.yaml makes the property `name` of a plant optional.",
        file: CONTRACT,
        edits: &[("      required:\n        - name\n", "")],
    },
    Case {
        name: "type_changed",
        sentence: "openapi.yaml makes the id of a plant a string.",
        file: CONTRACT,
        edits: &[(
            "              type: integer\n              format: int64\n",
            "              type: string\n",
        )],
    },
    Case {
        name: "status_changed",
        sentence: "openapi.yaml answers a created plant with 201 instead of 200.",
        file: CONTRACT,
        edits: &[("        '200':\n", "        '201':\n")],
    },
    Case {
        name: "security_dropped",
        sentence: "openapi.yaml asks for no credential.",
        file: CONTRACT,
        edits: &[("security:\n  - bearerAuth: []\n", "")],
    },
    Case {
        name: "handler_without_credential",
        sentence: "src/handlers.rs creates a plant without asking who wants it.",
        file: HANDLERS,
        edits: &[("        token: Admitted,\n", "")],
    },
    Case {
        name: "handler_with_optional_property",
        sentence: "src/handlers.rs takes the name of a plant for optional.",
        file: HANDLERS,
        edits: &[("name: name.clone()", "name: Some(name.clone())")],
    },
    Case {
        name: "handler_with_other_type",
        sentence: "src/handlers.rs takes the id of a plant for a string.",
        file: HANDLERS,
        edits: &[(
            "    ) -> Result<CreatePlantResponse, Rejection> {\n",
            "    ) -> Result<CreatePlantResponse, Rejection> {\n        let id: String = id;\n",
        )],
    },
    Case {
        name: "handler_with_other_status",
        sentence: "src/handlers.rs answers a created plant with 201.",
        file: HANDLERS,
        edits: &[(
            "CreatePlantResponse::Ok(plant)",
            "CreatePlantResponse::Created(plant)",
        )],
    },
];

#[cfg(test)]
mod tests {
    //! The cases fit the current files, so that a stale case is noticed immediately
    //! and not only by the slow `cargo xtask drift`.

    use super::*;
    use crate::workspace;
    use std::{collections::BTreeSet, fs};

    #[test]
    fn every_case_fits_its_file() {
        for case in CASES {
            let text = fs::read_to_string(workspace::root().join(case.file)).unwrap();
            let changed = case.apply(&text).unwrap();
            assert_ne!(changed, text, "{} changes nothing", case.name);
        }
    }

    #[test]
    fn an_edit_that_does_not_fit_is_reported() {
        for text in ["", "name: a\nname: a\n"] {
            let case = Case {
                name: "",
                sentence: "",
                file: "example.yaml",
                edits: &[("name: a\n", "")],
            };
            let problem = case.apply(text).unwrap_err().to_string();
            for part in ["example.yaml", "name: a", "cases.rs"] {
                assert!(problem.contains(part), "{problem}");
            }
        }
    }

    #[test]
    fn no_two_cases_share_a_reviewed_text() {
        let names: BTreeSet<_> = CASES.iter().map(|case| case.name).collect();
        assert_eq!(names.len(), CASES.len());
    }
}

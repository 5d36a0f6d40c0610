//! dropshot-api-manager with generated APIs, in a temporary repository.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use dropshot_api_manager::test_util::{CheckResult, check_apis_up_to_date};
use dropshot_api_manager::{App, Environment, ManagedApiConfig, ManagedApis};
use dropshot_api_manager_types::{
    ManagedApiMetadata, SupportedVersion, SupportedVersions, Versions,
};
use openapi_examples::{external, versions};
use semver::Version;
use tempfile::TempDir;

/// Returns an API with a single version, and the API of the versions that `openapi-versions`
/// generates.
fn managed_apis() -> ManagedApis {
    let lockstep = ManagedApiConfig {
        ident: "lockstep",
        versions: Versions::new_lockstep(Version::new(1, 0, 0)),
        title: "Types of other crates",
        metadata: ManagedApiMetadata::default(),
        api_description: external::api::api_mod::stub_api_description,
    };
    let supported = [(1, "INITIAL"), (2, "LANGUAGES"), (3, "EMAIL")];
    let supported =
        supported.map(|(major, label)| SupportedVersion::new(Version::new(major, 0, 0), label));
    let library = ManagedApiConfig {
        ident: "library",
        versions: Versions::new_versioned(SupportedVersions::new(supported.to_vec())),
        title: "Library",
        metadata: ManagedApiMetadata::default(),
        api_description: versions::api::api_mod::stub_api_description,
    };
    ManagedApis::new([lockstep, library]).unwrap()
}

/// A repository without documents, whose branch `main` has a single commit.
struct Repository {
    folder: TempDir,
    environment: Environment,
}

impl Repository {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        git(folder.path(), &["init", "--quiet", "--initial-branch", "main"]);
        git(folder.path(), &["commit", "--quiet", "--allow-empty", "--message", "Start"]);
        fs::create_dir(folder.path().join("openapi")).unwrap();
        let root = folder.path().to_str().unwrap();
        let environment = Environment::new("cargo openapi", root, "openapi").unwrap();
        Self { environment: environment.with_default_git_branch("main"), folder }
    }

    fn generate(&self) -> ExitCode {
        let app = App::parse_from(["openapi", "generate"]);
        app.exec(&self.environment, &managed_apis())
    }

    fn check(&self) -> CheckResult {
        check_apis_up_to_date(&self.environment, &managed_apis()).unwrap()
    }

    fn documents(&self) -> PathBuf {
        self.folder.path().join("openapi")
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let settings = ["user.name=Test", "user.email=test@example.com", "commit.gpgsign=false"];
    let settings = settings.iter().flat_map(|setting| ["-c", setting]);
    let command = Command::new("git").current_dir(folder).args(settings).args(arguments).status();
    assert!(command.unwrap().success(), "git {arguments:?}");
}

#[test]
fn generated_documents_are_up_to_date_until_they_are_edited() {
    let repository = Repository::new();
    assert!(matches!(repository.check(), CheckResult::NeedsUpdate));
    assert_eq!(repository.generate(), ExitCode::SUCCESS);
    assert!(matches!(repository.check(), CheckResult::Success));
    // The versions, and a link to the latest.
    let files = |api| fs::read_dir(repository.documents().join(api)).unwrap();
    assert_eq!(files("library").count(), 4);
    // Only version 3.0.0 lacks `deleteBook`.
    let has_operation = |entry: std::io::Result<fs::DirEntry>| {
        let document = fs::read_to_string(entry.unwrap().path()).unwrap();
        document.contains("deleteBook")
    };
    assert_eq!(files("library").map(has_operation).filter(|has| *has).count(), 2);

    let path = repository.documents().join("lockstep.json");
    let document = fs::read_to_string(&path).unwrap();
    assert!(document.contains("uint32"), "{document}");
    fs::write(path, document.replace("uint32", "uint64")).unwrap();
    assert!(matches!(repository.check(), CheckResult::NeedsUpdate));
    assert_eq!(repository.generate(), ExitCode::SUCCESS);
    assert!(matches!(repository.check(), CheckResult::Success));
}

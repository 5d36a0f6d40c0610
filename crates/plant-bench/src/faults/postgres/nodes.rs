//! Three PostgreSQL nodes: a primary and two standbys. A commit is acknowledged when
//! one standby has it. This module makes the decision of a fail-over manager such as
//! Patroni, by the same rule: the standby that has received most is promoted, and only
//! after the primary has certainly ended.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use fs_err as fs;
use test_kit::postgres::Cluster;
use test_kit::run;

use crate::subject::WorkDirectory;

/// The time limit for a standby to follow the primary.
const FOLLOW: Duration = Duration::from_secs(60);

/// The settings of each node: any of them may become the primary.
const SETTINGS: [&str; 2] = ["synchronous_standby_names=ANY 1 (*)", "wal_keep_size=512MB"];

/// The database of the service.
const DATABASE: &str = "plants";

/// The nodes, one of which is the primary.
pub(super) struct Nodes<'p> {
    work: &'p WorkDirectory,
    nodes: Vec<Cluster>,
    primary: usize,
    made: usize,
}

impl<'p> Nodes<'p> {
    /// Starts three nodes.
    pub(super) fn start(work: &'p WorkDirectory) -> Result<Self> {
        let mut primary = work.new_cluster("node1", &SETTINGS)?;
        // Without a standby nothing could be committed.
        let settings = primary.data().join("postgresql.auto.conf");
        let local = "synchronous_commit = 'local'\n";
        fs::write(&settings, local)?;
        primary.start()?;
        primary.sql("postgres", &format!("CREATE DATABASE {DATABASE}"))?;
        let mut nodes = Nodes { work, nodes: vec![primary], primary: 0, made: 1 };
        for _ in 0..2 {
            let mut standby = nodes.copy_primary()?;
            standby.start()?;
            nodes.nodes.push(standby);
        }
        nodes.follow(2)?;
        let primary = nodes.primary();
        primary.sql("postgres", "ALTER SYSTEM SET synchronous_commit = 'on'")?;
        primary.sql("postgres", "SELECT pg_reload_conf()")?;
        Ok(nodes)
    }

    /// Returns the URL of the database, with the addresses of all nodes.
    pub(super) fn url(&self) -> String {
        let addresses: Vec<_> = self.nodes.iter().map(Cluster::address).collect();
        let hosts = addresses.join(",");
        format!("postgres://plants@{hosts}/{DATABASE}?target_session_attrs=read-write")
    }

    /// Kills the primary and promotes a standby to the new primary.
    pub(super) fn fail_over(&mut self) -> Result<()> {
        self.nodes[self.primary].kill();
        let mut received = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            if index != self.primary {
                // As a number, which is comparable.
                let bytes = "SELECT pg_last_wal_receive_lsn() - '0/0'";
                let bytes = node.sql("postgres", bytes)?;
                received.push((bytes.parse::<u64>().unwrap_or_default(), index));
            }
        }
        let Some((_, promoted)) = received.into_iter().max() else {
            return Ok(());
        };
        self.nodes[promoted].sql("postgres", "SELECT pg_promote(true)")?;
        let lost = std::mem::replace(&mut self.primary, promoted);
        let source = self.primary().address();
        for (index, node) in self.nodes.iter().enumerate() {
            if index != lost && index != promoted {
                let source = connection(&source);
                let set = format!("ALTER SYSTEM SET primary_conninfo = '{source}'");
                node.sql("postgres", &set)?;
                node.sql("postgres", "SELECT pg_reload_conf()")?;
            }
        }
        Ok(())
    }

    /// Replaces the killed node with a new standby at the same address.
    pub(super) fn replace_lost(&mut self) -> Result<()> {
        let lost = self.nodes.iter().position(|node| !node.is_running());
        if let Some(lost) = lost {
            let port = self.nodes[lost].port();
            let mut standby = self.copy_primary()?;
            standby.listen_on(port);
            standby.start()?;
            let gone = std::mem::replace(&mut self.nodes[lost], standby);
            let data = gone.data();
            fs::remove_dir_all(&data)?;
        }
        self.follow(2)
    }

    pub(super) fn primary(&self) -> &Cluster {
        &self.nodes[self.primary]
    }

    fn copy_primary(&mut self) -> Result<Cluster> {
        self.made += 1;
        let name = format!("node{}", self.made);
        let standby = self.work.empty_cluster(&name, &SETTINGS)?;
        run(standby
            .program("pg_basebackup")?
            .args(["--checkpoint=fast", "--write-recovery-conf", "--no-sync"])
            .args(["--dbname", &connection(&self.primary().address())])
            .arg("--pgdata")
            .arg(standby.data()))?;
        Ok(standby)
    }

    /// Waits until this number of standbys follows the primary.
    fn follow(&self, count: usize) -> Result<()> {
        let following = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
        let begun = Instant::now();
        loop {
            let said = self.primary().sql("postgres", following)?;
            if said == count.to_string() {
                return Ok(());
            }
            let is_late = begun.elapsed() > FOLLOW;
            ensure!(!is_late, "{said} of {count} standbys follow");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Returns the connection string for a standby; `application_name` identifies it.
fn connection(address: &str) -> String {
    let (host, port) = address.split_once(':').unwrap_or((address, "5432"));
    format!("user=plants host={host} port={port} application_name=standby")
}

//! The superuser's hands on a server.

use tokio_postgres::{Client, Error, NoTls};

use crate::server::Server;

/// A connection to the database `plants`.
pub async fn administrator(server: &Server) -> Client {
    connect(server).await.unwrap()
}

/// A connection to the database `plants`, if there is one left.
pub async fn connect(server: &Server) -> Result<Client, Error> {
    let (client, connection) = tokio_postgres::connect(&server.url("plants"), NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

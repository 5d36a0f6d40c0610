//! Connections of the superuser, with which tests inspect and change a server.

use tokio_postgres::{Client, Error, NoTls};

use test_kit::postgres::Server;

/// Connects to the database `plants`.
pub async fn administrator(server: &Server) -> Client {
    connect(server).await.unwrap()
}

/// Connects to the database `plants`, if the server has a free connection.
pub async fn connect(server: &Server) -> Result<Client, Error> {
    let (client, connection) = tokio_postgres::connect(&server.url("plants"), NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

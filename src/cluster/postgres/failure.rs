//! Errors of a database that an operator can act on.

/// What is wrong with a database, or with its address.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("database_trouble")]
pub enum DatabaseFailure {
    NoConnections,
    Pooler,
    OtherSearchPath { schema: String, path: String },
    Nothing { place: String },
    NoSchemaRight { schema: String },
    NoTableRight { user: String, schema: String },
    NoDataRight { user: String, table: String, schema: String },
    OtherTables,
    OlderTables,
    NoCertificates,
    NoTls,
    OwnCertificate,
    UnreadCertificates { file: String },
}

/// Why a node gives up its term.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("lease_lost")]
pub enum LeaseLost {
    RowDeleted,
    Superseded { name: String, term: i64, own: i64 },
    Setback { batch: i64 },
    OtherWriter { batch: i64 },
    Expired,
    LaterTerm { term: i64, own: i64 },
}

/// Why a text is not an address of a database, without the text, which may hold a password.
#[derive(Clone, Debug, PartialEq, Eq, message::Coded)]
#[code("database_address")]
pub enum AddressFlaw {
    Beginning,
    Password,
    SslMode { mode: String },
    OwnCertificate,
    Schema { schema: String, most: usize },
    NoHost,
    Unreadable { why: String },
}

//! Durable matches: SQLite and PostgreSQL behind one interface.

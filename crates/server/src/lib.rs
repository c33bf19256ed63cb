//! The game manager: HTTP, WebSockets, clocks and bots around durable matches.

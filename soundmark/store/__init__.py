"""The durable log: schema, journal, round book, player ids, export."""

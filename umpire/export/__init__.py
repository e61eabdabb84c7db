"""A match written down for others: in the formats of one table, for everybody or one viewer."""

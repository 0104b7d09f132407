-- Taking words out of the index's leaves one by one made rewriting an item a
-- hundred times dearer than writing it, and did not do: the separators above the
-- leaves kept them. A scrub (see scrub.go) writes the whole index anew wherever
-- old bytes must go, so that until then a mark is enough.
INSERT INTO items_fts (items_fts, rank) VALUES ('secure-delete', 0);

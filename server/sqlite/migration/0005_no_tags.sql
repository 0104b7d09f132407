-- The search tokens of an item's source and project are not asked for any more:
-- the search index knows both by their numbers.
ALTER TABLE items DROP COLUMN tags;

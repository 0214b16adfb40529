/** The version of the tables; those of a newer version are refused. */
export const TABLES_VERSION = 1;

/** Creates the tables. `docs/guides/history.md` describes them, since users read them with SQL. */
export const TABLES = `
  CREATE SCHEMA IF NOT EXISTS hearth;
  CREATE TABLE hearth.version (version integer NOT NULL);
  INSERT INTO hearth.version VALUES (${TABLES_VERSION});
  CREATE TABLE hearth.entities (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entity_id text NOT NULL UNIQUE
  );
  CREATE TABLE hearth.samples (
    entity integer NOT NULL,
    time timestamptz NOT NULL,
    last_changed timestamptz NOT NULL,
    state text,
    unit text,
    attributes text NOT NULL,
    context_id text,
    context_parent_id text,
    context_user_id text,
    PRIMARY KEY (entity, time)
  ) PARTITION BY RANGE (time);
  CREATE INDEX samples_by_time ON hearth.samples USING brin (time);
  CREATE VIEW hearth.history AS
    SELECT entities.entity_id, samples.time, samples.last_changed, samples.state, samples.unit, samples.attributes,
      samples.context_id, samples.context_parent_id, samples.context_user_id
    FROM hearth.samples JOIN hearth.entities ON entities.id = samples.entity;
`;

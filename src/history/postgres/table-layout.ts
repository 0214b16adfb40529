import { hoursOf } from './hour-roll-ups.ts';

/** The version of the tables; those of a newer version are refused. */
export const TABLES_VERSION = 2;

/** Creates the tables of version 1. `docs/guides/history.md` describes them, since users read them with SQL. */
const TABLES = `
  CREATE SCHEMA IF NOT EXISTS hearth;
  CREATE TABLE hearth.version (version integer NOT NULL);
  INSERT INTO hearth.version VALUES (1);
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

/**
 * What each version adds to the one before it. A year of one sensor by day in SQL would otherwise read each of its
 * samples; with the values in the index it reads some hundred pages.
 */
export const TABLE_MIGRATIONS: readonly { readonly version: number; readonly sql: string }[] = [
  { version: 1, sql: TABLES },
  {
    version: 2,
    sql: `
      CREATE TABLE hearth.hours (
        entity integer NOT NULL,
        hour timestamptz NOT NULL,
        samples integer NOT NULL,
        sum double precision NOT NULL,
        min double precision NOT NULL,
        max double precision NOT NULL
      );
      INSERT INTO hearth.hours ${hoursOf('hearth.samples')};
      ALTER TABLE hearth.hours ADD PRIMARY KEY (entity, hour) INCLUDE (samples, sum, min, max);
      CREATE VIEW hearth.hourly AS
        SELECT entities.entity_id, hours.hour, hours.samples, hours.sum / hours.samples AS mean, hours.min, hours.max
        FROM hearth.hours JOIN hearth.entities ON entities.id = hours.entity;
      UPDATE hearth.version SET version = 2;
    `,
  },
];

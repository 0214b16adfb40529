/** States that count as numbers; longer ones could be more than a double holds. */
const NUMERIC = `state ~ '^[-+]?[0-9]{1,15}([.][0-9]{1,20})?([eE][-+]?[0-9]{1,2})?$'`;

/** The columns of `hearth.hours`, from samples in `source` that have `entity`, `time` and `state`. */
export function hoursOf(source: string, condition = 'true'): string {
  return `SELECT entity, date_trunc('hour', time, 'UTC') AS hour, count(*) AS samples,
      sum(state::float8) AS sum, min(state::float8) AS min, max(state::float8) AS max
    FROM ${source} WHERE ${NUMERIC} AND ${condition} GROUP BY 1, 2`;
}

/** Adds the incoming samples that are new, and their numbers to the hours. */
export const ADD_INCOMING = `WITH added AS (
    INSERT INTO hearth.samples SELECT * FROM incoming ON CONFLICT DO NOTHING RETURNING entity, time, state)
  INSERT INTO hearth.hours AS known ${hoursOf('added')}
  ON CONFLICT (entity, hour) DO UPDATE SET samples = known.samples + excluded.samples,
    sum = known.sum + excluded.sum, min = least(known.min, excluded.min), max = greatest(known.max, excluded.max)`;
/** After samples before those in \`kept\` were deleted: deletes their hours and computes those of \`kept\` again. */
export const DROP_HOURS = `DELETE FROM hearth.hours USING kept
  WHERE hours.entity = kept.entity AND hours.hour <= date_trunc('hour', kept.time, 'UTC')`;
/** See `DROP_HOURS`. */
export const STORED_HOURS = `INSERT INTO hearth.hours ${hoursOf(
  `(SELECT samples.entity, samples.time, samples.state FROM hearth.samples JOIN kept ON samples.entity = kept.entity
    AND samples.time >= kept.time AND samples.time < date_trunc('hour', kept.time, 'UTC') + interval '1 hour') AS first`,
)}`;

import type { Statement, Value } from './sqlite.ts';

/** The parts of a state needed to save it: timestamps in milliseconds, and its JSON as sent to clients. */
export interface KeepableState {
  readonly entity_id: string;
  readonly last_changed: number;
  readonly last_updated: number;
  readonly last_reported: number;
  toJsonText(): string;
}

const SAVE = `INSERT INTO last_states (entity_id, state, last_changed, last_updated, last_reported, made_over_rest, entity_values)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (entity_id) DO UPDATE SET state = excluded.state, last_changed = excluded.last_changed,
  last_updated = excluded.last_updated, last_reported = excluded.last_reported, made_over_rest = excluded.made_over_rest,
  entity_values = excluded.entity_values`;
const REMOVE = 'DELETE FROM last_states WHERE entity_id = ?';

/** A state to save, and what is saved with it. */
export interface Saved {
  readonly state: KeepableState;
  readonly madeOverRest: boolean;
  readonly values: Readonly<Record<string, unknown>> | null;
}

/** States to write, and entities to delete. */
export type Batch = {
  readonly id: string;
  readonly saved: Saved | undefined;
  readonly text: string | undefined;
}[];

/** The statements that write a batch. */
export function statementsFor(batch: Batch): Statement[] {
  const saved: Value[][] = [];
  const removed: Value[][] = [];
  for (const { id, saved: kept, text } of batch) {
    if (kept === undefined || text === undefined) removed.push([id]);
    else saved.push(rowFor(kept, text));
  }
  return [
    { sql: SAVE, rows: saved },
    { sql: REMOVE, rows: removed },
  ];
}

function rowFor({ state, madeOverRest, values }: Saved, text: string): Value[] {
  const { entity_id, last_changed, last_updated, last_reported } = state;
  const reported = values === null ? null : JSON.stringify(values);
  return [entity_id, text, last_changed, last_updated, last_reported, madeOverRest ? 1 : 0, reported];
}

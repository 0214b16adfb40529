import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../storage/atomic-file.ts';

/** The file in the data folder that says which version ran last, and what it found; never part of a backup. */
export const RUN_RECORD = 'last-run.json';

/** What a home contains, as far as an update must not lose it. */
export const Contents = z.strictObject({
  entities: z.number(),
  automations: z.number(),
  scripts: z.number(),
  scenes: z.number(),
  users: z.number(),
});
export type Contents = z.infer<typeof Contents>;

const Update = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** When the newer version was ready, in ISO 8601; null until then. */
  at: z.string().nullable(),
  /** The ID of the backup that was made before; null if there is none. */
  restore_point: z.string().nullable(),
  /** What there is less of than before. */
  missing: z.array(z.strictObject({ what: z.string(), before: z.number(), after: z.number() })),
});
/** The last time that another version started. */
export type Update = z.infer<typeof Update>;

const RunRecord = z.strictObject({
  version: z.string(),
  contents: Contents.nullable(),
  update: Update.nullable(),
});
/** The last run of a server on a data folder. */
export type RunRecord = z.infer<typeof RunRecord>;

/** The record of a data folder; null if there is none that can be read. */
export function readRunRecord(folder: string): RunRecord | null {
  try {
    const parsed = RunRecord.safeParse(JSON.parse(readFileSync(join(folder, RUN_RECORD), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function writeRunRecord(folder: string, record: RunRecord): Promise<void> {
  return writeFileAtomically(join(folder, RUN_RECORD), `${JSON.stringify(record, null, 1)}\n`);
}

/** What there is less of than before. */
export function missingIn(before: Contents, after: Contents): Update['missing'] {
  return (Object.keys(before) as (keyof Contents)[]).flatMap((what) =>
    after[what] < before[what] ? [{ what, before: before[what], after: after[what] }] : [],
  );
}

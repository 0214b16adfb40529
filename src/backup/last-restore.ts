import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../storage/atomic-file.ts';

/** The file in a restored data folder that says what it was restored from; never part of a backup. */
export const RESTORED_FILE = 'restored.json';

/** The user that requested a restore, with the token and the address. */
const RestoredBy = z.strictObject({
  userId: z.string().nullable(),
  tokenId: z.string().nullable(),
  peer: z.string().nullable(),
});
export type RestoredBy = z.infer<typeof RestoredBy>;

const LastRestore = z.strictObject({
  /** The ID, name and date of the backup. */
  slug: z.string(),
  name: z.string(),
  date: z.string(),
  /** When it was restored, in ISO 8601. */
  at: z.string(),
  /** The folder, in the data folder, with what it replaced. */
  kept: z.string(),
  by: RestoredBy.optional(),
});
/** The restore that a data folder comes from. */
export type LastRestore = z.infer<typeof LastRestore>;

/** Notes in the new content of a data folder what it is restored from. */
export function noteRestore(content: string, restore: LastRestore): Promise<void> {
  return writeFileAtomically(join(content, RESTORED_FILE), `${JSON.stringify(restore)}\n`);
}

/** The restore that a data folder comes from; null if it was never restored. */
export function lastRestoreOf(folder: string): LastRestore | null {
  try {
    const parsed = LastRestore.safeParse(JSON.parse(readFileSync(join(folder, RESTORED_FILE), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

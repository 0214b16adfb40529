import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { unpackBackup } from '../import/archive/unpack.ts';
import type { ImportPlan } from '../import/import-plan.ts';
import type { ImportAnswer, ImportedPerson, NamedItem, ReadRequest } from '../import/import-process.ts';
import { readHome } from '../import/read-home.ts';
import { MissingKey, openSourceFolder } from '../import/source-folder.ts';

const LOWER = 10;
const LOWEST = 19;
const NAMED = ['areas', 'floors', 'labels'];

interface PlannedUser {
  readonly id: string;
  readonly name: string;
  readonly is_owner: boolean;
  readonly group_ids: readonly string[];
}

interface PlannedToken {
  readonly id: string;
  readonly user_id: string;
  readonly name: string | null;
  readonly client_id: string | null;
  readonly kind: string;
  readonly last_used_at: number | null;
}

setPriority(0, Math.min(LOWEST, getPriority(0) + LOWER));
// The server may have been killed and cannot stop this process.
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});
process.once('message', (request: ReadRequest) => {
  read(request).then((answer) => process.send?.(answer, () => process.exit()));
});

async function read({ file, key, target, now }: ReadRequest): Promise<ImportAnswer> {
  try {
    await mkdir(target, { mode: 0o700 });
    const folder = await unpackBackup(file, key, target);
    const { plan, report } = await readHome(await openSourceFolder(folder), { now });
    const hasHistory = existsSync(join(folder, 'home-assistant_v2.db'));
    return {
      kind: 'read',
      folder,
      entries: report.entries,
      people: peopleOf(plan),
      named: namedOf(plan),
      hasHistory,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', message, isKeyMissing: error instanceof MissingKey };
  }
}

function peopleOf(plan: ImportPlan): ImportedPerson[] {
  const tokens = [...plan.all<PlannedToken>('tokens')];
  return [...plan.all<PlannedUser>('users')].map(({ id, name, is_owner, group_ids }) => ({
    ...{ id, name, is_owner, is_admin: group_ids.includes('system-admin') },
    tokens: tokens
      .filter(({ user_id }) => user_id === id)
      .map((token) => ({
        id: token.id,
        name: token.name ?? token.client_id ?? '?',
        kind: token.kind,
        last_used_at: token.last_used_at,
      })),
  }));
}

function namedOf(plan: ImportPlan): NamedItem[] {
  return NAMED.flatMap((collection) =>
    [...plan.all<{ readonly id: string; readonly name: string }>(collection)].map(({ id, name }) => ({
      ...{ collection, id, name },
    })),
  );
}

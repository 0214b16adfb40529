import { z } from 'zod';
import { pointOfIsoTime } from '../core/clock.ts';
import { callOrOpen, type Offline } from './call-server.ts';
import { ChangeRow, Preview, previewText, sentenceOf } from './changes-text.ts';
import type { FlagValues } from './command.ts';
import { table } from './table.ts';
import { hearthVersion } from './version.ts';

const Undone = z.object({ id: z.number().nullable() });

type Target = { readonly id: number } | { readonly to: number };

/** `hearth changes list`: the newest first. */
export async function listRecordedChanges(flags: FlagValues): Promise<void> {
  const { limit = '50', before } = flags;
  const query = {
    limit: whole(limit, '--limit'),
    ...(before === undefined ? {} : { before: whole(before, '--before') }),
  };
  const rows = z.array(ChangeRow).parse(await call('changes/list', query, flags));
  process.stdout.write(table([['ID', 'TIME (UTC)', 'BY', 'CHANGE'], ...rows.map(rowOf)]));
}

/** `hearth changes show`: what a change did, as the undo of it would write it. */
export async function showChange(flags: FlagValues): Promise<void> {
  const target = { id: whole(flags.change, 'the ID of a change') };
  process.stdout.write(previewText(Preview.parse(await call('changes/preview', target, flags))));
}

/** `hearth changes undo`. */
export function undoChange(flags: FlagValues): Promise<void> {
  return undo({ id: whole(flags.change, 'the ID of a change') }, flags);
}

/** `hearth changes undo-to`: undoes everything since a time, as one change. */
export async function undoTo(flags: FlagValues): Promise<void> {
  const { time } = flags;
  const to = typeof time === 'string' && /^\d{4}-\d\d-\d\d/.test(time) ? pointOfIsoTime(time) : Number.NaN;
  if (Number.isNaN(to))
    throw new Error(`${time ?? 'nothing'} is no time such as 2026-03-01 or 2026-03-01T18:30:00Z`);
  return undo({ to }, flags);
}

async function undo(target: Target, flags: FlagValues): Promise<void> {
  if (flags['dry-run'] === true) {
    process.stdout.write(previewText(Preview.parse(await call('changes/preview', target, flags))));
    return;
  }
  const { id } = Undone.parse(await call('changes/undo', { target, force: flags.force === true }, flags));
  process.stdout.write(id === null ? 'There was nothing to undo.\n' : `Undone. This is change ${id}.\n`);
}

function call(command: string, args: unknown, flags: FlagValues): Promise<unknown> {
  return callOrOpen({ command, args }, flags, offline);
}

/** Without a server, the documents and files are put back; its next start reads them. */
export const offline: Offline = async (path, lockWait, work) => {
  const { onQuietHub } = await import('../hub/rehearse.ts');
  const { changesControl } = await import('../api/changes-control.ts');
  const { puttingBack } = await import('../hub/restorable-items.ts');
  const version = await hearthVersion();
  const { commandsOf, routesOf } = await import('../hub/interface.ts');
  return onQuietHub({ path, version, lockWait }, async (hub) => {
    const commands = commandsOf(hub, null);
    hub.changes.learn(commands, routesOf(hub, commands));
    return work(changesControl(hub.changes, puttingBack(hub), () => hub.auth.users.owner()?.id));
  });
};

function rowOf(change: ChangeRow): string[] {
  const { id, time, user_id, user_name } = change;
  const by = user_name ?? (user_id === null ? '-' : user_id);
  return [String(id), time.slice(0, 16).replace('T', ' '), by, sentenceOf(change)];
}

function whole(value: string | boolean | undefined, what: string): number {
  if (typeof value !== 'string' || !/^[1-9]\d{0,14}$/.test(value))
    throw new Error(`${value ?? 'nothing'} is no number: ${what} is one; bin/hearth changes list shows all`);
  return Number(value);
}

import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { callServer } from './call-server.ts';
import type { FlagValues } from './command.ts';
import { table } from './table.ts';

const Page = z.object({
  text: z.string(),
  after: z.object({ entityId: z.string(), at: z.number() }).nullable(),
});

/** `hearth history export`: writes the history of a running server to a new file or to stdout. */
export async function exportHistory(flags: FlagValues): Promise<void> {
  const { format = 'csv', entities, start, end, output } = flags;
  const request = {
    format,
    ...(entities === undefined ? {} : { entities: String(entities).toLowerCase().split(',') }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  };
  if (output !== undefined && existsSync(String(output)))
    throw new Error(`${output} exists already; choose another file`);
  let page = Page.parse(await callServer('history/export', { ...request, after: null }, flags));
  const target =
    output === undefined ? process.stdout : createWriteStream(String(output), { flags: 'wx', mode: 0o600 });
  for (;;) {
    if (!target.write(page.text)) await once(target, 'drain');
    if (page.after === null) break;
    page = Page.parse(await callServer('history/export', { ...request, after: page.after }, flags));
  }
  if (target === process.stdout) return;
  target.end();
  await once(target, 'finish');
}

const Begun = z.object({ id: z.number() });
const Report = z.object({
  entities: z.record(z.string(), z.object({ new: z.number(), existing: z.number() })),
  refused: z.number(),
  refusals: z.array(z.object({ line: z.number(), reason: z.string(), value: z.string() })),
});
const Polled = z.union([z.object({ working: z.literal(true) }), Report]);

/** The bytes of a file that one request contains; as base64 they stay below what the control socket reads at once. */
const PART_BYTES = 45_000;
const JSON_LINES = ['.jsonl', '.ndjson', '.json'];

const REASONS: Readonly<Record<string, string>> = {
  attributes: 'the attributes are not a JSON object of at most 16,384 characters',
  columns: 'the line does not have the columns of the header, or is badly quoted',
  context: 'the context IDs are invalid',
  entity_id: 'not an entity ID',
  future: 'last_updated is in the future',
  header: 'not the header of an export',
  json: 'not a JSON object',
  state: 'not a state of at most 255 characters',
  time: 'not a valid time with an offset, or last_changed is after last_updated',
  too_long: 'the line is too long',
  too_many_entities: 'there are too many entities',
};

/** `hearth history import`: checks a file, reports what it contains, and with `--yes` imports it as a unit. */
export async function importHistory(flags: FlagValues): Promise<void> {
  const { file, check = false, yes = false } = flags;
  if (typeof file !== 'string') throw new Error('history import needs a file');
  if (check && yes) throw new Error('--check only checks; leave out --yes');
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  const format = flags.format ?? (JSON_LINES.includes(extname(file).toLowerCase()) ? 'jsonl' : 'csv');
  const { id } = Begun.parse(await callServer('history/import/begin', { format }, flags));
  try {
    let offset = 0;
    for await (const bytes of createReadStream(file, { highWaterMark: PART_BYTES })) {
      const data = (bytes as Buffer).toString('base64');
      await callServer('history/import/add', { id, offset, data }, flags);
      offset += bytes.length;
    }
    const report = await polled('history/import/check', id, flags);
    print(report);
    if (report.refused > 0) throw new Error(refusalText(report));
    if (yes) await polled('history/import/commit', id, flags);
    process.stdout.write(yes ? 'Imported.\n' : 'Nothing was imported; --yes imports what is new.\n');
  } finally {
    await callServer('history/import/cancel', { id }, flags);
  }
}

type Report = z.infer<typeof Report>;

/** Asks until a step is done. */
async function polled(command: string, id: number, flags: FlagValues): Promise<Report> {
  for (;;) {
    const answer = Polled.parse(await callServer(command, { id }, flags));
    if ('refusals' in answer) return answer;
  }
}

function print({ entities, refused }: Report): void {
  const counts = Object.entries(entities);
  const rows = counts.map(([id, count]) => [id, String(count.new), String(count.existing)]);
  const sum = (key: 'new' | 'existing') => String(counts.reduce((all, [, count]) => all + count[key], 0));
  const total = [`${counts.length} entities`, sum('new'), sum('existing')];
  process.stdout.write(table([['ENTITY', 'NEW', 'EXISTING'], ...rows, total]));
  if (refused > 0) process.stdout.write(`${refused} lines refused\n`);
}

function refusalText({ refused, refusals }: Report): string {
  const lines = refusals.map(
    ({ line, reason, value }) => `line ${line}: ${REASONS[reason] ?? reason}: ${value}`,
  );
  if (refused > refusals.length) lines.push(`and ${refused - refusals.length} more`);
  return ['nothing was imported, since lines were refused', ...lines].join('\n');
}

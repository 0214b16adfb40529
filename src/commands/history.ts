import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { z } from 'zod';
import { callServer } from './call-server.ts';
import type { FlagValues } from './command.ts';

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

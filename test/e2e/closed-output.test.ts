import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startHearth } from '../support/command-line.ts';
import { tempFolder } from '../support/temp-folder.ts';

it('a server whose terminal was closed serves on, and logs to its file', async () => {
  const folder = tempFolder();
  const args = ['start', '--port', '0', '--host', '127.0.0.1', '--data-dir', folder];
  const server = startHearth(args, { env: { HEARTH_LOG_LEVEL: 'info' } });
  let said = '';
  for await (const chunk of server.stdout ?? []) {
    said += String(chunk);
    if (said.includes('\n')) break;
  }
  // Leaving the loop has closed the first of the two.
  server.stderr?.destroy();
  const url = /http:\S+/.exec(said)?.[0];
  for (let n = 0; n < 3; n++)
    expect((await fetch(`${url}/api/`, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const log = readFileSync(join(folder, 'logs', 'hearth.log'), 'utf8');
  expect(log).toMatch(/invalid|refused|Login/i);
  expect(log).not.toContain('EPIPE');
});

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { hearth, startHearth } from './command-line.ts';
import { tempFolder } from './temp-folder.ts';

/** A running server with the demo home, and a token for it. */
export interface ServedHome {
  readonly url: string;
  readonly port: number;
  readonly token: string;
}

/**
 * Starts `hearth start --demo` with an empty folder and, if given, a `hearth.yaml`; it ends with the test.
 */
export async function servedHome(settings = ''): Promise<ServedHome> {
  const dataDir = tempFolder();
  if (settings !== '') writeFileSync(join(dataDir, 'hearth.yaml'), settings);
  const child = startHearth(['start', '--demo', '--port', '0', '--data-dir', dataDir]);
  const url = await readyUrl(child.stdout as Readable);
  const { stdout } = await hearth(['token', 'create', '--name', 'test', '--data-dir', dataDir]);
  return { url, port: Number(new URL(url).port), token: stdout.trim() };
}

async function readyUrl(stdout: Readable): Promise<string> {
  let text = '';
  for (;;) {
    const [chunk] = (await once(stdout, 'data')) as [Buffer];
    text += chunk;
    const match = / ready at (http:\S+)\n/.exec(text);
    if (match?.[1] !== undefined) return match[1];
  }
}

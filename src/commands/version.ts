import { readFile } from 'node:fs/promises';

/** `hearth version`: prints the version in package.json and nothing else. */
export async function version(): Promise<void> {
  process.stdout.write(`${await hearthVersion()}\n`);
}

/** Hearth's own version, not the Home Assistant version that clients see. */
export async function hearthVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

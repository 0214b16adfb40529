import { readFile } from 'node:fs/promises';

/** `hearth version`: the version of package.json, and nothing else. */
export async function version(): Promise<void> {
  process.stdout.write(`${await hearthVersion()}\n`);
}

/** Hearth's own version; the wire's is another. */
export async function hearthVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

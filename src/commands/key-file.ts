import { readFile } from 'node:fs/promises';

/** The key in a file: the emergency kit that Home Assistant offers, or the key alone. */
export async function keyIn(file: string | boolean | undefined): Promise<string | undefined> {
  if (typeof file !== 'string') return undefined;
  const text = await readFile(file, 'utf8');
  const key = /\b(?:[A-Z0-9]{4}-){6}[A-Z0-9]{4}\b/.exec(text)?.[0] ?? text.trim();
  if (key === '') throw new Error(`${file} contains no key`);
  return key;
}

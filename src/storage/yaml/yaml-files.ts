import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of secrets of a folder. */
export const SECRETS = 'secrets.yaml';
const DEEPEST = 20;

/** All `*.yaml` files below a folder, folder by folder, sorted by name, without secrets and hidden files. */
export async function yamlFilesIn(folder: string, depth = 0): Promise<string[]> {
  if (depth > DEEPEST) return [];
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = found.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = names.filter(
    (one) => !one.isDirectory() && one.name.endsWith('.yaml') && one.name !== SECRETS,
  );
  const below = [];
  for (const one of names)
    if (one.isDirectory()) below.push(...(await yamlFilesIn(join(folder, one.name), depth + 1)));
  return [...files.map(({ name }) => join(folder, name)), ...below];
}

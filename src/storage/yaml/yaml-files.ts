import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of secrets of a folder. */
export const SECRETS = 'secrets.yaml';
const DEEPEST = 20;

/** All `*.yaml` below a folder, folder by folder, in the order of their names; secrets and hidden ones are left out. */
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

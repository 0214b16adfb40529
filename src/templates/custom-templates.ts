import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../core/log.ts';

/** The largest macro file, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

/** The templates in `custom_templates`, which others can import, by path in the folder. */
export async function readCustomTemplates(folder: string, log: Log): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  let names: string[];
  try {
    names = await readdir(folder, { recursive: true });
  } catch {
    return found; // no such folder
  }
  for (const name of names.filter((path) => path.endsWith('.jinja')).sort()) {
    try {
      const path = join(folder, name);
      if ((await stat(path)).size > MAX_BYTES) log.error(`${path} is larger than ${MAX_BYTES} bytes`);
      else found.set(name.replaceAll('\\', '/'), await readFile(path, 'utf8'));
    } catch (error) {
      log.error(`The custom template ${name} cannot be read`, { error });
    }
  }
  return found;
}

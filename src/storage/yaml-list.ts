import { readFile } from 'node:fs/promises';
import { HubError } from '../core/errors.ts';

const LARGEST_FILE = 10_000_000;

/**
 * Reads a file that holds a list in YAML 1.1, whose `on` and `off` people use; times and dates stay text. No file and an empty one are the
 * empty list. Throws `home_assistant_error` that says what is wrong and where.
 */
export async function readYamlList(path: string): Promise<unknown[]> {
  const text = await readText(path);
  if (text.trim() === '') return [];
  if (text.length > LARGEST_FILE)
    throw new HubError('home_assistant_error', `${path} is larger than ${LARGEST_FILE} bytes`);
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, {
    version: '1.1',
    customTags: (tags) =>
      tags.filter(
        (tag) =>
          typeof tag === 'string' ||
          (!('format' in tag && tag.format === 'TIME') && !tag.tag.endsWith(':timestamp')),
      ),
  });
  const [problem] = document.errors;
  if (problem !== undefined) throw new HubError('home_assistant_error', `${path}: ${problem.message}`);
  const value: unknown = document.toJS({ maxAliasCount: 1000 });
  if (value === null) return [];
  if (!Array.isArray(value)) throw new HubError('home_assistant_error', `${path} does not hold a list`);
  return value;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

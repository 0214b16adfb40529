import { stat } from 'node:fs/promises';
import { ImportError, openSourceFolder, type SourceFolder } from './source-folder.ts';

/** An installation to import, and how to release what opening it took. */
export interface OpenedSource {
  readonly folder: SourceFolder;
  close(): Promise<void>;
}

/** Opens a configuration folder. Throws `ImportError`. */
export async function openSource(
  path: string,
  _options: { readonly keyFile?: string | undefined },
): Promise<OpenedSource> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new ImportError(`${path} does not exist`);
  if (!found.isDirectory()) throw new ImportError(`${path} is not a folder`);
  return { folder: await openSourceFolder(path), close: async () => {} };
}

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportParts } from '../api/import-interface.ts';
import { fault } from '../core/errors.ts';
import { type ReadAnswer, readInProcess } from '../import/import-process.ts';
import { abandonImport, decideImport, IMPORT_FOLDER, lastImport } from '../import/pending-import.ts';
import { namesHere, presentDocuments } from '../import/present-home.ts';
import type { HubContext } from './hub-context.ts';

const RESTART_DELAY = 500;

/** The import of another installation in the app: checked here, carried out by the next start. */
export function importParts({ options, clock, backups }: HubContext): ImportParts {
  const { path } = options.folder;
  const { uploads } = backups;
  let checked: ReadAnswer | undefined;
  let isBusy = false;
  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isBusy) throw fault('unavailable', 'import_in_progress');
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
    }
  };
  const check = async (uploadId: string, owner: string | null, key: string | undefined) => {
    const file = uploads.complete(uploadId, owner);
    checked = undefined;
    await abandonImport(path);
    await mkdir(join(path, IMPORT_FOLDER), { recursive: true, mode: 0o700 });
    const target = join(path, IMPORT_FOLDER, 'home');
    await rm(target, { recursive: true, force: true });
    const now = clock.now();
    const found = await readInProcess({ file, key, target, now }, new AbortController().signal);
    const here = namesHere(await presentDocuments(options.folder));
    const clashes = found.named.filter((item) => {
      const other = here(item.collection, item.name);
      return other !== undefined && other !== item.id;
    });
    checked = found;
    await uploads.remove(uploadId, owner);
    const { entries, people, hasHistory } = found;
    return { entries, people, clashes, has_history: hasHistory };
  };
  return {
    check: (uploadId, owner, key) => exclusively(() => check(uploadId, owner, key)),
    run: ({ excluded, withHistory, mergesNames }) =>
      exclusively(async () => {
        if (checked === undefined) throw fault('not_found', 'import_not_checked');
        await backups.create({ name: 'Before the import', withHistory: false });
        await decideImport(path, {
          folder: checked.folder,
          excluded: [...excluded],
          with_history: withHistory,
          merges_names: mergesNames,
        });
        // The answer goes out first.
        clock.after(RESTART_DELAY, () => options.onStopAsked(true));
      }),
    cancel: () =>
      exclusively(async () => {
        checked = undefined;
        await abandonImport(path);
      }),
    last: () => lastImport(path),
  };
}

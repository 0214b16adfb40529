import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { openDataFolder } from '../../src/storage/data-folder.ts';
import {
  beginReplacement,
  carryOutReplacement,
  decideReplacement,
  isReplacementDue,
} from '../../src/storage/replace-folder.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const KEPT = join('backups', 'before-restore');

/** A folder with old content and new content that is due. */
async function dueFolder(): Promise<string> {
  const folder = tempFolder();
  for (const name of ['a.yaml', 'b.yaml', 'history.db', 'history.db-wal'])
    writeFileSync(join(folder, name), 'old');
  mkdirSync(join(folder, 'backups'));
  const content = await beginReplacement(folder);
  mkdirSync(content);
  for (const name of ['a.yaml', 'c.yaml', 'history.db']) writeFileSync(join(content, name), 'new');
  await decideReplacement(folder, { isKept: (name) => name === 'backups', kept: KEPT });
  return folder;
}

const textOf = (folder: string, name: string): string | undefined =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;

describe('replacing the content of a data folder', () => {
  it('happens when the folder is opened, and keeps what was there', async () => {
    const folder = await dueFolder();
    const opened = await openDataFolder({ folder, clock: new FakeClock(), log: silentLog });
    await opened.release();
    expect(opened.hasNewFiles).toBe(true);
    expect(
      ['a.yaml', 'b.yaml', 'c.yaml', 'history.db', 'history.db-wal'].map((name) => textOf(folder, name)),
    ).toEqual(['new', undefined, 'new', 'new', undefined]);
    for (const name of ['a.yaml', 'b.yaml', 'history.db', 'history.db-wal'])
      expect(textOf(join(folder, KEPT), name)).toBe('old');
    expect(existsSync(join(folder, '.restore'))).toBe(false);
  });

  it('can be interrupted anywhere and repeated', async () => {
    const folder = await dueFolder();
    carryOutReplacement(folder);
    expect(isReplacementDue(folder)).toBe(true);
    carryOutReplacement(folder);
    expect(textOf(folder, 'a.yaml')).toBe('new');
    expect(textOf(join(folder, KEPT), 'a.yaml')).toBe('old');
  });

  it('does nothing before it is decided', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'hearth.yaml'), '');
    mkdirSync(await beginReplacement(folder));
    const opened = await openDataFolder({ folder, clock: new FakeClock(), log: silentLog });
    await opened.release();
    expect(opened.hasNewFiles).toBe(false);
    expect(textOf(folder, 'hearth.yaml')).toBe('');
  });
});

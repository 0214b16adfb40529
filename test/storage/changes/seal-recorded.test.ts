import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordingOf } from '../../../src/changes/collections.ts';
import { masked } from '../../../src/changes/masked.ts';
import { sealRecorded } from '../../../src/storage/changes/seal-recorded.ts';
import { SealedTexts } from '../../../src/storage/changes/sealed-texts.ts';
import { SecretBox } from '../../../src/storage/secret-box.ts';
import type { Row } from '../../../src/storage/sqlite.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openIn } from '../temp-database.ts';

const hasSecrets = (text: string): boolean => masked(text) !== text;
const CARD = '{"cards":[{"type":"alarm-panel","code":"9753"}]}';
const splice = { at: 6, before: '8642', after: '9755', hashBefore: 'a', hashAfter: 'b' };
const DETAIL = JSON.stringify({ file: 'automations.yaml', splice });
const ENTRY = '{"data":{"password":{"$sealed":"v1.AAAA"}}}';
/** What an earlier version recorded. */
const ROWS = [
  [1, 'document', 'dashboard_configs', 'main', null, CARD, null],
  [2, 'item', 'automation', 'night', 'code: 8642', 'code: 9755', DETAIL],
  [3, 'document', 'areas', 'hall', null, '{"name":"Hall"}', null],
  [4, 'document', 'config_entries', 'hue', null, ENTRY, null],
  [5, 'private', 'passwords', 'ann', '{"name":null}', '{"name":null}', null],
];

async function recorded() {
  const folder = tempFolder(onTestFinished);
  const database = await openIn(folder);
  const insert = (rows: typeof ROWS) =>
    database.write([
      {
        sql: 'INSERT INTO change_parts (part_id, change_id, kind, name, id, before, after, detail) VALUES (?, 1, ?, ?, ?, ?, ?, ?)',
        rows,
      },
    ]);
  await insert(ROWS);
  const texts = new SealedTexts(new SecretBox(folder), hasSecrets);
  const seal = () => sealRecorded(database, { recordingOf, texts });
  const rows = () => database.query('SELECT * FROM change_parts ORDER BY part_id');
  return { folder, database, insert, seal, rows, texts };
}

test('secrets that an earlier version recorded are encrypted, and nothing else is', async () => {
  const { folder, database, seal, rows, texts } = await recorded();
  const before = await rows();
  expect(await seal()).toBe(true);
  const after = await rows();
  expect(after.slice(2)).toEqual(before.slice(2));
  const [card, item] = after as [Row, Row];
  const place = { name: 'automation', id: 'night' };
  expect(texts.open(String(card.after), { name: 'dashboard_configs', id: 'main' })).toBe(CARD);
  expect(texts.open(String(item.before), place)).toBe('code: 8642');
  expect(texts.openDetail(String(item.detail), place)).toEqual(JSON.parse(DETAIL));
  await database.close();
  const bytes = readFileSync(join(folder, 'hearth.db'), 'latin1');
  for (const secret of ['9753', '8642', '9755']) expect(bytes).not.toContain(secret);
});

test('what was checked is not checked again, but what an older version recorded since is', async () => {
  const { insert, seal, rows, database } = await recorded();
  await seal();
  expect(await seal()).toBe(false);
  await insert([[6, 'document', 'dashboard_configs', 'other', null, CARD, null]]);
  expect(await seal()).toBe(true);
  expect(JSON.stringify(await rows())).not.toContain('9753');
  expect(await database.query('SELECT * FROM checked_changes')).toEqual([{ until: 6 }]);
});

import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ItemDomain } from '../../../src/automation/item-files/item-domain.ts';
import { type EditBy, ItemEditor } from '../../../src/automation/item-files/item-editor.ts';
import { ItemFiles } from '../../../src/automation/item-files/item-files.ts';
import { ItemHistory } from '../../../src/automation/item-files/item-history.ts';
import { HubError } from '../../../src/core/errors.ts';
import { SerialQueue } from '../../../src/core/serial-queue.ts';
import { openRecorder } from '../../../src/storage/changes/change-recorder.ts';
import { RecordedFiles } from '../../../src/storage/changes/recorded-files.ts';
import type { Database } from '../../../src/storage/database.ts';
import { openIn } from '../../storage/temp-database.ts';
import { dataFiles, writeFiles } from '../../support/data-files.ts';
import { RunningClock } from '../../support/running-clock.ts';
import { testData, testText } from '../../support/test-data.ts';
import { seeds } from '../../support/thoroughness.ts';

const cases = testData(import.meta.filename);

const ANN: EditBy = { userId: 'ann', reader: 'ann' };
const OWNER: EditBy = { ...ANN, isOwner: true };
const BEN: EditBy = { userId: 'ben', reader: 'ben' };

async function historyIn(database: Database): Promise<ItemHistory> {
  const clock = new RunningClock();
  const recorder = await openRecorder(database, { recordingOf: () => undefined, clock });
  return new ItemHistory({ database, recorder, files: new RecordedFiles(database, recorder), clock });
}

async function editing(files: Readonly<Record<string, string>>, domain: ItemDomain = 'automation') {
  const folder = dataFiles(files);
  const itemFiles = new ItemFiles(domain, async () => folder);
  const database = await openIn(folder);
  const history = await historyIn(database);
  const validated: unknown[] = [];
  const editor = new ItemEditor({
    files: itemFiles,
    history,
    items: {
      validate: (config) => {
        validated.push(config);
        if (typeof config === 'object' && config !== null && 'bad' in config)
          throw new HubError('invalid_format', 'bad');
      },
      reload: async () => {
        await itemFiles.load();
      },
    },
    queue: new SerialQueue(),
  });
  await itemFiles.load();
  return {
    ...{ folder, editor, history, itemFiles, validated, database },
    text: (name: string) => readFileSync(join(folder, name), 'utf8'),
    code: (edit: Promise<unknown>) =>
      edit.then(
        () => 'done',
        (error: HubError) => error.code,
      ),
  };
}

const FILE = testText(import.meta.filename, 'file.yaml');

describe('an edit', () => {
  test('changes the item and not one byte around it', async () => {
    const { editor, text, validated } = await editing({
      'automations.yaml': FILE,
      'secrets.yaml': 'kitchen: 42\n',
    });
    const { config } = await editor.read('kitchen', 'ann');
    expect(config).toMatchObject({ id: 'kitchen', token: '!secret kitchen' });
    await editor.save('kitchen', { ...(config as object), alias: 'Cooking', mode: 'single' }, ANN);
    expect(text('automations.yaml')).toBe(
      FILE.replace("alias: 'Kitchen'", "alias: 'Cooking'").replace(
        'actions: *lights\n',
        'actions: *lights\n  mode: single\n',
      ),
    );
    expect(validated.at(-1)).toMatchObject({
      token: 42,
      alias: 'Cooking',
      actions: [{ action: 'light.turn_on' }],
    });
  });

  test('adds a new item at the end, and removes one', async () => {
    const { editor, text } = await editing({ 'automations.yaml': FILE, 'secrets.yaml': 'kitchen: 42\n' });
    await editor.save('new', { alias: 'New: one', triggers: [] }, ANN);
    expect(text('automations.yaml')).toBe(`${FILE}- id: new\n  alias: 'New: one'\n  triggers: []\n`);
    await editor.remove('3', ANN);
    await editor.remove('new', ANN);
    expect(text('automations.yaml')).toBe(FILE.replace('- id: 3\n  alias: Third\n', ''));
  });

  test.each(['', '[]\n', '# mine\n[] # none yet\n', '---\n', '# only words', 'null\n'])(
    'adds the first item to a file that contains %j',
    async (before) => {
      const { editor, itemFiles, text } = await editing({ 'automations.yaml': before });
      await editor.save('a', { alias: 'A' }, ANN);
      await editor.save('b', { alias: 'B' }, ANN);
      expect((await itemFiles.load()).items.map(({ config }) => config)).toEqual([
        { id: 'a', alias: 'A' },
        { id: 'b', alias: 'B' },
      ]);
      for (const word of before.match(/#[^\n]*/g) ?? []) expect(text('automations.yaml')).toContain(word);
    },
  );

  test('creates a missing file, and scripts by their key', async () => {
    const { editor, text, folder } = await editing({}, 'script');
    await editor.save('wake_up', { sequence: [{ delay: 1 }] }, ANN);
    expect(text('scripts.yaml')).toBe('wake_up:\n  sequence:\n  - delay: 1\n');
    expect(statSync(join(folder, 'scripts.yaml')).mode & 0o777).toBe(0o600);
    await editor.save('wake_up', { sequence: [{ delay: 2 }] }, ANN);
    expect(text('scripts.yaml')).toBe('wake_up:\n  sequence:\n  - delay: 2\n');
  });

  test('keeps the file permissions', async () => {
    const { editor, folder } = await editing({ 'automations.yaml': FILE, 'secrets.yaml': 'kitchen: 42\n' });
    chmodSync(join(folder, 'automations.yaml'), 0o644);
    await editor.save('3', { alias: 'Drei' }, ANN);
    expect(statSync(join(folder, 'automations.yaml')).mode & 0o777).toBe(0o644);
  });

  test('goes to the file that holds the item, through includes and packages', async () => {
    const { editor, text, folder } = await editing({
      'automations.yaml': '# all\n!include_dir_list rooms\n',
      'rooms/a.yaml': '# Room A\nid: a\nalias: A\n',
      'rooms/b.yaml': 'id: b\nalias: B\n',
      'packages/p.yaml': 'automation:\n  # first\n  - id: c # c\n    alias: C\nscript: {}\n',
    });
    await editor.save('a', { id: 'a', alias: 'AA' }, ANN);
    await editor.save('c', { id: 'c', alias: 'CC', mode: 'single' }, ANN);
    await editor.save('d e', { alias: 'D' }, ANN);
    expect(text('rooms/a.yaml')).toBe('# Room A\nid: a\nalias: AA\n');
    expect(text('packages/p.yaml')).toBe(
      'automation:\n  # first\n  - id: c # c\n    alias: CC\n    mode: single\nscript: {}\n',
    );
    expect(text('rooms/d_e.yaml')).toBe('id: d e\nalias: D\n');
    await editor.remove('b', ANN);
    await editor.remove('c', ANN);
    expect(readdirSync(join(folder, 'rooms'))).toEqual(['a.yaml', 'd_e.yaml']);
    expect(text('packages/p.yaml')).toBe('automation:\n  # first\nscript: {}\n');
    expect(text('automations.yaml')).toBe('# all\n!include_dir_list rooms\n');
  });

  test('of an item that an entry includes takes out the entry, and leaves the file', async () => {
    const { editor, text, folder } = await editing({
      'automations.yaml': '- id: x\n- !include a.yaml\n',
      'a.yaml': 'id: a\n',
    });
    await editor.save('a', { alias: 'A' }, ANN);
    expect(text('a.yaml')).toBe('id: a\nalias: A\n');
    await editor.remove('a', ANN);
    expect(text('automations.yaml')).toBe('- id: x\n');
    expect(existsSync(join(folder, 'a.yaml'))).toBe(true);
  });

  test('is refused where it would break another item, or cannot be used, or is not there', async () => {
    const { editor, text, code } = await editing({
      'automations.yaml': FILE,
      'secrets.yaml': 'kitchen: 42\n',
    });
    expect(await code(editor.remove('hall', ANN))).toBe('not_allowed');
    expect(await code(editor.save('hall', { actions: [] }, ANN))).toBe('not_allowed');
    expect(await code(editor.save('3', { bad: true }, ANN))).toBe('invalid_format');
    expect(await code(editor.save('3', [], ANN))).toBe('invalid_format');
    expect(await code(editor.save('3', { x: '!secret nowhere' }, OWNER))).toBe('invalid_format');
    expect(await code(editor.remove('nobody', ANN))).toBe('not_found');
    expect(await code(editor.read('nobody', 'ann'))).toBe('not_found');
    expect(text('automations.yaml')).toBe(FILE);
    const flow = await editing({ 'automations.yaml': '[{id: a}]' });
    expect(await flow.code(flow.editor.save('a', { alias: 'A' }, ANN))).toBe('not_allowed');
    expect(await flow.code(flow.editor.save('b', { alias: 'A' }, ANN))).toBe('not_allowed');
    expect(flow.text('automations.yaml')).toBe('[{id: a}]');
  });

  test('of one item is possible while another is broken', async () => {
    const broken = '- id: a\n- id: b\n  x: "\n- id: c\n';
    const { editor, text, code } = await editing({ 'automations.yaml': broken });
    await editor.save('a', { alias: 'A' }, ANN);
    expect(text('automations.yaml')).toBe('- id: a\n  alias: A\n- id: b\n  x: "\n- id: c\n');
    expect(await code(editor.read('b', 'ann'))).toBe('home_assistant_error');
  });
});

describe('an edit of what was changed concurrently', () => {
  const files = { 'automations.yaml': '- id: a\n  alias: A\n- id: b\n  alias: B\n' };

  test('by hand, since it was read, is a conflict, and can be saved after reading again', async () => {
    const { editor, folder, text, code } = await editing(files);
    await editor.read('a', 'ann');
    writeFiles(folder, { 'automations.yaml': '- id: a\n  alias: By hand\n- id: b\n  alias: B\n' });
    expect(await code(editor.save('a', { alias: 'By app' }, ANN))).toBe('conflict');
    expect(await code(editor.remove('a', ANN))).toBe('conflict');
    expect(text('automations.yaml')).toContain('By hand');
    await editor.read('a', 'ann');
    await editor.save('a', { alias: 'By app' }, ANN);
    expect(text('automations.yaml')).toContain('By app');
  });

  test('by hand, since the server read it, is a conflict even without having read it', async () => {
    const { editor, folder, code } = await editing(files);
    writeFiles(folder, { 'automations.yaml': '- id: a\n  alias: By hand\n- id: c\n' });
    expect(await code(editor.save('a', { alias: 'x' }, ANN))).toBe('conflict');
    expect(await code(editor.save('c', { alias: 'x' }, ANN))).toBe('conflict');
    expect(await code(editor.save('b', { alias: 'x' }, ANN))).toBe('conflict');
  });

  test('in the app, is a conflict: another client’s read does not count', async () => {
    const { editor, code } = await editing(files);
    await editor.read('a', 'ann');
    await editor.read('a', 'ben');
    await editor.save('a', { alias: 'Ben' }, BEN);
    await editor.read('a', 'ben');
    expect(await code(editor.save('a', { alias: 'Ann' }, ANN))).toBe('conflict');
    await editor.save('a', { alias: 'Ben again' }, BEN);
  });

  test('is detected by the ETag of the read version', async () => {
    const { editor, code } = await editing(files);
    const { etag } = await editor.read('a', 'ann');
    await editor.save('a', { alias: 'Next' }, ANN);
    expect(await code(editor.save('a', { alias: 'Last' }, { ...ANN, etag }))).toBe('conflict');
    const { etag: now } = await editor.read('a', 'ann');
    await editor.save('a', { alias: 'Last' }, { ...ANN, etag: now });
  });

  test('in another item of the file loses nothing of either', async () => {
    const { editor, folder, text } = await editing(files);
    await editor.read('b', 'ann');
    writeFiles(folder, {
      'automations.yaml': '# new words\n- id: a\n  alias: By hand\n- id: b\n  alias: B\n- id: c\n',
    });
    await editor.save('b', { alias: 'By app' }, ANN);
    expect(text('automations.yaml')).toBe(
      '# new words\n- id: a\n  alias: By hand\n- id: b\n  alias: By app\n- id: c\n',
    );
  });

  test('at the same time, each edit is there at the end', async () => {
    const { editor, itemFiles } = await editing(files);
    await Promise.all(Array.from({ length: 20 }, (_, i) => editor.save(`n${i}`, { alias: `N${i}` }, ANN)));
    expect((await itemFiles.load()).items).toHaveLength(22);
  });
});

describe('versions', () => {
  test('of edits in the app and of the file are kept, and restore the text byte for byte', async () => {
    const original = '# head\n- id: a\n  alias:   "A"  # odd spaces\n\n  # inside\n  actions: []\n# tail\n';
    const { editor, history, folder, text, itemFiles } = await editing({ 'automations.yaml': original });
    await history.found('automation', itemsOf(await itemFiles.read()), true);
    await editor.save('a', { alias: 'Other' }, ANN);
    await editor.remove('a', BEN);
    expect(
      (await history.list('automation', 'a')).map(({ version, kind, user_id }) => [version, kind, user_id]),
    ).toEqual([
      [3, 'deleted', 'ben'],
      [2, 'saved', 'ann'],
      [1, 'found', null],
    ]);
    await editor.restore('a', 1, ANN);
    expect((await history.get('automation', 'a', 4)).text).toBe(
      (await history.get('automation', 'a', 1)).text,
    );
    expect(text('automations.yaml')).toContain('  alias:   "A"  # odd spaces\n\n  # inside\n  actions: []\n');
    writeFiles(folder, { 'automations.yaml': original.replace('"A"', '"By hand"') });
    await editor.restore('a', 1, ANN);
    expect(text('automations.yaml')).toBe(original);
    expect((await history.list('automation', 'a')).map(({ kind }) => kind)).toEqual([
      ...['restored', 'found', 'restored', 'deleted', 'saved', 'found'],
    ]);
    await editor.restore('a', 3, ANN);
    expect(text('automations.yaml')).toBe('# head\n# tail\n');
  });

  test('are listed up to a hundred', async () => {
    const { history, text, folder } = await editing({});
    for (let i = 0; i < 103; i += 1) {
      const now = `- id: s\n  n: ${i}\n`;
      const before = i === 0 ? null : text('scenes.yaml');
      await history.write(
        'scene',
        { path: `${folder}/scenes.yaml`, name: 'scenes.yaml', expected: before, text: now },
        {
          item: { id: 's', before, text: now, file: 'scenes.yaml', form: 'entry' },
          kind: 'saved',
          userId: null,
        },
      );
    }
    const versions = await history.list('scene', 's');
    expect(versions).toHaveLength(100);
    expect(versions.at(0)?.version).toBe(103);
    expect((await history.get('scene', 's', 31)).text).toBe('- id: s\n  n: 30\n');
    await expect(history.get('scene', 's', 104)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('found twice at the same time are one', async () => {
    const { history } = await editing({});
    const item = { id: 'a', text: '- id: a\n', file: 'automations.yaml', form: 'entry' as const };
    await Promise.all([
      history.found('automation', [item], true),
      history.found('automation', [item], false),
    ]);
    expect((await history.list('automation', 'a')).map(({ version }) => version)).toEqual([1]);
  });

  test('survive a restart, and items removed meanwhile become one', async () => {
    const { folder, history, database } = await editing({});
    const item = { id: 'a', text: '- id: a\n', file: 'automations.yaml', form: 'entry' as const };
    await history.found('automation', [item], true);
    await database.close();
    const again = await historyIn(await openIn(folder));
    await again.found('automation', [item], true);
    await again.found('automation', [], false);
    await again.found('automation', [], true);
    expect((await again.list('automation', 'a')).map(({ kind }) => kind)).toEqual(['gone', 'found']);
  });
});

test('an edit that cannot be recorded changes nothing', async () => {
  const { editor, history, itemFiles, database, text } = await editing({ 'automations.yaml': FILE });
  await history.found('automation', itemsOf(await itemFiles.read()), true);
  await database.write([
    {
      sql: "CREATE TRIGGER full BEFORE INSERT ON change_parts BEGIN SELECT RAISE(ABORT, 'full'); END",
    },
  ]);
  await expect(editor.save('hall', { alias: 'Other', triggers: [], actions: [] }, ANN)).rejects.toThrow();
  expect(text('automations.yaml')).toBe(FILE);
  await database.write([{ sql: 'DROP TRIGGER full' }]);
  await editor.save('hall', { alias: 'Other', triggers: [], actions: [] }, ANN);
  expect((await history.list('automation', 'hall')).map(({ kind }) => kind)).toEqual(['saved', 'found']);
});

test('random edits keep every byte of the other items', async () => {
  const { editor, folder, text, itemFiles } = await editing({});
  onTestFinished(() => expect(existsSync(folder)).toBe(true));
  const blocks = cases<string[]>('blocks');
  const gap = fc.constantFrom('', '\n', '# words\n', '\n# two\n# lines\n\n', '   # odd\n');
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
    fc.constant(null),
  );
  const change = fc.tuple(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.constantFrom('alias', 'x', 'new', 'remove'),
    value,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(gap, { minLength: 5, maxLength: 5 }),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async (gaps, changes) => {
        const file = gaps.map((one, i) => one + (blocks[i] ?? '')).join('');
        writeFiles(folder, { 'automations.yaml': file, 'secrets.yaml': 's: 1\n' });
        await itemFiles.load();
        const touched = new Map<string, string>();
        for (const [id, kind, given] of changes) {
          const shown = await editor.read(id, 'ann').catch(() => null);
          if (shown === null) continue;
          if (kind === 'remove') await editor.remove(id, ANN);
          else await editor.save(id, { ...(shown.config as object), [kind]: given }, ANN);
          touched.set(id, kind);
        }
        // Everything but the touched items, in its order and to the byte.
        let at = 0;
        const now = text('automations.yaml');
        gaps.forEach((one, i) => {
          // An indented comment belongs to the item above it, and is removed with it.
          const isOwn = one.startsWith(' ') && touched.get('abcd'[i - 1] ?? '') === 'remove';
          for (const part of [isOwn ? '' : one, touched.has('abcd'[i] ?? '') ? '' : (blocks[i] ?? '')]) {
            const found = now.indexOf(part, at);
            expect(found).toBeGreaterThanOrEqual(at);
            at = found + part.length;
          }
        });
      },
    ),
    { numRuns: seeds(15, 200) },
  );
}, 60_000);

function itemsOf({ found }: Awaited<ReturnType<ItemFiles['read']>>) {
  return found.items.map(({ id, source: { part, form } }) => ({
    id: id ?? '',
    text: part.file.text.slice(part.from, part.to),
    file: part.file.name,
    form,
  }));
}

describe('tags over the interface', () => {
  const FILES = {
    'automations.yaml': '- id: a\n  token: !secret kitchen\n  text: "!secret garage"\n- id: b\n',
    'secrets.yaml': 'kitchen: 42\ngarage: 43\n',
    'hearth.yaml': 'mqtt:\n  password: secret\n',
    'hearth.lock': '1\n',
    'notes.yaml': 'a: 1\n',
  };

  test('stay where they are, and new secrets are added by the owner alone', async () => {
    const { editor, text, code } = await editing(FILES);
    await editor.save('a', { id: 'a', token: '!secret kitchen', alias: 'A' }, ANN);
    expect(text('automations.yaml')).toContain('token: !secret kitchen\n  alias: A');
    for (const config of [
      { x: '!secret garage' },
      { actions: [{ event: 'e', event_data: { deep: ['!secret kitchen'] } }] },
    ]) {
      expect(await code(editor.save('b', config, BEN))).toBe('unauthorized');
      expect(await code(editor.save('new', config, BEN))).toBe('unauthorized');
      await editor.save('b', config, OWNER);
      await editor.remove('b', OWNER);
    }
  });

  test('are not made of a quoted text that reads like one', async () => {
    const { editor, code } = await editing(FILES);
    expect(await code(editor.save('a', { id: 'a', text: ['!secret garage'] }, BEN))).toBe('unauthorized');
  });

  test.each(cases<string[]>('tags'))('bring in no file: %s', async (tag) => {
    const { editor, text, code } = await editing(FILES);
    for (const by of [BEN, OWNER]) {
      expect(await code(editor.save('b', { x: tag }, by))).toBe('not_allowed');
      expect(await code(editor.save('new', { actions: [{ x: { y: tag } }] }, by))).toBe('not_allowed');
    }
    expect(text('automations.yaml')).toBe(FILES['automations.yaml']);
  });

  test.each(['!include hearth.yaml', '!include secrets.yaml'])(
    'bring in no file of the server through an old version: %s',
    async (tag) => {
      const { editor, text, code, history } = await editing({
        ...FILES,
        'automations.yaml': `- id: a\n  x: ${tag}\n`,
      });
      await editor.save('a', { id: 'a' }, OWNER);
      expect(await history.list('automation', 'a')).toMatchObject([{ version: 2 }, { version: 1 }]);
      expect(await code(editor.restore('a', 1, OWNER))).toBe('not_allowed');
      expect(text('automations.yaml')).toBe('- id: a\n');
    },
  );
});

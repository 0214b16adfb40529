import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ItemDomain } from '../../../src/automation/item-files/item-domain.ts';
import { ItemFiles } from '../../../src/automation/item-files/item-files.ts';
import { readPackageSection, unreadSections } from '../../../src/automation/item-files/package-files.ts';
import { Float } from '../../../src/core/json.ts';
import { YamlReading } from '../../../src/storage/yaml/resolve-tags.ts';
import { dataFiles, writeFiles } from '../../support/data-files.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testData } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

async function load(files: Readonly<Record<string, string>>, domain: ItemDomain = 'automation') {
  const folder = dataFiles(files);
  const { items, problems } = await new ItemFiles(domain, async () => folder).load();
  return {
    items,
    configs: items.map(({ config }) => config),
    ids: items.map(({ id }) => id),
    problems: problems.map(({ message }) => message),
  };
}

describe('a key that is there twice', () => {
  const twice = `- id: a
  alias: One
  alias: Two
  triggers: []
  actions:
    - action: light.turn_on
      data:
        brightness: 1
        # again
        brightness: 2
- id: b
  alias: Other
`;

  test('counts as written last, and is logged once with both lines', async () => {
    const folder = dataFiles({ 'automations.yaml': twice });
    const files = new ItemFiles('automation', async () => folder);
    const first = await files.load();
    expect(first.problems).toEqual([]);
    expect(first.items.map(({ config }) => config)).toMatchObject([
      { id: 'a', alias: 'Two', actions: [{ data: { brightness: 2 } }] },
      { id: 'b', alias: 'Other' },
    ]);
    expect(first.warnings).toEqual([
      'automations.yaml:3: The key alias is already in line 2. The last one counts.',
      'automations.yaml:10: The key brightness is already in line 8. The last one counts.',
    ]);
    expect((await files.load()).warnings).toEqual([]);
    writeFiles(folder, { 'automations.yaml': twice.replace('  alias: One\n', '') });
    expect((await files.load()).warnings).toEqual([
      'automations.yaml:9: The key brightness is already in line 7. The last one counts.',
    ]);
  });

  test('is logged in included files and packages, too; duplicate scripts are an error instead', async () => {
    const folder = dataFiles({
      'scripts.yaml': 'a: !include a.yaml\nb: { sequence: [], sequence: [] }\nb: { sequence: [] }\n',
      'a.yaml': 'alias: A\nsequence: []\nalias: B\n',
      'packages/c.yaml': 'script:\n  c:\n    sequence: []\n    mode: single\n    mode: queued\n',
    });
    const { warnings, problems } = await new ItemFiles('script', async () => folder).load();
    expect([...(warnings ?? [])].sort()).toEqual([
      'a.yaml:3: The key alias is already in line 1. The last one counts.',
      'packages/c.yaml:5: The key mode is already in line 4. The last one counts.',
      'scripts.yaml:2: The key sequence is already in line 2. The last one counts.',
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^scripts\.yaml:3: The script b already exists/),
    ]);
  });
});

describe('a file of items', () => {
  test('that is not there, is empty or holds an empty list has none', async () => {
    for (const text of ['', '# nothing yet\n', '[]\n', '---\n', 'null']) {
      expect(await load({ 'automations.yaml': text })).toMatchObject({ ids: [], problems: [] });
    }
    expect(await load({})).toMatchObject({ ids: [], problems: [] });
    expect(await load({ 'scripts.yaml': '{}' }, 'script')).toMatchObject({ ids: [], problems: [] });
  });

  test('is read as Home Assistant writes it: on is a key, floats stay floats', async () => {
    const { configs, problems } = await load({
      'automations.yaml': `
- id: 1700
  triggers:
    - trigger: sun
      on: off
      offset: "-01:00:00"
  variables: { level: 21.0, count: 3, "no": yes, half: .5 }
`,
    });
    expect(problems).toEqual([]);
    expect(configs).toEqual([
      {
        id: 1700,
        triggers: [{ trigger: 'sun', on: false, offset: '-01:00:00' }],
        variables: { level: new Float(21), count: 3, no: true, half: 0.5 },
      },
    ]);
  });

  test('gives scripts by their key', async () => {
    const { ids, configs } = await load(
      { 'scripts.yaml': 'wake:\n  sequence: []\nsleep:\n  sequence: []\n' },
      'script',
    );
    expect(ids).toEqual(['wake', 'sleep']);
    expect(configs).toEqual([{ sequence: [] }, { sequence: [] }]);
  });

  test('may be written in one line, with anchors across items, or with Windows line ends', async () => {
    const flow = await load({ 'automations.yaml': '[{"id": "a", "actions": []}, {id: b}]' });
    expect(flow).toMatchObject({ ids: ['a', 'b'], problems: [] });
    const anchors = await load({
      'automations.yaml':
        '- &base\n  id: a\n  mode: single\n  actions: &do\n    - delay: 1\n- <<: *base\n  id: b\n  more: *do\n',
    });
    expect(anchors).toMatchObject({ ids: ['a', 'b'], problems: [] });
    expect(anchors.configs[1]).toEqual({
      id: 'b',
      mode: 'single',
      actions: [{ delay: 1 }],
      more: [{ delay: 1 }],
    });
    const windows = await load({ 'automations.yaml': '\ufeff- id: a\r\n  alias: x\r\n- id: b\r\n' });
    expect(windows).toMatchObject({ configs: [{ id: 'a', alias: 'x' }, { id: 'b' }], problems: [] });
  });

  test('loses only the broken item, and logs its location', async () => {
    const { ids, problems } = await load({
      'automations.yaml':
        '- id: a\n- id: b\n  alias: "no end\n- id: c\n  x: *nobody\n- id: d\n  y: !unheard z\n- id: e\n',
    });
    expect(ids).toEqual(['a', 'e']);
    expect(problems).toEqual([
      expect.stringMatching(/^automations\.yaml:[34]: /),
      expect.stringMatching(/^automations\.yaml:5: .*nobody/),
      'automations.yaml:7: Unknown tag !unheard',
    ]);
  });

  test('names an id that is there twice, and keeps the first', async () => {
    const { configs, problems } = await load({
      'automations.yaml': '- id: a\n  alias: one\n- id: "a"\n  alias: two\n',
    });
    expect(configs).toEqual([{ id: 'a', alias: 'one' }]);
    expect(problems).toEqual(['automations.yaml:3: The automation a already exists, at automations.yaml:1']);
  });

  test.each([
    ['alias: x', 'A list is expected here'],
    ['just words', 'A list is expected here'],
    ['- a: 1\n b', 'automations.yaml:2'],
    [Buffer.from([0x2d, 0x20, 0xff]).toString('latin1'), 'automations.yaml'],
  ])('that holds %j is a problem', async (text, message) => {
    const folder = dataFiles({});
    writeFileSync(join(folder, 'automations.yaml'), text, 'latin1');
    const { items, problems } = await new ItemFiles('automation', async () => folder).load();
    if (text.startsWith('- \xff'))
      expect(problems[0]?.message).toBe('automations.yaml: The file is not encoded as UTF-8');
    else
      expect({ items, text: problems[0]?.message }).toEqual({
        items: [],
        text: expect.stringContaining(message),
      });
  });

  test('reports the line of any value, also behind another list item', async () => {
    const { items } = await load({
      'automations.yaml':
        '- id: a\n- id: b\n  triggers:\n    - trigger: state\n      entity_id: x\n    - trigger: time\n\n      at: "7"\n  actions: []\n',
    });
    expect(items.map(({ place }) => place)).toEqual(['automations.yaml:1', 'automations.yaml:2']);
    expect(items[1]?.placeOf(['triggers', 1, 'at'])).toBe('automations.yaml:8');
    expect(items[1]?.placeOf(['triggers', 1, 'weekday'])).toBe('automations.yaml:6');
    expect(items[1]?.placeOf(['actions', 0, 'x'])).toBe('automations.yaml:9');
  });
});

describe('tags', () => {
  test('bring in files, lists of files and maps of files, from the folder of the file', async () => {
    const { configs, problems, items } = await load({
      'automations.yaml':
        '- id: a\n  actions: !include parts/actions.yaml\n  variables:\n    l: !include_dir_list parts/list\n    n: !include_dir_named parts/named\n    m: !include_dir_merge_list parts/merged\n    o: !include_dir_merge_named parts/named\n- !include parts/whole.yaml\n',
      'parts/actions.yaml': '- delay: 1\n- !include deeper/action.yaml\n',
      'parts/deeper/action.yaml': 'event: e\nevent_data: !include ../nothing.yaml\n',
      'parts/nothing.yaml': '# empty\n',
      'parts/list/b.yaml': 'b: 1',
      'parts/list/a.yaml': 'a: 1',
      'parts/list/.hidden.yaml': 'h: 1',
      'parts/list/secrets.yaml': 's: 1',
      'parts/list/deep/c.yaml': 'c: 1',
      'parts/named/x.yaml': 'one: 1\ntwo: 2',
      'parts/named/y.yaml': 'three: 3\n',
      'parts/merged/1.yaml': '- 1\n- 2',
      'parts/merged/2.yaml': '- 3',
      'parts/whole.yaml': 'id: b\nalias: Whole\n',
    });
    expect(problems).toEqual([]);
    expect(configs).toEqual([
      {
        id: 'a',
        actions: [{ delay: 1 }, { event: 'e', event_data: {} }],
        variables: {
          l: [{ a: 1 }, { b: 1 }, { c: 1 }],
          n: { x: { one: 1, two: 2 }, y: { three: 3 } },
          m: [1, 2, 3],
          o: { one: 1, two: 2, three: 3 },
        },
      },
      { id: 'b', alias: 'Whole' },
    ]);
    expect(items[0]?.placeOf(['actions', 1, 'event_data'])).toBe('parts/nothing.yaml:1');
    expect(items[0]?.placeOf(['actions', 1, 'event'])).toBe('parts/deeper/action.yaml:1');
    expect(items[0]?.placeOf(['variables', 'l', 1, 'b'])).toBe('parts/list/b.yaml:1');
    expect(items[0]?.placeOf(['variables', 'm', 2])).toBe('parts/merged/2.yaml:1');
    expect(items[0]?.placeOf(['variables', 'n', 'x', 'two'])).toBe('parts/named/x.yaml:2');
    expect(items[0]?.placeOf(['variables', 'o', 'two'])).toBe('parts/named/x.yaml:2');
    expect(items[1]?.placeOf(['alias'])).toBe('parts/whole.yaml:2');
  });

  test('at the top of a file give its items', async () => {
    const many = { 'a/1.yaml': 'id: one', 'a/2.yaml': 'id: two', 'b/1.yaml': '- id: three\n- id: four' };
    const list = await load({ 'automations.yaml': '!include_dir_list a', ...many });
    expect(list.ids).toEqual(['one', 'two']);
    const merged = await load({ 'automations.yaml': '# all\n!include_dir_merge_list b\n', ...many });
    expect(merged.ids).toEqual(['three', 'four']);
    const include = await load({ 'automations.yaml': '!include b/1.yaml', ...many });
    expect(include.ids).toEqual(['three', 'four']);
    const scripts = { 's/wake.yaml': 'sequence: []', 't/x.yaml': 'sleep: {sequence: []}' };
    expect((await load({ 'scripts.yaml': '!include_dir_named s', ...scripts }, 'script')).ids).toEqual([
      'wake',
    ]);
    expect((await load({ 'scripts.yaml': '!include_dir_merge_named t', ...scripts }, 'script')).ids).toEqual([
      'sleep',
    ]);
    const wrong = await load({ 'automations.yaml': '!include_dir_named a', ...many });
    expect(wrong.problems).toEqual(['automations.yaml:1: !include_dir_named does not give a list']);
  });

  test('take secrets from the nearest secrets.yaml above', async () => {
    const { configs, problems } = await load({
      'automations.yaml':
        '- id: a\n  x: !secret one\n  y: !include deep/er/x.yaml\n- id: b\n  z: !secret nowhere\n',
      'secrets.yaml': 'one: 1\ntwo: outer\nthree: 3\n',
      'deep/secrets.yaml': 'two: inner\n',
      'deep/er/x.yaml': '[!secret two, !secret three]',
    });
    expect(configs).toEqual([{ id: 'a', x: 1, y: ['inner', 3] }]);
    expect(problems).toEqual(['automations.yaml:5: There is no secret nowhere in secrets.yaml']);
  });

  test.each(cases<[string, string][]>('invalid tags'))(
    '%s is a problem of its item alone',
    async (tag, message) => {
      const outside = tempFolder();
      writeFileSync(join(outside, 'x.yaml'), 'secret: 1');
      const folder = dataFiles({
        'automations.yaml': `- id: a\n  x: ${tag}\n- id: b\n`,
        'one.yaml': '!include two.yaml',
        'two.yaml': 'x: !include one.yaml',
      });
      symlinkSync(join(outside, 'x.yaml'), join(folder, 'link.yaml'));
      const { items, problems } = await new ItemFiles('automation', async () => folder).load();
      expect(items.map(({ id }) => id)).toEqual(['b']);
      expect(problems).toHaveLength(1);
      expect(problems[0]?.message).toContain(
        message.startsWith('one.yaml') ? 'is included in a circle' : message,
      );
    },
  );

  test('aliases that expand endlessly are a problem', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) => `  l${i + 1}: &l${i + 1} [${`*l${i}, `.repeat(9)}*l${i}]`,
    );
    const text = `- id: a\n  l0: &l0 x\n${levels.join('\n')}\n- id: b\n`;
    const { ids, problems } = await load({ 'automations.yaml': text });
    expect(ids).toEqual(['b']);
    expect(problems[0]).toContain('contains more than 50000 values');
  });

  test('endless nesting is a problem', async () => {
    const { ids, problems } = await load({
      'automations.yaml': `- id: a\n  x: ${'['.repeat(50_000)}\n- id: b\n`,
    });
    expect(ids).toEqual(['b']);
    expect(problems).toHaveLength(1);
  });
});

describe('packages', () => {
  test('provide items of all domains, and a duplicate ID is reported with both places', async () => {
    const files = {
      'automations.yaml': '- id: a\n',
      'packages/heating.yaml':
        '# all of it\nautomation:\n  - id: b\n    alias: B\n  - id: a\nautomation old: !include ../old/x.yaml\nscript:\n  warm:\n    sequence: []\ninput_boolean:\n  away:\nscene: []\n',
      'packages/deep/light.yaml': 'automation:\n- id: c\nscript: {cold: {sequence: []}}\n',
      'old/x.yaml': '- id: d\n',
    };
    const { ids, problems, items } = await load(files);
    expect(ids).toEqual(['a', 'b', 'd', 'c']);
    expect(problems).toEqual([
      'packages/heating.yaml:5: The automation a already exists, at automations.yaml:1',
    ]);
    expect(items[1]?.placeOf(['alias'])).toBe('packages/heating.yaml:4');
    expect(await load(files, 'script')).toMatchObject({ ids: ['warm', 'cold'], problems: [] });
  });
});

test('a message about an item names its secrets without their values', async () => {
  const { items } = await load({
    'automations.yaml': '- id: a\n  x: !secret long\n  y: !secret pin\n  z: !secret quote\n',
    'secrets.yaml': `long: ${'abc'.repeat(50)}\npin: 4711\nquote: 'say "hi"'\n`,
  });
  const message = JSON.stringify(['abc'.repeat(50).slice(0, 99), 4711, 'say "hi"']);
  expect(items[0]?.hide(message)).toMatch(
    /^\["!secret long(?:abc|a|ab|bc|c)*",!secret pin,"!secret quote"\]$/,
  );
});

test('a file that cannot be read affects only its own items', async () => {
  const folder = dataFiles({
    'automations.yaml': '!include_dir_list rooms',
    'rooms/a.yaml': 'id: a',
    'rooms/c.yaml': 'id: c',
    'packages/p.yaml': 'automation:\n- id: p\n',
  });
  writeFileSync(join(folder, 'rooms/b.yaml'), 'id: \xff', 'latin1');
  symlinkSync('/etc/hostname', join(folder, 'packages/link.yaml'));
  const { items, problems } = await new ItemFiles('automation', async () => folder).load();
  expect(items.map(({ id }) => id)).toEqual(['a', 'c', 'p']);
  expect(problems.map(({ message }) => message)).toEqual([
    'rooms/b.yaml: The file is not encoded as UTF-8',
    'packages/link.yaml: The file is outside the data folder',
  ]);
});

describe('reloading', () => {
  test('keeps the items of a file that became unreadable, until it is fixed or removed', async () => {
    const folder = dataFiles({
      'automations.yaml': '- id: a\n- id: b\n- !include c.yaml\n',
      'c.yaml': 'id: c',
    });
    const files = new ItemFiles('automation', async () => folder);
    const ids = async () => (await files.load()).items.map(({ id }) => id);
    expect(await ids()).toEqual(['a', 'b', 'c']);
    writeFiles(folder, {
      'automations.yaml': '- id: a\n- id: b\n  x: "\n- !include c.yaml\n',
      'c.yaml': 'id: "c',
    });
    expect(await ids()).toEqual(['a', 'b', 'c']);
    writeFiles(folder, { 'automations.yaml': '- id: a\n  x: "\n- !include c.yaml\n' });
    expect(await ids()).toEqual(['a', 'c']);
    writeFiles(folder, { 'automations.yaml': '- id: b\n' });
    expect(await ids()).toEqual(['b']);
    rmSync(join(folder, 'automations.yaml'));
    expect(await ids()).toEqual([]);
  });

  test('five thousand automations are read in far less than two seconds', async () => {
    const item = (i: number) =>
      `- id: '${i}'\n  alias: Light ${i}\n  triggers:\n  - trigger: state\n    entity_id: binary_sensor.m${i}\n    to: 'on'\n  conditions: []\n  actions:\n  - action: light.turn_on\n    target:\n      entity_id: light.l${i}\n  mode: single\n`;
    const { ids } = await load({
      'automations.yaml': Array.from({ length: 5000 }, (_, i) => item(i)).join('\n'),
    });
    expect(ids).toHaveLength(5000);
  });
});

test('unused sections of packages are logged', async () => {
  const folder = dataFiles({
    'packages/p.yaml': 'automation: []\n# lights\nlight x:\n  - platform: template\n',
  });
  const unread = await unreadSections(new YamlReading(folder), new Set(['automation']));
  expect(unread).toEqual([{ name: 'light', place: 'packages/p.yaml:3' }]);
});

test('a section of packages has names, is a list, or is one item', async () => {
  const folder = dataFiles({
    'packages/a.yaml': 'timer:\n  tea: {duration: 180.0}\nlight:\n- platform: group\n  name: A\n',
    'packages/b.yaml': 'light:\n  platform: group\n  name: B\ntimer: !include ../timers.yaml\n',
    'packages/c.yaml': 'light: [{name: C}]\ntimer:\n  tea:\n',
    'timers.yaml': 'egg:\n  duration: 5\n',
  });
  const read = async (name: string) => readPackageSection(new YamlReading(folder), name);
  const timers = await read('timer');
  expect([...timers.entries]).toEqual([
    ['tea', { duration: 180 }],
    ['egg', { duration: 5 }],
  ]);
  expect(timers.problems).toEqual(['packages/c.yaml:3: timer tea is already there, at packages/a.yaml:2']);
  const lights = await read('light');
  expect([...lights.entries.values()]).toEqual([
    { platform: 'group', name: 'A' },
    { platform: 'group', name: 'B' },
    { name: 'C' },
  ]);
  expect(lights.problems).toEqual([]);
});

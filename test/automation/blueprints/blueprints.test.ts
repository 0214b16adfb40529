import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseBlueprint, substitute } from '../../../src/automation/blueprints/blueprint.ts';
import { Blueprints } from '../../../src/automation/blueprints/blueprints.ts';
import { Float } from '../../../src/core/json.ts';
import { type Message, message } from '../../../src/core/messages.ts';
import { writeFile } from '../../../src/storage/changes/recorded-files.ts';
import { dataFiles, writeFiles } from '../../support/data-files.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testData, testText } from '../../support/test-data.ts';

const cases = testData(import.meta.filename);

const SHIPPED = new URL('../../../blueprints', import.meta.url).pathname;
const TEXT = testText(import.meta.filename, 'text.yaml');

describe('a blueprint', () => {
  test('substitutes its inputs everywhere, with defaults for missing ones', async () => {
    const blueprint = await parseBlueprint(TEXT, 'any.yaml');
    expect([...blueprint.inputs.keys()]).toEqual(['sensor', 'wait', 'steps', 'note']);
    const steps = [{ delay: 1 }];
    const config = substitute(blueprint, { sensor: 'binary_sensor.a', note: null, steps, more: 1 });
    expect(config).toEqual({
      triggers: [{ trigger: 'state', entity_id: 'binary_sensor.a' }],
      actions: [
        { delay: new Float(5) },
        { sequence: [{ delay: 1 }] },
        { variables: { names: ['binary_sensor.a', { one: null }] } },
      ],
    });
    expect(config.actions).not.toContain(steps);
    const many = new Array(60_000).fill(1);
    expect(() => substitute(blueprint, { sensor: many, note: null })).toThrow(
      /contains more than 50000 values/,
    );
    expect(() => substitute(blueprint, { sensor: many.slice(0, 30_000), note: null })).toThrow(
      /contains more than/,
    );
    expect(() => substitute(blueprint, { wait: 1 })).toThrow(
      'Missing input sensor, note of the blueprint Any light',
    );
  });

  test.each<[string, string, RegExp]>([
    ['no block', 'triggers: []', /Expected|Required|Invalid|invalid/],
    ['no name', 'blueprint: {domain: script}', /'name' is missing/],
    ['another domain', 'blueprint: {name: x, domain: light}', /domain/],
    [
      'an input that is there twice',
      'blueprint: {name: x, domain: script, input: {a: , s: {input: {a: }}}}',
      /input a is defined twice/,
    ],
    [
      'an input that is not defined',
      'blueprint: {name: x, domain: script}\nsequence: !input steps',
      /does not define: steps/,
    ],
    [
      'a secret',
      'blueprint: {name: x, domain: script}\nsequence: !secret wifi',
      /line 2: !secret is not allowed in a blueprint/,
    ],
    [
      'a file',
      'blueprint: {name: x, domain: script}\nsequence: !include /etc/passwd',
      /!include is not allowed/,
    ],
    [
      'a newer interface',
      'blueprint: {name: x, domain: script, homeassistant: {min_version: 2099.1.0}}',
      /version 2099\.1\.0/,
    ],
    ['broken YAML', 'blueprint: {', /line/],
    ['no YAML of ours', '- a', /has no block/],
    ['a thousand brackets', 'x: '.concat('['.repeat(1000)), /nested more than 200/],
    [
      'too many inputs',
      `blueprint: {name: x, domain: script, input: {s: {input: {${Array.from({ length: 1001 }, (_, i) => `i${i}: `).join(',')}}}}}`,
      /more than 1000 inputs/,
    ],
    ['too much', `blueprint: ${'x'.repeat(1_000_001)}`, /longer than/],
  ])('with %s is refused', async (_what, text, message) => {
    await expect(parseBlueprint(text, 'x.yaml')).rejects.toThrow(message);
  });
});

function openBlueprints(
  files: Readonly<Record<string, string>>,
  pages: Readonly<Record<string, string>> = {},
) {
  const folder = dataFiles(files);
  const users: Message[] = [];
  const reloads: string[] = [];
  const blueprints = new Blueprints({
    folder: async () => folder,
    shipped: SHIPPED,
    fetch: async (url) => pages[url] ?? Promise.reject(new Error(`nothing at ${url}`)),
    usedBy: async () => users,
    write: (_id, file) => writeFile(file),
    reload: async (domain) => {
      reloads.push(domain);
    },
  });
  return { folder, users, reloads, blueprints };
}

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('the blueprints', () => {
  test('that ship with Hearth are listed and valid', async () => {
    const { blueprints } = openBlueprints({});
    const automations = await blueprints.list('automation');
    expect(Object.keys(automations)).toEqual([
      'homeassistant/motion_light.yaml',
      'homeassistant/notify_leaving_zone.yaml',
    ]);
    expect(Object.keys(await blueprints.list('script'))).toEqual([
      'homeassistant/confirmable_notification.yaml',
    ]);
    expect(Object.keys(await blueprints.list('template'))).toEqual([
      'homeassistant/inverted_binary_sensor.yaml',
    ]);
    expect(Object.values(automations)).toEqual([
      { metadata: expect.anything() },
      { metadata: expect.anything() },
    ]);
    expect(await blueprints.list('light')).toEqual({});
  });

  test('of the data folder take precedence, and invalid ones have an error', async () => {
    const { blueprints } = openBlueprints({
      'blueprints/automation/homeassistant/motion_light.yaml': TEXT,
      'blueprints/automation/mine/broken.yaml': 'blueprint: 5',
      'blueprints/script/wrong.yaml': TEXT,
    });
    expect(await blueprints.list('automation')).toMatchObject({
      'homeassistant/motion_light.yaml': { metadata: { name: 'Any light' } },
      'mine/broken.yaml': { error: expect.stringContaining('Invalid blueprint mine/broken.yaml') },
    });
    expect(await blueprints.list('script')).toMatchObject({
      'wrong.yaml': { error: expect.stringContaining('it is for automation') },
    });
  });

  test('fill instances, whose own values take precedence', async () => {
    const { blueprints } = openBlueprints({ 'blueprints/automation/any.yaml': TEXT });
    await blueprints.refresh();
    const config = {
      id: 'a',
      alias: 'A',
      use_blueprint: { path: 'any.yaml', input: { sensor: 's', note: 'n', wait: 1 } },
      actions: [],
    };
    expect(blueprints.fill('automation', config)).toEqual({
      config: { id: 'a', alias: 'A', triggers: [{ trigger: 'state', entity_id: 's' }], actions: [] },
      inputs: config,
    });
    expect(blueprints.fill('automation', { id: 'b' })).toEqual({ config: { id: 'b' }, inputs: null });
    const fill = (use: unknown) => () => blueprints.fill('automation', { use_blueprint: use });
    expect(fill({ path: 'gone.yaml' })).toThrow('There is no blueprint gone.yaml for the domain automation');
    expect(fill({ path: 'any.yaml' })).toThrow('Missing input sensor, note');
    expect(fill('any.yaml')).toThrow('Expected a blueprint path');
    expect(fill({ path: 'any.yaml', input: [] })).toThrow('Expected inputs by name');
    expect(fill({ path: '__proto__' })).toThrow('There is no blueprint');
  });

  test('are saved with their source address, and their text stays as it is', async () => {
    const { blueprints, folder, reloads } = openBlueprints({});
    const saved = await blueprints.save('automation', 'mine/any', {
      yaml: TEXT,
      sourceUrl: 'https://example.com/any.yaml',
    });
    expect(saved).toEqual({ overrides_existing: false });
    const file = join(folder, 'blueprints/automation/mine/any.yaml');
    expect(readFileSync(file, 'utf8')).toBe(
      TEXT.replace('    note:\n', '    note:\n  source_url: https://example.com/any.yaml\n'),
    );
    expect(await code(blueprints.save('automation', 'mine/any.yaml', { yaml: TEXT }))).toBe('already_exists');
    expect(await blueprints.save('automation', 'mine/any', { yaml: TEXT, allowOverride: true })).toEqual({
      overrides_existing: true,
    });
    expect(reloads).toEqual(['automation']);
    expect(readFileSync(file, 'utf8')).toBe(TEXT);
    expect(await code(blueprints.save('script', 'x', { yaml: TEXT }))).toBe('invalid_format');
    expect(await code(blueprints.save('automation', 'x', { yaml: 'nothing' }))).toBe('invalid_format');
  });

  test.each(['../x', 'a/../../x', '/etc/x', 'a//b', './x', '.hidden', 'a\\b', '', 'a/.b', 'secrets', 'x\0'])(
    'are not saved at %j',
    async (path) => {
      const { blueprints } = openBlueprints({});
      expect(await code(blueprints.save('automation', path, { yaml: TEXT }))).toBe('invalid_format');
    },
  );

  test('are not saved through a link', async () => {
    const { blueprints, folder } = openBlueprints({ 'blueprints/automation/a.yaml': TEXT });
    symlinkSync(tempFolder(), join(folder, 'blueprints/automation/out'));
    expect(await code(blueprints.save('automation', 'out/x', { yaml: TEXT }))).toBe('not_allowed');
  });

  test('are deleted unless something uses them', async () => {
    const { blueprints, users } = openBlueprints({ 'blueprints/automation/a.yaml': TEXT });
    users.push(message('automation_with_id', { id: 'hall' }), message('automation_without_id'));
    await expect(blueprints.delete('automation', 'a.yaml')).rejects.toMatchObject({
      code: 'not_allowed',
      message: 'The blueprint a.yaml is in use by automation hall, automation without an id',
    });
    users.length = 0;
    await blueprints.delete('automation', 'a.yaml');
    expect(await code(blueprints.delete('automation', 'a.yaml'))).toBe('not_found');
    expect(await code(blueprints.delete('automation', 'homeassistant/motion_light.yaml'))).toBe(
      'not_allowed',
    );
  });

  test('show what an instance would be', async () => {
    const { blueprints } = openBlueprints({ 'blueprints/automation/any.yaml': TEXT });
    expect(await blueprints.substitute('automation', 'any.yaml', { sensor: 's', note: 1 })).toMatchObject({
      triggers: [{ entity_id: 's' }],
    });
    expect(await code(blueprints.substitute('automation', 'any.yaml', {}))).toBe('invalid_format');
    expect(await code(blueprints.substitute('automation', 'gone.yaml', {}))).toBe('not_found');
  });
});

describe('an address', () => {
  const cooked = `<p>Hello</p><pre><code class="lang-auto">no: blueprint here</code></pre><pre><code class="lang-yaml">${TEXT.replaceAll('"', '&quot;')}# &amp;lt;</code></pre>`;
  const pages = {
    'https://raw.githubusercontent.com/Ann-B/blue/main/lights/Any%20light.yaml': TEXT,
    'https://api.github.com/gists/abc123': JSON.stringify({
      files: {
        'readme.md': { filename: 'readme.md', content: '# no' },
        'x.yaml': { filename: 'any_light.yaml', content: TEXT },
      },
    }),
    'https://community.home-assistant.io/t/any-light/4711.json': JSON.stringify({
      post_stream: { posts: [{ username: 'Ann_B', cooked }] },
    }),
    'http://nas.local/share/Any.yml': TEXT,
    'http://nas.local/empty.yaml': 'nothing',
  };

  test.each(cases<[string, string][]>('addresses'))('%s gives a blueprint', async (url, name) => {
    const { blueprints } = openBlueprints({}, pages);
    expect(await blueprints.import(url)).toMatchObject({
      suggested_filename: name,
      raw_data: expect.stringContaining('name: Any light'),
      blueprint: { metadata: { name: 'Any light', source_url: url } },
      validation_errors: null,
      exists: false,
    });
  });

  test('reports whether the blueprint exists already', async () => {
    const { blueprints, folder } = openBlueprints({}, pages);
    writeFiles(folder, { 'blueprints/automation/nas_local/any.yaml': TEXT });
    expect(await blueprints.import('http://nas.local/share/Any.yml')).toMatchObject({ exists: true });
  });

  test.each(cases<string[]>('invalid addresses'))('%s gives none', async (url) => {
    const { blueprints } = openBlueprints({}, pages);
    expect(await code(blueprints.import(url))).toBe('invalid_format');
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  badNames,
  clockBreaches,
  defaultExports,
  folderCycles,
  type ImportTable,
  importBreaches,
  importCycles,
  importsOf,
  LONGEST_FILE,
  readSources,
  realDayBreaches,
  type Source,
  tooLong,
  visibilityBreaches,
  webBreaches,
  withoutComments,
  zoneBreaches,
} from './support/source-rules.ts';
import { tempFolder } from './support/temp-folder.ts';
import { testData } from './support/test-data.ts';

const cases = testData(import.meta.filename);

/** The allowed imports: the only place that defines them. `types:` allows types only. */
const ABOVE_CORE = ['core', 'domains', 'jinja', 'network', 'storage', 'entities', 'templates'];
const TABLE: ImportTable = {
  core: [],
  jinja: ['core'],
  network: ['core'],
  domains: ['core'],
  config: ['core', 'integrations'],
  storage: ['core'],
  entities: ['core', 'domains', 'types:storage'],
  templates: ['core', 'jinja', 'entities'],
  helpers: ABOVE_CORE,
  automation: ABOVE_CORE,
  integrations: ABOVE_CORE,
  history: ABOVE_CORE,
  energy: ABOVE_CORE,
  assist: ABOVE_CORE,
  changes: ['core', 'storage'],
  auth: ['core', 'storage', 'entities'],
  backup: ['core', 'storage'],
  tls: ['core', 'storage'],
  notifications: ABOVE_CORE,
  api: ['core', 'domains', 'entities', 'auth'],
  import: ABOVE_CORE.concat(['auth', 'automation', 'config', 'helpers', 'integrations']),
  hub: ['core', 'jinja', 'domains', 'network', 'config', 'storage', 'entities', 'templates'].concat([
    ...[
      'helpers',
      'automation',
      'integrations',
      'history',
      'energy',
      'assist',
      'auth',
      'backup',
      'tls',
      'notifications',
      'api',
      'changes',
      'import',
    ],
  ]),
  commands: [
    'core',
    'backup',
    'changes',
    'config',
    'storage',
    'auth',
    'api',
    'hub',
    'import',
    'integrations',
  ],
  main: ['core', 'commands'],
};

const root = new URL('..', import.meta.url).pathname;
const src = readSources(root, 'src');
const web = readSources(root, 'web');
/** Tests without those of whole programs, which run in real time. */
const inProcess = readSources(root, 'test').filter(({ path }) => !/^test\/(e2e|browser)\//.test(path));
/** Files that may use the system time: the two implementing it, a real browser's script, TLS, and this one. */
const OF_REAL_TIME = new Set([
  'test/architecture.test.ts',
  'test/core/clock.test.ts',
  'test/storage/lock-contender.js',
  'test/support/inside.ts',
  'test/support/running-clock.ts',
  'test/tls/authority.test.ts',
]);

describe('the sources', () => {
  it('are found', () => {
    expect(src.length).toBeGreaterThan(10);
    expect(web.length).toBeGreaterThan(10);
  });

  it('import only what the table allows', () => {
    expect(importBreaches(src, TABLE)).toEqual([]);
    expect(webBreaches(web)).toEqual([]);
  });

  it('have no circular imports', () => {
    expect(importCycles(src)).toEqual([]);
    expect(importCycles(web)).toEqual([]);
  });

  it('have no cycles between the folders of a folder', () => {
    expect(folderCycles(src)).toEqual([]);
  });

  it('name no single integration in the hub: it goes through their list', () => {
    const shared = /integrations\/(index|integration|entity-port|home-items|past-history|provisions)\.ts$/;
    /** The code that fetches and draws pictures for callers. */
    const tools = /integrations\/camera\/(fetch-text|fetch-picture|ffmpeg|film-writer|hls-streams)\.ts$/;
    const hub = src.filter(({ path }) => path.startsWith('src/hub'));
    const named = hub.flatMap((file) => importsOf(file).map(({ target }) => target));
    const others = named.filter(
      (path) => path.includes('/integrations/') && !shared.test(path) && !tools.test(path),
    );
    expect(others).toEqual([]);
    expect(named.filter((path) => shared.test(path)).length).toBeGreaterThan(4);
  });

  it('make one template language and one tracker for a server', () => {
    const making = (call: string) => src.filter(({ text }) => withoutComments(text).includes(call));
    const service = 'src/templates/template-service.ts';
    expect(making('new Tracker(').map(({ path }) => path)).toEqual([service]);
    // Configs of devices are parsed before anybody knows whose home they are for.
    const parser = 'src/integrations/mqtt/schema/templates.ts';
    const others = making('homeLanguage(').filter(({ path }) => path !== 'src/templates/language.ts');
    expect(others.map(({ path }) => path).sort()).toEqual([parser, service]);
  });

  it(`hold no file over ${LONGEST_FILE} lines`, () => {
    expect(tooLong([...src, ...web])).toEqual([]);
  });

  it('keep main.ts within 60 lines', () => {
    const main = src.find(({ path }) => path === 'src/main.ts');
    expect(main?.text.split('\n').length).toBeLessThanOrEqual(61);
  });

  it('never change the flags of V8 while the program runs', () => {
    const program = { path: 'bin/hearth', text: readFileSync(`${root}bin/hearth`, 'utf8') };
    const setting = [...src, program].filter(({ text }) => text.includes('setFlagsFromString'));
    expect(setting.map(({ path }) => path)).toEqual([]);
  });

  it('know the time only through core/clock.ts', () => {
    expect(clockBreaches(src)).toEqual([]);
  });

  it('decide what a caller sees in one folder', () => {
    expect(visibilityBreaches(src)).toEqual([]);
  });

  it('know time zones only through core/time-zone.ts', () => {
    expect(zoneBreaches(src)).toEqual([]);
  });

  it('take no day from the machine where they are tests in this process', () => {
    expect(inProcess.length).toBeGreaterThan(200);
    expect(realDayBreaches(inProcess, OF_REAL_TIME)).toEqual([]);
  });

  it('have no default exports', () => {
    const configs = /\.config\.ts$/;
    expect(defaultExports([...src, ...web].filter(({ path }) => !configs.test(path)))).toEqual([]);
  });

  it('have names in kebab-case that name a concept', () => {
    const configs = /\.config\.ts$/;
    expect(badNames([...src, ...web].filter(({ path }) => !configs.test(path)))).toEqual([]);
  });
});

describe('the rules themselves', () => {
  const file = (path: string, text: string): Source => ({ path, text });

  it('see a planted file on the disk', async () => {
    const folder = tempFolder();
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(`${folder}/src/core`, { recursive: true });
    writeFileSync(`${folder}/src/core/a.ts`, "import '../api/b.ts';\n");
    writeFileSync(`${folder}/src/core/readme.md`, 'no code');
    const found = readSources(folder, 'src');
    expect(found.map(({ path }) => path)).toEqual(['src/core/a.ts']);
    expect(importBreaches(found, TABLE)).toEqual(['src/core/a.ts: core may not import src/api/b.ts']);
  });

  it.each(cases<[string][]>('imports'))('refuse an import up: %s', (text) => {
    expect(importBreaches([file('src/core/x.ts', text)], TABLE)).toHaveLength(1);
  });

  it('allow only types where the table does', () => {
    const breaches = (text: string) => importBreaches([file('src/entities/x.ts', text)], TABLE);
    expect(breaches("import type { A } from '../storage/a.ts';")).toEqual([]);
    expect(breaches("import { type A, type B } from '../storage/a.ts';")).toEqual([]);
    expect(breaches("import { type A, b } from '../storage/a.ts';")).toHaveLength(1);
    expect(breaches("import { b } from '../storage/a.ts';")).toHaveLength(1);
  });

  it('let the web app see types of messages alone', () => {
    const breaches = (text: string) => webBreaches([file('web/pages/x.ts', text)]);
    expect(breaches("import type { State } from '../../src/core/state.ts';")).toEqual([]);
    expect(breaches("import type { A } from '../../src/api/ws/command.ts';")).toEqual([]);
    expect(breaches("import { say } from '../texts/say.ts';")).toEqual([]);
    expect(breaches("import type en from '../../locales/en.json';")).toEqual([]);
    expect(breaches("import en from '../../locales/en.json';")).toHaveLength(1);
    expect(breaches("import { State } from '../../src/core/state.ts';")).toHaveLength(1);
    expect(breaches("import type { A } from '../../src/auth/tokens.ts';")).toHaveLength(1);
    expect(breaches("import { tempFolder } from '../../test/support/temp-folder.ts';")).toHaveLength(1);
  });

  it('refuse everyone but main, commands and tests to import hub', () => {
    const breaches = ['core', 'api', 'integrations', 'auth', 'history'].flatMap((place) =>
      importBreaches([file(`src/${place}/x.ts`, "import { startHub } from '../hub.ts';")], TABLE),
    );
    expect(breaches).toHaveLength(5);
  });

  it('refuse an unknown folder', () => {
    expect(importBreaches([file('src/stuff/x.ts', '')], TABLE)).toEqual([
      'src/stuff/x.ts: the folder stuff is not in the table',
    ]);
  });

  it('find cycles of two, three and one', () => {
    const a = file('src/core/a.ts', "import { b } from './b.ts';");
    const toA = file('src/core/b.ts', "import type { a } from './a.ts';");
    const toC = file('src/core/b.ts', "import { c } from './c.ts';");
    const c = file('src/core/c.ts', "export { a } from './a.ts';");
    expect(importCycles([a, toA])).toEqual(['src/core/a.ts → src/core/b.ts → src/core/a.ts']);
    expect(importCycles([a, toC, c])).toHaveLength(1);
    expect(importCycles([a, file('src/core/b.ts', '')])).toEqual([]);
    expect(importCycles([file('src/core/a.ts', "import './a.ts';")])).toHaveLength(1);
  });

  it('find folders that import each other', () => {
    const up = file('src/core/a/x.ts', "import { y } from '../b/y.ts';");
    const down = file('src/core/b/z.ts', "import type { X } from '../a/x.ts';");
    expect(folderCycles([up, down])).toHaveLength(2);
    expect(folderCycles([up])).toEqual([]);
    const index = file('src/core/index.ts', "import { x } from './a/x.ts';");
    const user = file('src/core/a/w.ts', "import { index } from '../index.ts';");
    expect(folderCycles([index, user])).toEqual([]);
  });

  it('count lines', () => {
    expect(tooLong([file('src/core/a.ts', 'x\n'.repeat(LONGEST_FILE))])).toEqual([]);
    expect(tooLong([file('src/core/a.ts', 'x\n'.repeat(LONGEST_FILE + 1))])).toHaveLength(1);
  });

  it.each(cases<string[]>('clocks'))('see a clock in %s', (text) => {
    expect(clockBreaches([file('src/core/a.ts', text)])).toHaveLength(1);
    expect(clockBreaches([file('src/core/clock.ts', text)])).toEqual([]);
  });

  it.each(cases<string[]>('no clocks'))('see none in %s', (text) => {
    expect(clockBreaches([file('src/core/a.ts', text)])).toEqual([]);
  });

  it.each(cases<string[]>('time zones'))('see a time zone in %s', (text) => {
    expect(zoneBreaches([file('src/core/a.ts', text)])).toHaveLength(1);
    expect(zoneBreaches([file('src/core/time-zone.ts', text)])).toEqual([]);
  });

  it.each(cases<string[]>('visibility'))('see a decision on visibility in %s', (text) => {
    expect(visibilityBreaches([file('src/api/a.ts', text)])).toHaveLength(1);
    expect(visibilityBreaches([file('src/entities/visibility/a.ts', text)])).toEqual([]);
  });

  it.each(cases<string[]>('no visibility'))('see no decision on visibility in %s', (text) => {
    expect(visibilityBreaches([file('src/api/a.ts', text)])).toEqual([]);
  });

  it.each(cases<string[]>('system time'))("see the machine's day in %s", (text) => {
    const planted = [file('test/core/a.test.ts', text)];
    expect(realDayBreaches(planted, OF_REAL_TIME)).toHaveLength(1);
    expect(realDayBreaches(planted, new Set(['test/core/a.test.ts']))).toEqual([]);
  });

  it.each(['new Date(0)', '// Date.now()', 'performance.now()', 'new FakeClock()', 'new RunningClock()'])(
    'see no day in %s',
    (text) => expect(realDayBreaches([file('test/core/a.test.ts', text)], OF_REAL_TIME)).toEqual([]),
  );

  it('see default exports', () => {
    expect(defaultExports([file('a.ts', 'export default 5;')])).toHaveLength(1);
    expect(defaultExports([file('a.ts', 'export { x as default };')])).toHaveLength(1);
    expect(defaultExports([file('a.ts', 'export const x = 5; // export default')])).toEqual([]);
  });

  it.each(cases<string[]>('file names'))('refuse the name %s', (name) => {
    expect(badNames([file(`src/core/${name}`, '')])).toHaveLength(1);
  });

  it('refuse folders that are not in kebab-case', () => {
    expect(badNames([file('src/coreStuff/a.ts', '')])).toHaveLength(1);
    expect(badNames([file('src/api/rest/numeric-state.ts', '')])).toEqual([]);
  });

  it('do not take comments for code, nor strings for comments', () => {
    expect(withoutComments("a('http://x'); // b")).toBe("a('http://x');     ");
    expect(importsOf(file('src/core/a.ts', "// import './b.ts';\n/*\nimport './c.ts';\n*/"))).toEqual([]);
  });
});

describe('the lock file', () => {
  it('names no registry', () => {
    const lock = readFileSync(`${root}/package-lock.json`, 'utf8');
    expect(lock).toContain('"integrity"');
    expect(lock).not.toContain('"resolved"');
  });

  it('belongs to package.json', () => {
    const lock = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')).packages[''];
    const wanted = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
    expect(lock.dependencies).toEqual(wanted.dependencies);
    expect(lock.devDependencies).toEqual(wanted.devDependencies);
  });
});

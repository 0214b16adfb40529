import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { isBuilt, isInstalled } from '../../scripts/build.js';
import { freshCheckout, hearth, startHearth } from '../support/command-line.ts';
import { smallCheckout } from '../support/small-checkout.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testData } from '../support/test-data.ts';
import { seeds } from '../support/thoroughness.ts';

const cases = testData(import.meta.filename);

const VERSION = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/** What is built: under `npm test` a project of a few files, since that run has just built the real one. */
const checkout = seeds(smallCheckout, freshCheckout);

// Several of these build a checkout repeatedly, which is slow on a busy machine.
describe('the command line', { timeout: 180_000 }, () => {
  it('builds a fresh checkout first, and answers with nothing else on stdout', async () => {
    const root = checkout();
    expect(isBuilt(root)).toBe(false);
    const first = await hearth(['version'], { root });
    expect(first).toEqual({ stdout: `${VERSION}\n`, stderr: 'hearth: building\n', code: 0 });
    expect(isBuilt(root)).toBe(true);
    const second = await hearth(['version'], { root });
    expect(second).toEqual({ stdout: `${VERSION}\n`, stderr: '', code: 0 });
    expect(readdirSync(root).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });

  it('builds once for starts that come together', async () => {
    const root = checkout();
    const all = await Promise.all([1, 2, 3].map(() => hearth(['version'], { root })));
    for (const { stdout, code } of all) expect({ stdout, code }).toEqual({ stdout: `${VERSION}\n`, code: 0 });
    expect(all.filter(({ stderr }) => stderr.includes('hearth: building\n'))).toHaveLength(1);
    expect(readdirSync(root).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });

  it('builds again when a source has changed, come or gone', async () => {
    const root = checkout();
    await hearth(['version'], { root });
    const extra = join(root, 'src', 'core', 'extra.ts');
    writeFileSync(extra, 'export const extra = 1;\n');
    expect(isBuilt(root)).toBe(false);
    expect((await hearth(['version'], { root })).stderr).toBe('hearth: building\n');
    expect(existsSync(join(root, 'dist', 'core', 'extra.js'))).toBe(true);
    unlinkSync(extra);
    expect((await hearth(['version'], { root })).stderr).toBe('hearth: building\n');
    expect(existsSync(join(root, 'dist', 'core', 'extra.js'))).toBe(false);
    utimesSync(join(root, 'src', 'main.ts'), new Date(), new Date());
    expect(isBuilt(root)).toBe(false);
  });

  it('keeps the old build, and reports the error, when the sources do not compile', async () => {
    const root = checkout();
    await hearth(['version'], { root });
    appendFileSync(join(root, 'src', 'core', 'log.ts'), 'const = wrong;\n');
    const { stdout, stderr, code } = await hearth(['version'], { root });
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toContain('src/core/log.ts');
    expect(stderr).toContain('failed with exit code');
    expect(existsSync(join(root, 'dist', 'main.js'))).toBe(true);
    expect(readdirSync(root).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });

  it('takes over the build lock of a process that is gone', async () => {
    const root = checkout();
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'exit');
    writeFileSync(join(root, 'dist.lock'), String(gone.pid));
    writeFileSync(join(root, `dist.old.${gone.pid}`), '');
    expect((await hearth(['version'], { root })).stdout).toBe(`${VERSION}\n`);
    expect(readdirSync(root).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });

  it('sees packages that are missing or of another version, and leaves a linked folder alone', async () => {
    const root = checkout();
    const lock = join(root, 'package-lock.json');
    expect(isInstalled(root)).toBe(true);
    const later = new Date(statSync(join(root, 'node_modules', '.package-lock.json')).mtimeMs + 5000);
    utimesSync(lock, later, later);
    expect(isInstalled(root)).toBe(true);
    writeFileSync(
      lock,
      readFileSync(lock, 'utf8').replace('"node_modules/zod": {\n      "version": "', '$&9'),
    );
    utimesSync(lock, later, later);
    expect(isInstalled(root)).toBe(false);
    const { stderr, code } = await hearth(['version'], { root });
    expect(code).toBe(1);
    expect(stderr).toContain('node_modules is a link');
    expect(existsSync(join(root, 'node_modules', 'zod'))).toBe(true);
    rmSync(join(root, 'node_modules'));
    expect(isInstalled(root)).toBe(false);
  });

  it('names the required version to an old Node', () => {
    const text = readFileSync(new URL('../../bin/hearth', import.meta.url), 'utf8');
    const head = text.slice(0, text.indexOf('import('));
    const said: string[] = [];
    const exits: number[] = [];
    const run = new Function('process', 'console', head.replace(/^#!.*/, ''));
    for (const node of ['12.0.0', '18.20.4', '20.18.3', '20.19.0', '22.0.0']) {
      run(
        { versions: { node }, exit: (code: number) => exits.push(code) },
        { error: (line: string) => said.push(line) },
      );
    }
    expect(exits).toEqual([1, 1, 1]);
    expect(said[2]).toBe('hearth: Node 20.18.3 is too old: Hearth needs Node 20.19 or newer.');
  });

  it('starts as a program, through a link, by the shell and by Node', () => {
    const program = new URL('../../bin/hearth', import.meta.url).pathname;
    const link = join(tempFolder(), 'hearth');
    symlinkSync(program, link);
    for (const line of [[program], [link], ['sh', program], [process.execPath, program]]) {
      const [first = '', ...rest] = line;
      const { stdout, stderr } = spawnSync(first, [...rest, 'version'], { encoding: 'utf8' });
      expect({ stdout, stderr }).toEqual({ stdout: `${VERSION}\n`, stderr: '' });
    }
  });

  it('becomes Node with the flags of V8, without a process around it', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho $$; printf "%s\\n" "$@"\n', { mode: 0o755 });
    const program = new URL('../../bin/hearth', import.meta.url).pathname;
    const { pid, stdout } = spawnSync(program, ['start', '--name', 'two words'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    });
    const [id, ...said] = stdout.trim().split('\n');
    expect(Number(id)).toBe(pid);
    const at = said.indexOf(program);
    expect(said.slice(at)).toEqual([program, 'start', '--name', 'two words']);
    const flags = said.slice(0, at);
    expect(flags.length).toBeGreaterThan(0);
    for (const flag of flags) expect(flag).toMatch(/^--[a-z0-9-]+(=\d+)?$/);
    // V8 knows them all: Node ends with code 9 for one it does not know.
    expect(spawnSync(process.execPath, [...flags, '-e', '']).status).toBe(0);
  });

  it('lists its commands, and the flags of each', async () => {
    for (const args of [[], ['help'], ['--help']]) {
      const { stdout, code } = await hearth(args);
      expect(code).toBe(0);
      for (const command of cases<string[]>('commands')) {
        expect(stdout).toContain(command);
      }
    }
    expect((await hearth(['start', '--help'])).stdout).toContain('--data-dir <value>');
    expect((await hearth(['--version'])).stdout).toBe(`${VERSION}\n`);
  });

  it.each(cases<[string[], string][]>('invalid arguments'))('refuses %j', async (args, message) => {
    const { stdout, stderr, code } = await hearth(args, { env: { HEARTH_DATA_DIR: tempFolder() } });
    expect(stderr).toContain(message);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
  });
});

describe('check-config', () => {
  it('reports that settings are valid, or all errors', async () => {
    const folder = tempFolder();
    expect(await hearth(['check-config', '--data-dir', folder])).toEqual({
      stdout: `The settings in ${folder} are valid.\n`,
      stderr: '',
      code: 0,
    });
    writeFileSync(join(folder, 'hearth.yaml'), 'http:\n  port: 80000\nmqtt:\n  ulr: mqtt://x\n');
    const { stdout, stderr, code } = await hearth(['check-config', '--data-dir', folder]);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toMatch(
      /^hearth: hearth\.yaml:4: mqtt\.ulr is not a setting.*\nhearth: hearth\.yaml:2: http\.port is 80000/,
    );
  });
});

describe('tokens on the command line', () => {
  it('are made, listed and revoked while no server runs', async () => {
    const env = { HEARTH_DATA_DIR: join(tempFolder(), 'data') };
    const made = await hearth(['token', 'create', '--name', 'wall tablet', '--days', '30'], { env });
    expect(made).toEqual({ stdout: expect.stringMatching(/^hearth_[\w-]{40,}\n$/), stderr: '', code: 0 });
    const list = await hearth(['token', 'list'], { env });
    expect(list.stdout).toMatch(
      /^ID +NAME +USER +CREATED +EXPIRES +USED\n[0-9a-f]{32} {2}wall tablet {2}Owner/,
    );
    expect(list.stdout).not.toContain(made.stdout.trim());
    expect((await hearth(['token', 'revoke', 'wall tablet'], { env })).code).toBe(0);
    expect((await hearth(['token', 'list'], { env })).stdout.trim().split('\n')).toHaveLength(1);
    expect(await hearth(['token', 'revoke', 'wall tablet'], { env })).toMatchObject({
      stderr: 'hearth: There is no token "wall tablet"\n',
      code: 1,
    });
    expect(readdirSync(env.HEARTH_DATA_DIR)).toEqual(['hearth.db']);
  });

  it('are made by several commands at once, one after the other', async () => {
    const env = { HEARTH_DATA_DIR: tempFolder() };
    const made = await Promise.all(
      ['a', 'b', 'c'].map((name) => hearth(['token', 'create', '--name', name], { env })),
    );
    expect(made.map(({ code, stderr }) => [code, stderr])).toEqual([0, 0, 0].map((code) => [code, '']));
    expect(new Set(made.map(({ stdout }) => stdout)).size).toBe(3);
    expect((await hearth(['token', 'list'], { env })).stdout.trim().split('\n')).toHaveLength(4);
  });
});

describe('a running server', () => {
  /** Starts one on the folder and waits for its ready line. */
  async function ready(folder: string): Promise<ChildProcess & { url: string }> {
    const child = startHearth(['start', '--port', '0', '--host', '127.0.0.1', '--data-dir', folder]);
    const [line] = (await once(child.stdout as Readable, 'data')) as [Buffer];
    const url = /^Hearth (\S+) ready at (http:\/\/127\.0\.0\.1:\d+)\n/.exec(line.toString());
    expect(url?.[1]).toBe(VERSION);
    return Object.assign(child, { url: url?.[2] ?? '' });
  }

  async function status(url: string, token: string): Promise<number> {
    const answer = await fetch(`${url}/api/`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return answer.status;
  }

  async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  it('keeps a second one off its folder, makes tokens for the command line, and leaves nothing behind', async () => {
    const folder = join(tempFolder(), 'data');
    const env = { HEARTH_DATA_DIR: folder };
    const server = await ready(folder);
    const second = await hearth(['start', '--port', '0', '--data-dir', folder]);
    expect(second).toMatchObject({ stdout: '', code: 1 });
    expect(second.stderr).toContain(`the data folder ${folder} is in use by process ${server.pid}`);
    const made = await hearth(['token', 'create', '--name', 'x'], { env });
    expect(made).toEqual({ stdout: expect.stringMatching(/^hearth_[\w-]{40,}\n$/), stderr: '', code: 0 });
    expect((await hearth(['token', 'list'], { env })).stdout).toContain(' x ');
    const token = made.stdout.trim();
    expect([await status(server.url, token), await status(server.url, `${token}x`)]).toEqual([200, 401]);
    const other = (await hearth(['token', 'create', '--name', 'y'], { env })).stdout.trim();
    expect(await status(server.url, other)).toBe(200);
    expect(await hearth(['token', 'revoke', 'y'], { env })).toEqual({ stdout: '', stderr: '', code: 0 });
    expect([await status(server.url, other), await status(server.url, token)]).toEqual([401, 200]);
    expect(await hearth(['token', 'revoke', 'y'], { env })).toMatchObject({ code: 1, stdout: '' });
    expect(await ended(server, 'SIGTERM')).toBe(0);
    expect(readdirSync(folder).filter((name) => /lock|sock/.test(name))).toEqual([]);
    expect((await hearth(['token', 'list'], { env })).stdout).toContain(' x ');
  });

  it('that was killed releases its folder, and every acknowledged token is kept', async () => {
    const folder = tempFolder();
    const env = { HEARTH_DATA_DIR: folder };
    const server = await ready(folder);
    const token = (await hearth(['token', 'create', '--name', 'kept'], { env })).stdout.trim();
    await ended(server, 'SIGKILL');
    expect(existsSync(join(folder, 'hearth.lock'))).toBe(true);
    const next = await ready(folder);
    expect(await status(next.url, token)).toBe(200);
    expect((await hearth(['token', 'list'], { env })).stdout).toContain('kept');
    expect(await ended(next, 'SIGINT')).toBe(0);
  });

  it('that is stopped while it starts leaves a folder the next one can use', async () => {
    const folder = tempFolder();
    const starting = startHearth(['start', '--port', '0', '--data-dir', folder]);
    await once(starting.stderr as Readable, 'data');
    await ended(starting, 'SIGKILL');
    expect(await ended(await ready(folder), 'SIGTERM')).toBe(0);
  });

  it('prints its address over IPv6', async () => {
    const server = startHearth(['start', '--port', '0', '--host', '::', '--data-dir', tempFolder()]);
    const [line] = (await once(server.stdout as Readable, 'data')) as [Buffer];
    expect(line.toString()).toMatch(/ready at http:\/\/\[::1\]:\d+\n/);
  });

  it('can have its folder at the end of a very long path', async () => {
    const folder = join(tempFolder(), 'a'.repeat(150));
    const server = await ready(folder);
    const env = { HEARTH_DATA_DIR: folder };
    expect((await hearth(['token', 'create', '--name', 'x'], { env })).code).toBe(0);
    expect(await ended(server, 'SIGTERM')).toBe(0);
  });

  it('restarts in the same process or stops when a service requests it', async () => {
    const folder = tempFolder();
    const server = await ready(folder);
    const { stdout } = await hearth(['token', 'create', '--name', 'x', '--data-dir', folder]);
    const headers = { authorization: `Bearer ${stdout.trim()}` };
    const again = once(server.stdout as Readable, 'data') as Promise<[Buffer]>;
    expect(
      (await fetch(`${server.url}/api/services/homeassistant/restart`, { method: 'POST', headers })).status,
    ).toBe(200);
    const url = /ready at (\S+)/.exec(String((await again)[0]))?.[1] ?? '';
    expect(await status(url, stdout.trim())).toBe(200);
    const gone = once(server, 'exit');
    await fetch(`${url}/api/services/homeassistant/stop`, { method: 'POST', headers });
    expect((await gone)[0]).toBe(0);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import {
  controlSocketOf,
  type DataFolder,
  FolderInUse,
  openDataFolder,
} from '../../src/storage/data-folder.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const CONTENDER = new URL('lock-contender.js', import.meta.url).pathname;

function hold(folder: string): Promise<DataFolder> {
  return openDataFolder({ folder, clock: new FakeClock(), log: silentLog, lockWait: 0 });
}

/** A process that tries to lock the folder; its first line reports the result. */
async function contender(folder: string): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [CONTENDER, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, line: chunk.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Names and contents of all files of a folder. */
function content(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('hex')]),
  );
}

describe('the lock of the data folder', () => {
  it('keeps other processes out until it is released, and names the holder', async () => {
    const path = tempFolder();
    const folder = await hold(path);
    const holder = `process ${process.pid} on host "${hostname()}" since `;
    const refused = `the data folder ${path} is in use by ${holder}`;
    const { line } = await contender(path);
    expect(line).toContain(refused);
    expect(line).toMatch(/Stop that server first, or use another folder with --data-dir\.$/);
    await folder.release();
    expect(readdirSync(path)).toEqual(['hearth.db']);
    expect((await contender(path)).line).toBe('held');
    await expect(hold(path)).rejects.toThrow(FolderInUse);
  });

  it('is free after a crash, whatever the crash left beside it', async () => {
    const path = tempFolder();
    const { child, line } = await contender(path);
    expect(line).toBe('held');
    await kill(child);
    expect(existsSync(join(path, 'hearth.lock'))).toBe(true);
    await (await hold(path)).release();
    // A PID in use, as that of a container's first process always is, and files left by a power failure.
    for (const text of ['', '\0\0\0\0', 'null', '{"pid":-1}', '{"pid":1,"host":"x","since":"y"}']) {
      writeFileSync(join(path, 'hearth.lock'), text);
      writeFileSync(join(path, 'control.sock'), '');
      await (await hold(path)).release();
    }
  });

  it('goes to exactly one of many', async () => {
    const path = tempFolder();
    await kill((await contender(path)).child);
    const results = await Promise.all(Array.from({ length: 8 }, () => contender(path)));
    expect(results.filter(({ line }) => line === 'held')).toHaveLength(1);
    for (const { line } of results) if (line !== 'held') expect(line).toContain(`${path} is in use by `);
    await Promise.all(results.map(async ({ child }) => child.exitCode ?? kill(child)));
    await (await hold(path)).release();
  });

  it('is not requested, and nothing is touched, if the control socket answers', async () => {
    const path = tempFolder();
    const server = createServer().listen(join(path, 'control.sock'));
    await once(server, 'listening');
    await expect(hold(path)).rejects.toThrow('is in use by another process');
    expect(readdirSync(path)).toEqual(['control.sock']);
    server.close();
    await once(server, 'close');
    await (await hold(path)).release();
  });

  it('lets a process that cannot have it change nothing', async () => {
    const path = tempFolder();
    const { child } = await contender(path);
    chmodSync(path, 0o755);
    writeFileSync(join(path, '.a.0123456789ab.tmp'), 'half');
    writeFileSync(join(path, 'control.sock'), '');
    const before = content(path);
    expect((await contender(path)).line).toContain('is in use by process');
    expect(content(path)).toEqual(before);
    expect(statSync(path).mode & 0o777).toBe(0o755);
    await kill(child);
  });
});

describe('the data folder', () => {
  it('is made for its owner alone', async () => {
    const path = join(tempFolder(), 'deep', 'data');
    expect(controlSocketOf(path)).toBeNull();
    const folder = await hold(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(folder.socketPath).toBe(join(folder.path, 'control.sock'));
    expect(controlSocketOf(path)).toBe(folder.socketPath);
    await folder.release();
  });

  it('is narrowed when it is empty or a data folder, and left alone when it holds other things', async () => {
    for (const [file, mode] of [
      [null, 0o700],
      ['hearth.db', 0o700],
      ['family.jpg', 0o755],
    ] as const) {
      const path = tempFolder();
      chmodSync(path, 0o755);
      if (file !== null) writeFileSync(join(path, file), '');
      await (await hold(path)).release();
      expect(statSync(path).mode & 0o777).toBe(mode);
    }
  });

  it('has its socket under the temp folder where its own path is too long, in a folder of its own', async () => {
    const path = join(tempFolder(), 'a'.repeat(120));
    const folder = await hold(path);
    const socketFolder = dirname(folder.socketPath);
    onTestFinished(() => rmSync(socketFolder, { recursive: true, force: true }));
    expect(folder.socketPath.length).toBeLessThan(100);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    expect(controlSocketOf(path)).toBe(folder.socketPath);
    chmodSync(socketFolder, 0o777);
    expect(() => controlSocketOf(path)).toThrow('not a folder of this user alone');
    await folder.release();
    expect(existsSync(socketFolder)).toBe(false);
    mkdirSync(socketFolder, { mode: 0o755 });
    await expect(hold(path)).rejects.toThrow('not a folder of this user alone');
    expect(existsSync(join(path, 'hearth.lock'))).toBe(false);
    rmSync(socketFolder, { recursive: true });
    await (await hold(path)).release();
  });

  it('cannot be a file', async () => {
    const path = join(tempFolder(), 'file');
    writeFileSync(path, '');
    await expect(hold(path)).rejects.toThrow('EEXIST');
  });
});

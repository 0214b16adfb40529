import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { openDataFolder, runningServer } from '../../src/storage/data-folder.ts';
import { folderHolder, lockFolder } from '../../src/storage/folder-lock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const CONTENDER = new URL('lock-contender.js', import.meta.url).pathname;

/** A process that tries to take the lock; its first line says how that went. */
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

describe('the lock of the data folder', () => {
  it('is held by one, named to the second, and free after release', () => {
    const folder = tempFolder();
    const release = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`${folder} is in use by process ${process.pid}`);
    expect(folderHolder(folder)).toBe(process.pid);
    release();
    release();
    expect(folderHolder(folder)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
    lockFolder(folder)();
  });

  it('keeps another process out, and goes to it when the holder was killed', async () => {
    const folder = tempFolder();
    const { child, line } = await contender(folder);
    expect(line).toBe('held');
    expect(() => lockFolder(folder)).toThrow(`in use by process ${child.pid}`);
    await kill(child);
    const release = lockFolder(folder);
    expect(readdirSync(folder)).toEqual(['hearth.lock']);
    release();
  });

  it('is taken over by exactly one of many', async () => {
    const folder = tempFolder();
    const dead = await contender(folder);
    await kill(dead.child);
    const results = await Promise.all(Array.from({ length: 8 }, () => contender(folder)));
    const holders = results.filter(({ line }) => line === 'held');
    expect(holders).toHaveLength(1);
    for (const { line } of results) {
      if (line !== 'held')
        expect(line).toBe(`the data folder ${folder} is in use by process ${holders[0]?.child.pid}`);
    }
    await Promise.all(results.map(async ({ child }) => child.exitCode ?? kill(child)));
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not kept by a process that was given the number of the dead one', () => {
    const folder = tempFolder();
    const release = lockFolder(folder);
    const claim = JSON.parse(readFileSync(join(folder, 'hearth.lock'), 'utf8'));
    release();
    writeFileSync(
      join(folder, 'hearth.lock'),
      JSON.stringify({ ...claim, started: 'an earlier boot 5', nonce: 'x' }),
    );
    expect(folderHolder(folder)).toBeNull();
    lockFolder(folder)();
  });

  it.each(['', '{', 'null', '{"pid":-1,"nonce":"x"}', '{"pid":"1","nonce":"x"}', '\0\0\0\0'])(
    'is free where a power cut left %j',
    (text) => {
      const folder = tempFolder();
      writeFileSync(join(folder, 'hearth.lock'), text);
      const release = lockFolder(folder);
      expect(folderHolder(folder)).toBe(process.pid);
      release();
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('follows a chain of dead claims whose takers died on the way, and clears it away', () => {
    const folder = tempFolder();
    const dead = (nonce: string): string => JSON.stringify({ pid: 2 ** 22 + 1, started: null, nonce });
    const front = join(folder, 'hearth.lock');
    writeFileSync(front, dead('a'));
    const identity = createHash('sha256')
      .update(`${statSync(front).ino}:${dead('a')}`)
      .digest('hex');
    const second = `hearth.lock.after-${identity.slice(0, 32)}`;
    writeFileSync(join(folder, second), JSON.stringify({ pid: process.pid, started: null, nonce: 'b' }));
    expect(folderHolder(folder)).toBe(process.pid);
    writeFileSync(join(folder, second), dead('b'));
    expect(folderHolder(folder)).toBeNull();
    const release = lockFolder(folder);
    expect(readdirSync(folder)).toEqual(['hearth.lock']);
    release();
  });
});

describe('the data folder', () => {
  it('is made for its owner alone', () => {
    const path = join(tempFolder(), 'deep', 'data');
    const folder = openDataFolder(path, silentLog);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(folder.socketPath).toBe(join(folder.path, 'control.sock'));
    expect(runningServer(path)).toEqual({ pid: process.pid, socketPath: folder.socketPath });
    folder.release();
    expect(runningServer(path)).toBeNull();
    expect(runningServer(join(path, 'nowhere'))).toBeNull();
  });

  it('is narrowed when it is empty or a data folder, and left alone when it holds other things', () => {
    for (const [file, mode] of [
      [null, 0o700],
      ['hearth.db', 0o700],
      ['family.jpg', 0o755],
    ] as const) {
      const path = tempFolder();
      chmodSync(path, 0o755);
      if (file !== null) writeFileSync(join(path, file), '');
      openDataFolder(path, silentLog).release();
      expect(statSync(path).mode & 0o777).toBe(mode);
    }
  });

  it('has its socket under the temp folder where its own path is too long, in a folder of its own', () => {
    const path = join(tempFolder(), 'a'.repeat(120));
    const folder = openDataFolder(path, silentLog);
    const socketFolder = dirname(folder.socketPath);
    onTestFinished(() => rmSync(socketFolder, { recursive: true, force: true }));
    expect(folder.socketPath.length).toBeLessThan(100);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    expect(runningServer(path)?.socketPath).toBe(folder.socketPath);
    chmodSync(socketFolder, 0o777);
    expect(() => runningServer(path)).toThrow('not a folder of this user alone');
    folder.release();
    expect(existsSync(socketFolder)).toBe(false);
    mkdirSync(socketFolder, { mode: 0o755 });
    expect(() => openDataFolder(path, silentLog)).toThrow('not a folder of this user alone');
    expect(existsSync(join(path, 'hearth.lock'))).toBe(false);
  });

  it('cannot be a file', () => {
    const path = join(tempFolder(), 'file');
    writeFileSync(path, '');
    expect(() => openDataFolder(path, silentLog)).toThrow('EEXIST');
  });
});

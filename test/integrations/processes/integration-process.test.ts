import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type HostileRun, startHostile } from '../../support/hostile-integration.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { seeds } from '../../support/thoroughness.ts';

let run: HostileRun | undefined;
afterEach(async () => {
  run?.process.end('The test is over');
  await run?.ended;
  run = undefined;
});

const start = (code: string, options = {}): HostileRun => {
  run = startHostile(tempFolder(), code, options);
  return run;
};
const reasonOf = async (code: string, options = {}): Promise<string> =>
  (await start(code, options).ended).reason;

/** How glibc allocates memory. */
const ALLOCATION = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'];

describe('the process of an integration', () => {
  it('reads and writes nothing but its own, and starts nothing', async () => {
    const folder = tempFolder();
    run = startHostile(
      folder,
      `ready();
      attempt('read a file outside', () => readFileSync('/etc/passwd'));
      attempt('read the data folder', () => readFileSync('${folder}/hearth.db'));
      attempt('write to the data folder', () => writeFileSync('${folder}/stolen', 'x'));
      attempt('write to its code', () => writeFileSync(new URL('more.js', import.meta.url), 'x'));
      attempt('link out', () => symlinkSync('/etc/passwd', 'link'));
      attempt('write to its own data', () => writeFileSync('own', 'x'));
      attempt('start a program', () => execFileSync('true'));
      attempt('fork', () => fork('x.js'));
      attempt('start a worker', () => new Worker('1', { eval: true }));
      log(Object.keys(process.env).sort().join());`,
    );
    await run.process.ready;
    await expect.poll(() => run?.process.lastLines.length).toBe(10);
    const lines = run.process.lastLines;
    expect(lines.slice(0, 9)).toEqual([
      'read a file outside: ERR_ACCESS_DENIED',
      'read the data folder: ERR_ACCESS_DENIED',
      'write to the data folder: ERR_ACCESS_DENIED',
      'write to its code: ERR_ACCESS_DENIED',
      'link out: ERR_ACCESS_DENIED',
      'write to its own data: allowed',
      'start a program: ERR_ACCESS_DENIED',
      'fork: ERR_ACCESS_DENIED',
      'start a worker: ERR_ACCESS_DENIED',
    ]);
    for (const name of lines[9]?.split(',') ?? [])
      expect(['HEARTH_ID', 'LANG', 'PATH', 'TZ', ...ALLOCATION]).toContain(name);
    expect(existsSync(join(folder, 'stolen'))).toBe(false);
  });

  it.each([
    ['throws', `throw new Error('broken on purpose');`, /^ended with code 1: .*broken on purpose/],
    [
      'exits',
      `console.error('that is all'); setTimeout(() => process.exit(3), 100);`,
      /^ended with code 3: that is all/,
    ],
    ['sends what is no JSON', `ready(); raw(frame('{nonsense'));`, /JSON/],
    [
      'sends an unknown message',
      `ready(); send({ type: 'rule_the_world' });`,
      /sent a message that is not valid/,
    ],
    ['sends another API version', `send({ type: 'ready', api: 2 });`, /sent a message that is not valid/],
    ['sends too long a message', `ready(); raw(Buffer.from([255, 255, 255, 255]));`, /longer than the limit/],
    [
      'sends a state that is deep',
      `ready(); let deep = {}; for (let i = 0; i < 50; i += 1) deep = { deep };
       send({ type: 'report', reports: [[1, { on: deep }]] });`,
      /sent a message that is not valid/,
    ],
  ])('ends when it %s', async (_what, code, reason) => {
    expect(await reasonOf(code)).toMatch(reason);
  });

  it.runIf(seeds(false, true))('ends when it fills its memory, and says so', async () => {
    const reason = await reasonOf(
      `ready(); const all = []; for (;;) all.push(new Array(1e5).fill(all.length));`,
      {
        memory: 32,
      },
    );
    expect(reason).toBe('used more memory than its limit');
  });

  it('ends when it loops for ever', async () => {
    const { process, clock, ended } = start(`ready(); setTimeout(() => { for (;;); }, 10);`);
    await process.ready;
    await new Promise((resolve) => setTimeout(resolve, 100));
    clock.advance(5_000);
    clock.advance(10_000);
    expect((await ended).reason).toBe('did not answer for 10 seconds');
  });

  it('ends when it does not become ready', async () => {
    const { clock, ended } = start(`setInterval(() => {}, 1000);`);
    clock.advance(30_000);
    expect((await ended).reason).toBe('did not start within 30 seconds');
  });

  it('is read no faster than 2,000 reports a second', async () => {
    const { process, clock, received } = start(`ready();
      const one = frame(JSON.stringify({ type: 'report', reports: [[1, { on: true }]] }));
      for (let i = 0; i < 20_000; i += 1) raw(one);`);
    await process.ready;
    await expect.poll(() => received.length).toBeGreaterThan(200);
    expect(received.length).toBeLessThanOrEqual(251);
    for (let i = 0; i < 100; i += 1) {
      clock.advance(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(received.length).toBeLessThanOrEqual(2_500);
    expect(process.isRunning).toBe(true);
  });

  it('writes one line to the log, whatever it prints, and no secrets', async () => {
    const { process } = start(`ready(); log('first\\nsecond password=hunter2');`);
    await expect.poll(() => process.lastLines).toEqual(['first ⏎ second password=***']);
  });
});

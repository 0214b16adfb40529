import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LogFile, openLogFile } from '../../src/storage/log-file.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

type Options = Partial<Parameters<typeof openLogFile>[0]>;

function open(options: Options = {}): LogFile & { folder: string; shown: string[] } {
  const shown: string[] = [];
  const folder = options.folder ?? tempFolder();
  const screen = { write: (text: string) => shown.push(text) };
  return {
    ...openLogFile({ folder, level: 'info', clock: new FakeClock(), screen, ...options }),
    folder,
    shown,
  };
}

describe('the log', () => {
  it('shows readable lines and keeps JSON lines', async () => {
    const { log, flush, folder, shown } = open();
    log.named('mqtt').info('connected', { host: '10.0.0.1', port: 1883 });
    log.debug('not shown');
    await flush();
    expect(shown).toEqual(['2026-11-20 12:00:00.000 INFO mqtt: connected host=10.0.0.1 port=1883\n']);
    const lines = readFileSync(join(folder, 'logs', 'hearth.log'), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        time: '2026-11-20T12:00:00.000000+00:00',
        name: 'mqtt',
        fields: { host: '10.0.0.1', port: 1883 },
        message: 'connected',
      },
    ]);
    expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'logs', 'hearth.log')).mode & 0o777).toBe(0o600);
  });

  it('keeps warnings and errors as text, with the stack, over a restart', async () => {
    const first = open();
    expect(await first.readErrorLog()).toBe('');
    first.log.info('fine');
    first.log.warn('careful');
    await first.flush();
    const second = open({ folder: first.folder });
    second.log.error('broken', { error: new Error('no luck', { cause: new Error('rain') }) });
    const text = await second.readErrorLog();
    expect(text).toContain('WARN hearth: careful\n');
    expect(text).toContain('ERROR hearth: broken error="Error: no luck"'.replaceAll('"', ''));
    expect(text).toMatch(/\n {4}at .*log-file\.test\.ts/);
    expect(text).toContain('caused by Error: rain');
    expect(text).not.toContain('fine');
  });

  it('holds no secrets anywhere', async () => {
    const { log, flush, readErrorLog, folder, shown } = open();
    log.error('no connection to mqtt://me:hunter2@broker', {
      password: 'hunter2',
      headers: { authorization: 'Bearer hunter2hunter2' },
      error: new Error('token=hunter2'),
    });
    await flush();
    const everything = [await readErrorLog(), ...shown];
    for (const name of readdirSync(join(folder, 'logs'))) {
      everything.push(readFileSync(join(folder, 'logs', name), 'utf8'));
    }
    expect(everything.length).toBe(4);
    for (const text of everything) {
      expect(text).toContain('no connection to');
      expect(text).not.toContain('hunter2');
    }
  });

  it('lets no name from outside forge a line or color a terminal', async () => {
    const { log, readErrorLog } = open();
    log.warn('device "x\n2026-11-20 12:00:00.000 ERROR hearth: forged"\u001b[31m\u009b\u2028', {
      name: 'a\r\nb',
    });
    const text = await readErrorLog();
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('x\\u000a2026');
    expect(text).toContain('\\u001b[31m\\u009b\\u2028');
    expect(text).toContain('name="a\\r\\nb"');
  });

  it('stays within five files and its size, and the error log within its own', async () => {
    const { log, flush, readErrorLog, folder } = open({ maxBytes: 2000 });
    for (let n = 0; n < 200; n += 1) {
      log.error(`failure number ${n} ${'x'.repeat(100)}`);
      if (n % 5 === 0) await flush();
    }
    await flush();
    const names = readdirSync(join(folder, 'logs')).sort();
    expect(names).toEqual([
      'errors.log',
      'errors.log.1',
      'hearth.log',
      'hearth.log.1',
      'hearth.log.2',
      'hearth.log.3',
      'hearth.log.4',
    ]);
    for (const name of names) expect(statSync(join(folder, 'logs', name)).size).toBeLessThanOrEqual(2000);
    const text = await readErrorLog();
    expect(text).toContain('failure number 199');
    expect(text.indexOf('failure number 199')).toBeGreaterThan(text.indexOf('failure number 195'));
    expect(text).not.toContain('failure number 5 ');
  });

  it('drops and counts what a flood brings faster than the disk takes it', async () => {
    const { log, flush, folder } = open();
    for (let n = 0; n < 400; n += 1) log.error('y'.repeat(7000));
    await flush();
    expect(readFileSync(join(folder, 'logs', 'hearth.log'), 'utf8')).toMatch(
      /\d+ lines were dropped here\n$/,
    );
  });

  it('continues without a disk, reports it once, and writes again when there is one', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'logs'), 'no folder');
    const { log, flush, shown } = open({ folder });
    log.info('one');
    await flush();
    log.info('two');
    await flush();
    expect(shown.filter((line) => line.includes('the log cannot be written'))).toHaveLength(1);
    rmSync(join(folder, 'logs'));
    mkdirSync(join(folder, 'logs'));
    log.info('three');
    await flush();
    expect(readFileSync(join(folder, 'logs', 'hearth.log'), 'utf8')).toMatch(
      /^2 lines were dropped here\n\{.*three.*\}\n$/,
    );
  });
});

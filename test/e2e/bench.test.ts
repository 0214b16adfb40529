import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';

const run = promisify(execFile);
const tiny = ['--rounds', '1', '--seconds', '0.2', '--own-load'];
let reference: ChildProcess;
let url = '';

beforeAll(async () => {
  reference = spawn(process.execPath, ['bench/reference.js'], { stdio: ['ignore', 'pipe', 'inherit'] });
  url = await new Promise((resolve) => {
    reference.stdout?.once('data', (line) => resolve(String(line).trim().split(' ').at(-1) ?? ''));
  });
});

afterAll(() => {
  reference.kill();
});

interface Row {
  readonly name: string;
  readonly failed?: string;
  readonly skipped?: string;
  readonly ratio?: number;
  readonly server?: { readonly value: number; readonly errors?: number; readonly p99?: number };
}

async function bench(only: string): Promise<{ readonly table: string; readonly rows: readonly Row[] }> {
  const json = join(tempFolder(), 'results.json');
  const target = ['--url', url, '--token', 'any', '--pid', String(reference.pid)];
  const { stdout } = await run(process.execPath, [
    'bench/run.js',
    ...target,
    ...tiny,
    '--only',
    only,
    '--json',
    json,
  ]);
  return { table: stdout, rows: JSON.parse(await readFile(json, 'utf8')).rows };
}

describe('the bench against a server that already runs', () => {
  it('measures requests, commands and deliveries without errors and prints a row for each', async () => {
    const { table, rows } = await bench('REST (read|write|call)|WebSocket call|to (1|100) subscriber');
    expect(rows.map((row) => row.name)).toEqual([
      'REST read a state',
      'REST write a state',
      'REST call a service',
      'WebSocket call a service',
      'state_changed to 1 subscriber',
      'state_changed to 100 subscribers',
    ]);
    for (const row of rows) {
      expect(row.failed).toBeUndefined();
      expect(row.server?.value).toBeGreaterThan(0);
      expect(row.server?.p99).toBeGreaterThan(0);
      expect(row.server?.errors).toBe(0);
      expect(row.ratio).toBeGreaterThan(0);
      expect(table).toContain(row.name);
    }
  });

  it('lists 10,000 states over both interfaces', async () => {
    const { table, rows } = await bench('list of 10,000');
    expect(rows).toHaveLength(2);
    for (const row of rows)
      expect(row.server).toMatchObject({ errors: 0, note: expect.stringMatching(/^4\.\d MB$/) });
    expect(table).toMatch(/^REST list of 10,000 states .* ms .* >= 100 % /m);
  });

  it('reads the memory of a given process, and explains why it cannot start or stop it', async () => {
    const { table, rows } = await bench('memory after the start|until ready|lost');
    expect(rows.map((row) => row.skipped)).toEqual([
      undefined,
      'needs a server this run can start',
      'needs a server this run can stop',
    ]);
    expect(rows[0]?.server?.value).toBeGreaterThan(20);
    expect(table).toContain('needs a server this run can start');
  });

  it('marks a row that fails and ends with 1', async () => {
    const broken = createServer((request, response) => {
      response.statusCode = request.url === '/api/config' ? 200 : 500;
      response.end('{}');
    });
    broken.listen(0, '127.0.0.1');
    await once(broken, 'listening');
    onTestFinished(() => void broken.close());
    const { port } = broken.address() as AddressInfo;
    const json = join(tempFolder(), 'broken.json');
    const target = ['--url', `http://127.0.0.1:${port}`, '--token', 'any', '--json', json];
    await expect(
      run(process.execPath, ['bench/run.js', ...target, ...tiny, '--only', 'call']),
    ).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('FAILED: GET /api/states answered 500'),
    });
  });

  it('refuses options that make no sense, with a sentence', async () => {
    const refused = run(process.execPath, ['bench/run.js', '--url', 'ftp://x', '--token', 't']);
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--url must look like'),
    });
  });
});

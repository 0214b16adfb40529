import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ControlSocket, callControlSocket, controlCommand, NoAnswer } from '../../src/api/control-socket.ts';
import { HubError } from '../../src/core/errors.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const COMMANDS = new Map([
  ['add', controlCommand(z.strictObject({ a: z.number(), b: z.number() }), ({ a, b }) => ({ sum: a + b }))],
  ['nothing', controlCommand(z.unknown(), async () => undefined)],
  ['large', controlCommand(z.unknown(), () => 'x'.repeat(5 * 1024 * 1024))],
  [
    'refuse',
    controlCommand(z.unknown(), () => {
      throw new HubError('not_found', 'no such token');
    }),
  ],
  [
    'full',
    controlCommand(z.unknown(), () => {
      throw new HubError('unavailable', 'hearth.db could not be used: the disk is full');
    }),
  ],
  [
    'break',
    controlCommand(z.unknown(), () => {
      throw new Error('secret inner detail');
    }),
  ],
]);

async function serve(
  log: Log = silentLog,
): Promise<{ path: string; clock: FakeClock; server: ControlSocket }> {
  const path = join(tempFolder(), 'control.sock');
  const clock = new FakeClock();
  const server = new ControlSocket({ path, commands: COMMANDS, clock, log });
  await server.start();
  onTestFinished(() => server.stop());
  return { path, clock, server };
}

function call(path: string, command: string, args: unknown = {}): Promise<unknown> {
  return callControlSocket({ path, command, args, clock: new FakeClock() });
}

/** Sends bytes, ends the connection and returns all that was received. */
function send(path: string, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.end(bytes);
  });
}

function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.on('close', resolve).on('error', () => {}));
}

describe('the control socket', () => {
  it('is accessible to its user alone, and removed on stop', async () => {
    const { path, server } = await serve();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await server.stop();
    await server.stop();
    expect(readdirSync(join(path, '..'))).toEqual([]);
    await expect(call(path, 'add')).rejects.toThrow('the running server does not answer');
  });

  it('distinguishes a server that rejects a command from one that does not answer', async () => {
    const { path, server } = await serve();
    const full = await call(path, 'full').catch((error: unknown) => error);
    expect([full instanceof NoAnswer, String(full)]).toEqual([
      false,
      expect.stringContaining('the disk is full'),
    ]);
    await server.stop();
    await expect(call(path, 'full')).rejects.toBeInstanceOf(NoAnswer);
  });

  it('replaces the socket of a server that crashed', async () => {
    const path = join(tempFolder(), 'control.sock');
    writeFileSync(path, '');
    const server = new ControlSocket({ path, commands: COMMANDS, clock: new FakeClock(), log: silentLog });
    await server.start();
    await expect(call(path, 'nothing')).resolves.toBeNull();
    await server.stop();
  });

  it('answers', async () => {
    const { path } = await serve();
    await expect(call(path, 'add', { a: 1, b: 2 })).resolves.toEqual({ sum: 3 });
    await expect(call(path, 'nothing')).resolves.toBeNull();
  });

  it('answers several lines of one connection in order, however they are cut', async () => {
    const { path } = await serve();
    const line = (a: number): string => `${JSON.stringify({ command: 'add', arguments: { a, b: 0 } })}\n`;
    const socket = connect(path);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    for (const piece of (line(1) + line(2) + line(3)).match(/[\s\S]{1,7}/g) ?? []) socket.write(piece);
    socket.end();
    await closed(socket);
    expect(
      text
        .trim()
        .split('\n')
        .map((answer) => JSON.parse(answer).result.sum),
    ).toEqual([1, 2, 3]);
  });

  it('returns caller errors, and logs others', async () => {
    const logged: unknown[] = [];
    const { path } = await serve({ ...silentLog, error: (...line) => logged.push(line) });
    await expect(call(path, 'refuse')).rejects.toMatchObject({ code: 'not_found', message: 'no such token' });
    await expect(call(path, 'add', { a: 1 })).rejects.toMatchObject({ code: 'invalid_format' });
    await expect(call(path, 'add', { a: 1, b: 2, c: 3 })).rejects.toMatchObject({ code: 'invalid_format' });
    await expect(call(path, '__proto__')).rejects.toMatchObject({ code: 'unknown_command' });
    expect(logged).toHaveLength(0);
    await expect(call(path, 'break')).rejects.toMatchObject({
      code: 'unknown_error',
      message: 'Unknown error',
    });
    expect(logged).toHaveLength(1);
  });

  it('refuses an answer without end', async () => {
    const { path } = await serve();
    await expect(call(path, 'large')).rejects.toMatchObject({ code: 'too_large' });
  });

  it('refuses lines that are too long, with and without an end, and keeps serving', async () => {
    const { path } = await serve();
    expect(await send(path, 'x'.repeat(70_000))).toContain('too_large');
    expect(await send(path, `${'x'.repeat(70_000)}\n`)).toContain('too_large');
    await expect(call(path, 'nothing')).resolves.toBeNull();
  });

  it('closes a connection that is silent for ten seconds', async () => {
    const { path, clock } = await serve();
    const socket = connect(path);
    await call(path, 'nothing');
    const end = closed(socket);
    clock.advance(10_000);
    await end;
    expect(clock.pending).toBe(0);
  });

  it('survives any bytes, and answers each whole line', async () => {
    const { path } = await serve();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        const answers = (await send(path, bytes)).split('\n').slice(0, -1);
        expect(answers).toHaveLength(bytes.filter((byte) => byte === 10).length);
        for (const answer of answers)
          expect(JSON.parse(answer)).toMatchObject({ ok: false, code: 'invalid_format' });
      }),
      { numRuns: 50 },
    );
    await expect(call(path, 'nothing')).resolves.toBeNull();
  });
});

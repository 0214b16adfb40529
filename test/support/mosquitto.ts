import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find((path) => existsSync(path));

/** Debian's Mosquitto broker on a free loopback port. */
export interface Mosquitto {
  readonly url: string;
  /** Kills the process; retained messages are lost. */
  kill(): Promise<void>;
  /** Kills it for good. */
  stop(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
}

/** Starts a broker; `lines` are added to its configuration. */
export async function startMosquitto(lines: readonly string[] = []): Promise<Mosquitto> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'hearth-mosquitto-'));
  const file = join(folder, 'mosquitto.conf');
  const settings = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'max_queued_messages 0', ...lines];
  writeFileSync(file, settings.join('\n'));
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(PROGRAM ?? 'mosquitto', ['-c', file], { stdio: 'ignore' });
    await untilOpen(port);
  };
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async (): Promise<void> => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  return { url: `mqtt://127.0.0.1:${port}`, start, kill, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Mosquitto does not listen on port ${port}`);
}

import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { z } from 'zod';
import type { Clock, Undo } from '../core/clock.ts';
import { asHubError, type ErrorCode, fault, HubError } from '../core/errors.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { parse } from '../core/parse.ts';

/** A command that the command line sends to the running server. */
export interface ControlCommand {
  readonly schema: z.ZodType;
  handle(args: unknown): unknown;
}

/** By name, such as `token/create`. */
export type ControlCommands = ReadonlyMap<string, ControlCommand>;

/** Creates a command with its arguments typed by the schema. Its result must be JSON or a promise of it. */
export function controlCommand<Args>(
  schema: z.ZodType<Args>,
  handle: (args: Args) => unknown,
): ControlCommand {
  return { schema, handle: (args) => handle(parse(schema, args)) };
}

const MAX_REQUEST_BYTES = 64 * 1024;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_CONNECTIONS = 32;
const TIMEOUT_MS = 10_000;

const Request = z.strictObject({ command: z.string(), arguments: z.unknown().optional() });
const Answer = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);

interface ControlSocketOptions {
  /** Must be in a folder that only this user can access. The caller holds the lock of the data folder. */
  readonly path: string;
  readonly commands: ControlCommands;
  readonly clock: Clock;
  readonly log: Log;
}

/** A Unix socket for the command line, mode 0600: one line of JSON in, one line of JSON out. */
export class ControlSocket implements Part {
  readonly name = 'control socket';
  private readonly options: ControlSocketOptions;
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;

  constructor(options: ControlSocketOptions) {
    this.options = options;
  }

  async start(): Promise<void> {
    const { path, log } = this.options;
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      this.serve(socket).catch((error: unknown) => log.debug('A control connection failed', { error }));
    });
    server.maxConnections = MAX_CONNECTIONS;
    // The data folder is locked, so an existing socket is left over from a crashed server.
    await rm(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    server.on('error', (error) => log.error('The control socket failed', { error }));
    this.server = server;
    await chmod(path, 0o600);
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    this.server = null;
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }

  private async serve(socket: Socket): Promise<void> {
    this.sockets.add(socket);
    const hurry = (): Undo => this.options.clock.after(TIMEOUT_MS, () => socket.destroy());
    let relax = hurry();
    socket.once('close', () => {
      relax();
      this.sockets.delete(socket);
    });
    try {
      for await (const line of lines(socket, MAX_REQUEST_BYTES)) {
        relax();
        const answer = await this.answer(line);
        relax = hurry();
        socket.write(`${JSON.stringify(answer)}\n`);
      }
    } catch (error) {
      socket.write(`${JSON.stringify(failure(error))}\n`);
    } finally {
      // Keep reading so that the last answer arrives; clients that do not close in time are disconnected.
      socket.end();
      socket.resume();
    }
  }

  private async answer(line: string): Promise<z.infer<typeof Answer>> {
    try {
      const request = parse(Request, parseLine(line));
      const command = this.options.commands.get(request.command);
      if (command === undefined)
        throw fault('unknown_command', 'unknown_command', { command: request.command.slice(0, 100) });
      return { ok: true, result: (await command.handle(request.arguments ?? {})) ?? null };
    } catch (error) {
      if (!(error instanceof HubError)) this.options.log.error('A control command failed', { error });
      return failure(error);
    }
  }
}

interface ControlCall {
  readonly path: string;
  readonly command: string;
  readonly args: unknown;
  readonly clock: Clock;
}

/** No answer: the server is starting, stopping or gone. Not thrown if a server answers `unavailable`. */
export class NoAnswer extends HubError {
  constructor(message: string, cause?: unknown) {
    super('unavailable', message, { cause });
  }
}

/** Sends a command to the running server. Throws the server's `HubError`, or `NoAnswer`. */
export async function callControlSocket({ path, command, args, clock }: ControlCall): Promise<unknown> {
  const socket = connect(path);
  const relax = clock.after(3 * TIMEOUT_MS, () => socket.destroy());
  try {
    socket.write(`${JSON.stringify({ command, arguments: args })}\n`);
    for await (const line of lines(socket, MAX_ANSWER_BYTES)) {
      const answer = parse(Answer, parseLine(line));
      if (!answer.ok) throw new HubError(answer.code as ErrorCode, answer.message);
      return answer.result;
    }
    throw new NoAnswer('the running server gave no answer');
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw new NoAnswer('the running server does not answer', error);
  } finally {
    relax();
    socket.destroy();
  }
}

function failure(error: unknown): z.infer<typeof Answer> {
  const { code, message } = asHubError(error);
  return { ok: false, code, message };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw fault('invalid_format', 'line_of_json_expected');
  }
}

/** Yields the lines of a stream. A line longer than `longest` bytes ends it with `too_large`. */
async function* lines(socket: Socket, maxLength: number): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      parts.push(rest.subarray(0, end));
      if (size + end > maxLength) break;
      yield Buffer.concat(parts).toString('utf8');
      rest = rest.subarray(end + 1);
      parts = [];
      size = 0;
    }
    parts.push(rest);
    size += rest.length;
    if (size > maxLength) throw fault('too_large', 'line_too_long', { max: maxLength });
  }
}

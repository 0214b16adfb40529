import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { LoginRefused, NotReachable, z } from 'hearth-integration';
import { EventStream } from './event-stream.ts';

/** Where a bridge is, and what proves that it is the same one. */
export interface Place {
  /** A host, possibly with `:port`. */
  readonly host: string;
  readonly key?: string | undefined;
  /** The SHA-256 fingerprint of its certificate, as seen first. */
  readonly fingerprint?: string | undefined;
}

const About = z.object({
  name: z.string().max(200).default('Hue Bridge'),
  bridgeid: z.string().regex(/^[0-9a-f]{16}$/i),
  modelid: z.string().max(100).default(''),
  swversion: z.string().max(100).default('0'),
});
export type About = z.infer<typeof About>;

const Paired = z.tuple([z.object({ success: z.object({ username: z.string().min(1).max(200) }) })]);
const Refused = z.tuple([
  z.object({ error: z.object({ type: z.number(), description: z.string().default('') }) }),
]);
const Answer = z.object({ data: z.array(z.record(z.string(), z.unknown())).max(20_000) });
const Failure = z.object({ errors: z.array(z.object({ description: z.string().default('') })).min(1) });

/** Something of the bridge: a light, a room, a button. Its parts are checked where they are used. */
export type Resource = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

const TIMEOUT = 10_000;
const MAX_ANSWER = 4 * 1024 * 1024;
/** The first software with the interface used here. */
const FIRST_VERSION = 1_948_086_000;
/** The button of the bridge was not pressed. */
const NOT_PRESSED = 101;
const AT_ONCE = 3;
const TRIES = 20;
const BUSY = new Set([429, 503]);
const PAUSE = 250;

/** Talks to a bridge over HTTPS. It signs its certificate itself, so the one seen first is expected ever after. */
export class Bridge {
  private readonly place: Place;
  private readonly agent: Agent;
  private readonly address: { readonly hostname: string; readonly port: number };
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** The fingerprint of the certificate of the last connection. */
  fingerprint: string | undefined;

  constructor(place: Place) {
    this.place = place;
    const [, hostname = '', port = '443'] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(place.host) ?? [];
    this.address = { hostname: hostname.replace(/\]$/, ''), port: Number(port) };
    this.agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE + 2, timeout: 120_000 });
    // A connection is used once its certificate is the expected one: an impostor never sees the key.
    Object.assign(this.agent, {
      createConnection: (_: unknown, done: (error: Error | null, socket?: Socket) => void) =>
        this.connect(done),
    });
  }

  close(): void {
    this.agent.destroy();
  }

  /** What the bridge says without a key. Throws `NotReachable`, with the code `not_hue` for something else. */
  async about(): Promise<About> {
    const { status, text } = await this.ask('GET', '/api/0/config');
    const read = About.safeParse(parsed(text));
    if (status !== 200 || !read.success)
      throw new NotReachable(`There is no Hue bridge at ${this.place.host}`, 'not_hue', 'host');
    if (Number(read.data.swversion) < FIRST_VERSION)
      throw new NotReachable('The software of the bridge is too old', 'too_old', 'host');
    return read.data;
  }

  /** Gets a key. Undefined while the button of the bridge was not pressed. */
  async pair(): Promise<string | undefined> {
    const { text } = await this.ask('POST', '/api', { devicetype: 'hearth#home', generateclientkey: true });
    const answer = parsed(text);
    const paired = Paired.safeParse(answer);
    if (paired.success) return paired.data[0].success.username;
    const refused = Refused.safeParse(answer);
    if (refused.success && refused.data[0].error.type === NOT_PRESSED) return undefined;
    throw new NotReachable('The bridge refuses to give a key', 'linking');
  }

  /** Everything the bridge has. */
  async resources(): Promise<Resource[]> {
    return this.read('/clip/v2/resource');
  }

  /** Asks for next to nothing, to see whether the bridge is still there. */
  async ping(): Promise<void> {
    await this.read('/clip/v2/resource/bridge');
  }

  /** Changes something. Throws an `Error` with what the bridge says. */
  async change(type: string, id: string, wish: object): Promise<void> {
    await this.turn();
    try {
      for (let tries = 1; ; tries += 1) {
        const answer = await this.ask('PUT', `/clip/v2/resource/${type}/${id}`, wish);
        if (BUSY.has(answer.status) && tries < TRIES) {
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
          continue;
        }
        this.check(answer);
        return;
      }
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  /** Passes on what changes until the signal ends it. Throws when the connection is lost. */
  async follow(
    signal: AbortSignal,
    changed: (event: unknown) => void,
    up: () => Promise<void>,
  ): Promise<never> {
    const response = await this.open('GET', '/eventstream/clip/v2', { accept: 'text/event-stream' });
    const end = (): void => void response.destroy();
    signal.addEventListener('abort', end);
    try {
      if (response.statusCode === 403 || response.statusCode === 401)
        throw new LoginRefused('The bridge does not know the key any more');
      if (response.statusCode !== 200)
        throw new NotReachable(`The stream of events was answered with ${response.statusCode}`);
      const ready = up();
      ready.catch(end);
      const stream = new EventStream(changed);
      response.setEncoding('utf8');
      for await (const text of response) stream.take(String(text));
      await ready;
      throw new NotReachable('The bridge has ended the stream of events');
    } finally {
      signal.removeEventListener('abort', end);
      response.destroy();
    }
  }

  /** Waits until few enough changes are on their way. */
  private async turn(): Promise<void> {
    if (this.running >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running += 1;
  }

  private async read(path: string): Promise<Resource[]> {
    const answer = await this.ask('GET', path);
    this.check(answer);
    const read = Answer.safeParse(parsed(answer.text));
    if (!read.success) throw new NotReachable('The bridge answered with something unknown');
    return read.data.data.filter(isResource);
  }

  private check({ status, text }: { readonly status: number; readonly text: string }): void {
    if (status === 401 || status === 403) throw new LoginRefused('The bridge does not know the key any more');
    const failed = Failure.safeParse(parsed(text));
    if (failed.success)
      throw new Error(`The bridge says: ${failed.data.errors[0]?.description.slice(0, 300)}`);
    if (status < 200 || status > 299) throw new NotReachable(`The bridge answered ${status}`);
  }

  private async ask(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const response = await this.open(method, path, {}, body);
    const timer = setTimeout(() => response.destroy(new NotReachable('The bridge does not go on')), TIMEOUT);
    try {
      const parts: Buffer[] = [];
      let length = 0;
      for await (const part of response) {
        length += part.length;
        if (length > MAX_ANSWER) throw new NotReachable(`The bridge answered more than ${MAX_ANSWER} bytes`);
        parts.push(part);
      }
      return { status: response.statusCode ?? 500, text: Buffer.concat(parts).toString('utf8') };
    } finally {
      clearTimeout(timer);
      response.destroy();
    }
  }

  private open(method: string, path: string, more: object, body?: object): Promise<IncomingMessage> {
    const { agent, address } = this;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...more,
      ...(this.place.key === undefined ? {} : { 'hue-application-key': this.place.key }),
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      const asked = request({ ...address, agent, method, path, headers }, (response) => {
        clearTimeout(timer);
        resolve(response);
      });
      const late = (): void =>
        void asked.destroy(new NotReachable(`The bridge did not answer within ${TIMEOUT} ms`));
      const timer = setTimeout(late, TIMEOUT);
      asked.on('error', (error) => {
        clearTimeout(timer);
        const isOwn = error instanceof LoginRefused || error instanceof NotReachable;
        reject(isOwn ? error : new NotReachable(`The bridge cannot be reached: ${error.message}`));
      });
      asked.end(text);
    });
  }

  private connect(done: (error: Error | null, socket?: Socket) => void): void {
    const { hostname, port } = this.address;
    const socket: TLSSocket = connect({ host: hostname, port, rejectUnauthorized: false });
    socket.setKeepAlive(true, 30_000);
    let isDone = false;
    const finish = (error: Error | null): void => {
      if (isDone) return;
      isDone = true;
      if (error === null) done(null, socket);
      else done(error);
    };
    socket.once('error', finish);
    socket.once('secureConnect', () => {
      this.fingerprint = socket.getPeerCertificate().fingerprint256;
      const { fingerprint: expected } = this.place;
      if (expected === undefined || this.fingerprint === expected) {
        finish(null);
        return;
      }
      socket.destroy();
      finish(new LoginRefused('The bridge presents another certificate than before'));
    });
  }
}

function isResource(value: Readonly<Record<string, unknown>>): value is Resource {
  return typeof value.id === 'string' && value.id.length <= 100 && typeof value.type === 'string';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

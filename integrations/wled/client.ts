import { ask, FlowError, hostInUrl, NotReachable, z } from 'hearth-integration';
import WebSocket from 'ws';

const byte = z.int().min(0).max(255);

const Segment = z.object({
  id: z.int().min(0).max(63),
  on: z.boolean().default(true),
  bri: byte.default(255),
  cct: z.number().optional(),
  col: z.array(z.array(byte)).default([]),
  fx: z.int().default(0),
  sx: byte.default(128),
  ix: byte.default(128),
  pal: z.int().default(0),
  rev: z.boolean().default(false),
  frz: z.boolean().default(false),
});
export type Segment = z.infer<typeof Segment>;

const State = z.object({
  on: z.boolean(),
  bri: byte,
  ps: z.int().default(-1),
  pl: z.int().default(-1),
  nl: z.object({ on: z.boolean().default(false) }).prefault({}),
  udpn: z.object({ send: z.boolean().default(false), recv: z.boolean().default(false) }).prefault({}),
  lor: z.int().default(0),
  seg: z.array(Segment).max(64),
});
export type State = z.infer<typeof State>;

const Info = z.object({
  ver: z.string(),
  mac: z.string().regex(/^[0-9a-f]{12}$/i),
  name: z.string().default('WLED'),
  arch: z.string().optional(),
  brand: z.string().default('WLED'),
  product: z.string().default('DIY light'),
  leds: z.object({
    count: z.int(),
    pwr: z.number().optional(),
    maxpwr: z.number().optional(),
    lc: z.int().optional(),
    seglc: z.array(z.int()).default([]),
  }),
  wifi: z
    .object({
      rssi: z.number().optional(),
      signal: z.number().optional(),
      channel: z.number().optional(),
      bssid: z.string().optional(),
    })
    .prefault({}),
  fs: z.object({ pmt: z.number().optional() }).prefault({}),
  uptime: z.number().default(0),
  freeheap: z.number().optional(),
  ip: z.string().default(''),
});
export type Info = z.infer<typeof Info>;

const Whole = z.object({
  state: State,
  info: Info,
  effects: z.array(z.string()).max(1000),
  palettes: z.array(z.string()).max(1000),
});
const Part = z.object({ state: State, info: Info });
const Presets = z.record(
  z.string(),
  z.object({ n: z.string().optional(), playlist: z.unknown().optional() }).or(z.object({})),
);

/** All that is known of a light now. */
export interface Snapshot extends z.infer<typeof Whole> {
  /** Names by number. */
  readonly presets: ReadonlyMap<number, string>;
  readonly playlists: ReadonlyMap<number, string>;
}

const TIMEOUT = 10_000;
const MAX_ANSWER = 512 * 1024;
const POLL = 10_000;
/** How long it is polled before the WebSocket is tried again: a light takes few of them. */
const POLLS = 30;

/** Talks to one light: JSON over HTTP, and a WebSocket that tells of changes. */
export class WledClient {
  /** Its page in the browser. */
  readonly url: string;
  private readonly host: string;
  private presetsAt: number | undefined;
  private known: Snapshot | undefined;

  constructor(host: string) {
    this.host = hostInUrl(host);
    this.url = `http://${this.host}`;
  }

  /** What was read last. Throws before the first time. */
  get now(): Snapshot {
    if (this.known === undefined) throw new NotReachable('Nothing was read yet');
    return this.known;
  }

  /** Reads everything. */
  async read(): Promise<Snapshot> {
    const parsed = Whole.safeParse(await this.ask('/json'));
    if (!parsed.success) throw new FlowError('not_wled', 'host');
    const { presets, playlists } = await this.readPresets(parsed.data.info);
    this.known = { ...parsed.data, presets, playlists };
    return this.known;
  }

  /** Changes the light and resolves with what it is now. */
  async change(state: object): Promise<Snapshot> {
    const answer = await this.ask('/json/state', { ...state, v: true });
    const known = this.known ?? (await this.read());
    const parsed = State.safeParse(answer);
    if (parsed.success) this.known = { ...known, state: parsed.data };
    return this.known ?? known;
  }

  async restart(): Promise<void> {
    await this.ask('/json/state', { rb: true });
  }

  /** Follows the light until the signal ends it. Throws when it is lost. */
  async follow(signal: AbortSignal, changed: (now: Snapshot) => void): Promise<void> {
    changed(await this.read());
    const wasRefused = await this.listen(signal, changed);
    if (!wasRefused) throw new NotReachable('The connection was closed');
    for (let i = 0; i < POLLS && !signal.aborted; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, POLL));
      changed(await this.read());
    }
  }

  /** Resolves when the WebSocket ends: whether the light refused it, since others use all there are. */
  private listen(signal: AbortSignal, changed: (now: Snapshot) => void): Promise<boolean> {
    const socket = new WebSocket(`ws://${this.host}/ws`, {
      handshakeTimeout: TIMEOUT,
      maxPayload: MAX_ANSWER,
    });
    let hasAnswered = false;
    let isAlive = true;
    // A light that loses its power says nothing: without an answer to a ping it is lost.
    const pings = setInterval(() => {
      if (!isAlive) socket.terminate();
      isAlive = false;
      socket.ping();
    }, POLL);
    signal.addEventListener('abort', () => socket.terminate());
    return new Promise((resolve, reject) => {
      socket.on('pong', () => {
        isAlive = true;
      });
      socket.on('message', (data) => {
        hasAnswered = true;
        isAlive = true;
        this.take(String(data), changed).catch(reject);
      });
      socket.on('error', (error) => {
        clearInterval(pings);
        reject(error);
      });
      socket.on('close', () => {
        clearInterval(pings);
        resolve(!hasAnswered);
      });
    });
  }

  private async take(text: string, changed: (now: Snapshot) => void): Promise<void> {
    const parsed = Part.safeParse(JSON.parse(text));
    // Answers to commands of others are no news.
    if (!parsed.success || this.known === undefined) return;
    const { state, info } = parsed.data;
    const { presets, playlists } = info.fs.pmt === this.presetsAt ? this.known : await this.readPresets(info);
    this.known = { ...this.known, state, info, presets, playlists };
    changed(this.known);
  }

  private async readPresets(info: Info): Promise<Pick<Snapshot, 'presets' | 'playlists'>> {
    const parsed = Presets.safeParse(await this.ask('/presets.json').catch(() => ({})));
    this.presetsAt = info.fs.pmt;
    const presets = new Map<number, string>();
    const playlists = new Map<number, string>();
    for (const [key, preset] of Object.entries(parsed.data ?? {})) {
      const number = Number(key);
      if (number === 0 || !('n' in preset || 'playlist' in preset)) continue;
      const { n: name = key, playlist } = preset as { readonly n?: string; readonly playlist?: unknown };
      (playlist === undefined ? presets : playlists).set(number, name);
    }
    return { presets, playlists };
  }

  private async ask(path: string, body?: object): Promise<unknown> {
    const { status, bytes } = await ask(this.url + path, {
      ...{ timeout: TIMEOUT, limit: MAX_ANSWER, headers: { 'content-type': 'application/json' } },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (status < 200 || status > 299) throw new NotReachable(`${path} answered ${status}`);
    try {
      return JSON.parse(bytes.toString('utf8'));
    } catch {
      throw new FlowError('not_wled', 'host');
    }
  }
}

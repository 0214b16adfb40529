import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { Clock, Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { readDescription } from './device-description.ts';
import { sendRequest } from './http-request.ts';
import { readSsdp, ssdpQuestion } from './ssdp-message.ts';

/** A device that was found, with the texts of its description. */
export interface SsdpDevice {
  readonly usn: string;
  /** What it is: the type that was asked for or announced. */
  readonly st: string;
  readonly location: string;
  readonly udn: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly description: Readonly<Record<string, string>>;
}

/** The dependencies of `SsdpBrowser`. */
export interface SsdpBrowserParts {
  /** What to ask for, such as `urn:schemas-upnp-org:device:MediaRenderer:1`; none asks nothing. */
  readonly types: () => readonly string[];
  readonly found: (device: SsdpDevice) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** The addresses to ask from; by default those of all interfaces but the loopback. */
  readonly addresses?: () => readonly string[];
}

interface Described {
  readonly description: Readonly<Record<string, string>>;
  readonly until: number;
}

const GROUP = '239.255.255.250';
const PORT = 1900;
const FIRST_WAIT = 3_000;
const LONGEST_WAIT = 3_600_000;
const MAX_BYTES = 64 * 1024;
const TIMEOUT = 5_000;
const MAX_KNOWN = 500;
/** A machine is asked for at most this many descriptions within the time they are kept. */
const MAX_OF_ADDRESS = 20;
const MAX_AT_ONCE = 5;
const KEPT_FOR = 600_000;

/**
 * Finds devices by SSDP. A description is fetched only from the machine that announced it, without redirects, and
 * only once in a while: announcements are anybody's, also those of thousands of devices.
 */
export class SsdpBrowser implements Part {
  readonly name = 'SSDP browser';
  private readonly parts: SsdpBrowserParts;
  private readonly described = new Map<string, Described>();
  private readonly fetching = new Set<string>();
  private sockets: Socket[] = [];
  private listener: Socket | undefined;
  private cancel: Undo = () => {};
  private hasStopped = false;

  constructor(parts: SsdpBrowserParts) {
    this.parts = parts;
  }

  /** Begins to look and does not wait for it. A failure is logged: devices can be added by their address as well. */
  start(): void {
    if (this.parts.types().length === 0) return;
    const addresses = (this.parts.addresses ?? ownAddresses)();
    this.listener = this.open(() => {
      for (const address of addresses) this.listener?.addMembership(GROUP, address);
    });
    this.listener.bind({ port: PORT, exclusive: false });
    this.sockets = addresses.map((address) => {
      const socket = this.open(() => socket.setMulticastInterface(address));
      return socket.bind({ address });
    });
    this.cancel = this.parts.clock.after(0, () => this.ask(FIRST_WAIT));
  }

  async stop(): Promise<void> {
    this.hasStopped = true;
    this.cancel();
    const open = [...this.sockets, ...(this.listener === undefined ? [] : [this.listener])];
    this.sockets = [];
    this.listener = undefined;
    for (const socket of open) socket.close();
  }

  /** Takes a datagram of a machine; resolves when its device was told or refused. */
  async take(datagram: Buffer, address: string): Promise<void> {
    const message = readSsdp(datagram);
    if (message === undefined) return;
    const { headers } = message;
    const { location = '', usn = '' } = headers;
    if (message.kind === 'gone') {
      for (const key of this.described.keys()) if (key.startsWith(`${address} `)) this.described.delete(key);
      return;
    }
    const url = urlOf(location, address);
    if (url === undefined) return;
    const description = await this.describe(url, address);
    if (description === undefined || this.hasStopped) return;
    const st = headers.st ?? headers.nt ?? '';
    const udn = description.UDN ?? usn.split('::')[0] ?? '';
    this.parts.found({ usn, st, location, udn, address, headers, description });
  }

  private async describe(url: URL, address: string): Promise<Described['description'] | undefined> {
    const { clock, log } = this.parts;
    const key = `${address} ${url.href}`;
    const now = clock.now();
    const known = this.described.get(key);
    if (known !== undefined && known.until > now) return known.description;
    if (this.fetching.has(key) || this.fetching.size >= MAX_AT_ONCE || !this.hasRoom(address, now))
      return undefined;
    this.fetching.add(key);
    let description: Record<string, string> = {};
    try {
      const response = await sendRequest(
        { url, verifySsl: true, timeout: TIMEOUT, maxBytes: MAX_BYTES, refuse: () => undefined },
        clock,
      );
      if (response.status === 200) description = readDescription(response.bytes.toString('utf8'));
    } catch (error) {
      log.debug('A description cannot be read', { location: url.href, error });
    } finally {
      this.fetching.delete(key);
    }
    this.described.set(key, { description, until: now + KEPT_FOR });
    return description;
  }

  /** Whether another description of a machine may be kept. */
  private hasRoom(address: string, now: number): boolean {
    let ofAddress = 0;
    for (const [key, { until }] of this.described) {
      if (until <= now) this.described.delete(key);
      else if (key.startsWith(`${address} `)) ofAddress += 1;
    }
    return ofAddress < MAX_OF_ADDRESS && this.described.size < MAX_KNOWN;
  }

  private ask(wait: number): void {
    for (const type of this.parts.types())
      for (const socket of this.sockets) socket.send(ssdpQuestion(type), PORT, GROUP, () => {});
    this.cancel = this.parts.clock.after(wait, () => this.ask(Math.min(3 * wait, LONGEST_WAIT)));
  }

  private open(listening: () => void): Socket {
    const { log } = this.parts;
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    socket.on('error', (error) => log.warn('The network cannot be searched by SSDP', { error }));
    socket.on('message', (datagram, { address }: RemoteInfo) => void this.take(datagram, address));
    socket.on('listening', () => {
      try {
        listening();
      } catch (error) {
        log.warn('The network cannot be searched by SSDP', { error });
      }
    });
    return socket;
  }
}

/** The address of a description, if it is one of the machine that announced it. */
function urlOf(location: string, address: string): URL | undefined {
  if (!URL.canParse(location)) return undefined;
  const url = new URL(location);
  const isOwn = url.hostname.replace(/^\[|\]$/g, '') === address;
  return isOwn && url.protocol === 'http:' && url.username === '' ? url : undefined;
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list = []) => list);
  return all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address);
}

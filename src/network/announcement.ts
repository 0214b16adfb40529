import { networkInterfaces } from 'node:os';
import type { Bonjour, ServiceConfig } from 'bonjour-service';
import { type Clock, every, type Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import { type IsTaken, isTakenInNetwork, type LocalName } from './local-name.ts';

/** What apps learn about this server before they connect. */
export interface AnnouncementFacts {
  /** 32 hexadecimal digits that stay the same. */
  readonly instanceId: string;
  readonly homeName: string;
  readonly version: string;
  readonly internalUrl: string | null;
  readonly externalUrl: string | null;
  readonly port: number;
}

interface AnnouncementParts {
  readonly facts: () => AnnouncementFacts;
  /** Claimed whenever the announcement begins or changes. */
  readonly localName: LocalName;
  readonly clock: Clock;
  readonly log: Log;
  /** The addresses to announce on; by default those of all interfaces but the loopback. */
  readonly addresses?: () => readonly string[];
  /** Whether another machine has a name; by default the network is asked. */
  readonly isTaken?: IsTaken;
}

const TYPE = 'home-assistant';
const CHECK_INTERVAL_MS = 60_000;
/** Longer values are left out: a TXT string has at most 255 bytes with its name [RFC 6763 §6.1]. */
const MAX_VALUE_BYTES = 230;
const MAX_NAME_BYTES = 63;

/** Announces the server over mDNS as `_home-assistant._tcp`, so that apps find it [mobile facts §1]. */
export class Announcement implements Part {
  readonly name = 'announcement';
  private readonly parts: AnnouncementParts;
  private readonly renewals = new SerialQueue();
  private announced = '';
  private open: readonly Bonjour[] = [];
  private cancel: Undo = () => {};

  constructor(parts: AnnouncementParts) {
    this.parts = parts;
  }

  /**
   * Begins to announce the server and does not wait for it. A failure is logged: the server can be reached by its
   * address as well.
   */
  async start(): Promise<void> {
    const renew = (): void => void this.renewals.run(() => this.renew());
    this.cancel = every(this.parts.clock, CHECK_INTERVAL_MS, renew);
    renew();
  }

  async stop(): Promise<void> {
    this.cancel();
    await this.renewals.run(() => this.withdraw());
  }

  /** Announces again if an address or what is announced has changed. */
  private async renew(): Promise<void> {
    const { facts, log, localName, clock, addresses: addressesNow = ownAddresses } = this.parts;
    const addresses = addressesNow();
    const now = JSON.stringify([facts(), addresses]);
    if (now === this.announced) return;
    this.announced = now;
    const { isTaken = (name) => isTakenInNetwork(name, { addresses, clock }) } = this.parts;
    try {
      await this.withdraw();
      const host = await localName.claim(isTaken);
      const service = dnsService(facts(), { address: addresses[0], host });
      const { Bonjour } = await import('bonjour-service');
      this.open = addresses.map((address) => {
        const options = { interface: address, bind: '0.0.0.0' } as object;
        return new Bonjour(options, (error: unknown) =>
          log.warn('The server cannot be announced', { address, error }),
        );
      });
      for (const one of this.open) one.publish(service);
    } catch (error) {
      log.warn('The server cannot be announced', { error });
    }
  }

  /** Says goodbye, so that apps forget the server at once. */
  private async withdraw(): Promise<void> {
    const { open } = this;
    this.open = [];
    await Promise.all(
      open.map(
        (one) =>
          new Promise<void>((resolve) => {
            one.unpublishAll(() => one.destroy(() => resolve()));
          }),
      ),
    );
  }
}

/** The service as it is announced; a key without a value is left out, since apps take an empty URL for none. */
export function dnsService(
  facts: AnnouncementFacts,
  { address, host }: { readonly address: string | undefined; readonly host: string },
): ServiceConfig {
  const { instanceId, homeName, version, internalUrl, externalUrl, port } = facts;
  const own = address === undefined ? null : `http://${address}:${port}`;
  const internal = internalUrl ?? own;
  const values = {
    location_name: homeName,
    uuid: instanceId,
    version,
    internal_url: internal,
    external_url: externalUrl,
    base_url: externalUrl ?? internal,
    requires_api_password: 'True',
  };
  const kept = Object.entries(values).filter(
    ([, value]) => value !== null && value !== '' && Buffer.byteLength(value) <= MAX_VALUE_BYTES,
  );
  // Two homes in a network may have the same name; the ID makes it unique.
  const suffix = ` ${instanceId.slice(0, 6)}`;
  return {
    name: fitting(homeName.replace(/[."\\]/g, ' ').trim(), MAX_NAME_BYTES - suffix.length) + suffix,
    type: TYPE,
    port,
    host,
    txt: Object.fromEntries(kept) as Record<string, string>,
    probe: false,
  };
}

/** The longest beginning of a text that fits into some bytes. */
function fitting(text: string, bytes: number): string {
  let shortened = text;
  while (Buffer.byteLength(shortened) > bytes) shortened = shortened.slice(0, -1);
  return shortened;
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list = []) => list);
  return all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address);
}

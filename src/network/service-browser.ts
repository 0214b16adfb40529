import { networkInterfaces } from 'node:os';
import type { MulticastDNS } from 'multicast-dns';
import type { Clock, Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { type NetworkService, type ServiceRecord, ServiceTable } from './service-table.ts';

/** The dependencies of `ServiceBrowser`. */
export interface ServiceBrowserParts {
  /** The types of interest, such as `_wled._tcp`; with none, nothing is asked. */
  readonly types: () => readonly string[];
  readonly found: (service: NetworkService) => void;
  /** A known service is announced again. */
  readonly heard: (service: NetworkService) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** The first questions follow each other quickly, the later ones hourly [RFC 6762 §5.2]. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 3_600_000;

/** Asks the network by mDNS for services of some types, also beside another responder such as Avahi. */
export class ServiceBrowser implements Part {
  readonly name = 'service browser';
  private readonly parts: ServiceBrowserParts;
  private sockets: readonly MulticastDNS[] = [];
  private cancel: Undo = () => {};
  private hasStopped = false;

  constructor(parts: ServiceBrowserParts) {
    this.parts = parts;
  }

  /** Begins to look and does not wait for it. A failure is logged: devices can be added by their address as well. */
  start(): void {
    const types = this.parts.types();
    if (types.length === 0) return;
    this.open(types).catch((error: unknown) =>
      this.parts.log.warn('The network cannot be searched for devices', { error }),
    );
  }

  async stop(): Promise<void> {
    this.hasStopped = true;
    this.cancel();
    await Promise.all(
      this.sockets.map((one) => new Promise<void>((resolve) => one.destroy(() => resolve()))),
    );
    this.sockets = [];
  }

  private async open(types: readonly string[]): Promise<void> {
    const { default: multicastDns } = await import('multicast-dns');
    if (this.hasStopped) return;
    const { log } = this.parts;
    const table = new ServiceTable(types);
    this.sockets = ownAddresses().map((address) => {
      const socket = multicastDns({ interface: address, bind: '0.0.0.0' });
      socket.on('response', ({ answers, additionals }) => {
        // The types of the package are those of records that are valid; these may be anything.
        const records = [...(answers ?? []), ...(additionals ?? [])] as ServiceRecord[];
        for (const service of table.take(records)) this.parts.found(service);
        for (const service of table.named(records)) this.parts.heard(service);
      });
      socket.on('error', (error) =>
        log.warn('The network cannot be searched for devices', { address, error }),
      );
      socket.on('warning', () => {});
      return socket;
    });
    this.ask(types, FIRST_WAIT);
  }

  private ask(types: readonly string[], wait: number): void {
    const questions = types.map((type) => ({ name: `${type}.local`, type: 'PTR' as const }));
    for (const socket of this.sockets) socket.query({ questions });
    this.cancel = this.parts.clock.after(wait, () => this.ask(types, Math.min(3 * wait, LONGEST_WAIT)));
  }
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list = []) => list);
  return all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address);
}

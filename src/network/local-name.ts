import { networkInterfaces } from 'node:os';
import type { MulticastDNS } from 'multicast-dns';
import type { Clock } from '../core/clock.ts';

/** Tells whether another machine of the network answers to a name. */
export type IsTaken = (name: string) => Promise<boolean>;

const PREFERRED = 'hearth';
/** After so many attempts a name that is taken is used: it is better than none. */
const MAX_ATTEMPTS = 9;
/** A responder has 250 ms for each of three probes [RFC 6762 §8.1]. */
const ANSWER_TIME_MS = 750;

/** The name of this machine in the network: `hearth.local`, or `hearth-2.local` and so on if that is taken. */
export class LocalName {
  /** The name in use; before the network was asked, the preferred one. */
  current = `${PREFERRED}.local`;

  /** Takes the first name that no other machine answers to. */
  async claim(isTaken: IsTaken): Promise<string> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const name = attempt === 1 ? `${PREFERRED}.local` : `${PREFERRED}-${attempt}.local`;
      if (await isTaken(name)) continue;
      this.current = name;
      break;
    }
    return this.current;
  }
}

/** Asks the network by multicast DNS on some addresses of this machine; its own answers do not count. */
export async function isTakenInNetwork(
  name: string,
  { addresses, clock }: { readonly addresses: readonly string[]; readonly clock: Clock },
): Promise<boolean> {
  const { default: multicastDns } = await import('multicast-dns');
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address)),
  );
  const sockets: MulticastDNS[] = [];
  const isTaken = await new Promise<boolean>((resolve) => {
    clock.after(ANSWER_TIME_MS, () => resolve(false));
    for (const address of addresses) {
      const socket = multicastDns({ interface: address, bind: '0.0.0.0' });
      sockets.push(socket);
      // Without a socket the name cannot be announced either; the announcement reports that.
      socket.on('error', () => {});
      socket.on('warning', () => {});
      socket.on('response', ({ answers }) => {
        for (const answer of answers ?? []) {
          if (answer.type !== 'A' || answer.name.toLowerCase() !== name || own.has(answer.data)) continue;
          resolve(true);
        }
      });
      socket.query({ questions: [{ name, type: 'A' }] });
    }
  });
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.destroy(resolve))));
  return isTaken;
}

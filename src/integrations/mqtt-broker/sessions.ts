import type { Client } from 'aedes';
import type { Clock } from '../../core/clock.ts';
import type { BrokerPersistence } from './broker-persistence.ts';

interface Session {
  readonly client: Client;
  readonly username: string | null;
  /** Whether it outlives its connection. */
  readonly isSaved: boolean;
  /** When the client disconnected, in milliseconds since 1970; undefined while it is connected. */
  leftAt: number | undefined;
}

const KEPT_FOR = 24 * 3_600_000;

/** Which user owns which client ID, and how long sessions of absent clients are kept. */
export class Sessions {
  private readonly persistence: Pick<BrokerPersistence, 'forget'>;
  private readonly clock: Clock;
  private readonly max: number;
  private readonly byId = new Map<string, Session>();

  constructor(persistence: Pick<BrokerPersistence, 'forget'>, clock: Clock, max: number) {
    this.persistence = persistence;
    this.clock = clock;
    this.max = max;
  }

  /** Whether an account may use this client ID: one in use belongs to its account. */
  mayUse(client: Client, username: string | null): boolean {
    const known = this.byId.get(client.id);
    if (known !== undefined && known.username !== username) return false;
    this.byId.set(client.id, { client, username, isSaved: !client.clean, leftAt: undefined });
    return true;
  }

  /** Handles a disconnect: a persistent session stays. */
  left(client: Client): void {
    const session = this.byId.get(client.id);
    if (session?.client !== client) return; // another connection took the session over
    if (session.isSaved) session.leftAt = this.clock.now();
    else this.byId.delete(client.id);
  }

  /** Drops sessions absent for too long, and the longest absent ones where there are too many. */
  sweep(): void {
    const away = [...this.byId].filter(([, { leftAt }]) => leftAt !== undefined);
    away.sort(([, a], [, b]) => (a.leftAt ?? 0) - (b.leftAt ?? 0));
    const surplus = away.length - this.max;
    for (const [i, [id, { leftAt = 0 }]] of away.entries()) {
      if (i >= surplus && this.clock.now() - leftAt <= KEPT_FOR) continue;
      this.byId.delete(id);
      this.persistence.forget({ id });
    }
  }
}

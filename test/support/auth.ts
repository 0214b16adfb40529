import type { Actor, AuditLog } from '../../src/auth/audit.ts';
import { type Auth, buildAuth } from '../../src/auth/auth.ts';
import type { EntityPlace, PolicyHome } from '../../src/auth/permissions.ts';
import type { Policy } from '../../src/auth/policy-schema.ts';
import type { NewUser, User } from '../../src/auth/users.ts';
import { silentLog } from '../../src/core/log.ts';
import type { Documents } from '../../src/storage/documents.ts';
import { cheapHasher } from './cheap-hasher.ts';
import { FakeClock } from './fake-clock.ts';
import { MemoryCollection } from './home.ts';

/** A home in which the test assigns entities to places. */
export class PlacedHome implements PolicyHome {
  zone = 'UTC';
  private readonly places = new Map<string, EntityPlace>();
  private changes = 0;

  place(entityId: string, place: Partial<EntityPlace>): void {
    this.places.set(entityId, { device_id: null, area_id: null, labels: [], ...place });
    this.changes += 1;
  }

  placeOf(entityId: string): EntityPlace | undefined {
    return this.places.get(entityId);
  }

  placeBefore(entityId: string): EntityPlace | undefined {
    return this.placeOf(entityId);
  }

  version(): number {
    return this.changes;
  }

  timeZone(): string {
    return this.zone;
  }
}

/** Documents in memory that survive another `buildAuth`, as those on disk survive a restart. */
export function memoryDocuments(): Pick<Documents, 'collection' | 'transact'> {
  const collections = new Map<string, MemoryCollection<never>>();
  return {
    collection: <T>(name: string) => {
      const known = collections.get(name) ?? new MemoryCollection<never>();
      collections.set(name, known);
      return known as unknown as MemoryCollection<T>;
    },
    transact: async (work) => work(),
  };
}

/** An entry of the audit log. */
interface AuditLine extends Actor {
  readonly action: string;
  readonly detail: unknown;
}

export interface AuthHouse {
  /** The entries of the audit log. */
  readonly lines: readonly AuditLine[];
  readonly auth: Auth;
  readonly clock: FakeClock;
  readonly home: PolicyHome & PlacedHome;
  /** The same home after a restart. */
  restart(): Auth;
  /** A user with these properties and a long-lived token. */
  caller(wish?: Partial<NewUser>, policy?: Policy): Promise<{ user: User; secret: string; tokenId: string }>;
}

/** Authentication with documents in memory and a stopped clock. */
export function makeAuth(start?: string, clock = new FakeClock(start)): AuthHouse {
  const home = new PlacedHome();
  const documents = memoryDocuments();
  const lines: AuditLine[] = [];
  const audit: AuditLog = {
    record: async (action, actor, detail = {}) => void lines.push({ action, ...actor, detail }),
  };
  const hasher = cheapHasher(clock);
  const build = (): Auth => buildAuth({ documents, audit, home, clock, log: silentLog, hasher });
  const auth = build();
  let count = 0;
  return {
    lines,
    auth,
    clock,
    home,
    restart: build,
    caller: async (wish = {}, policy) => {
      count += 1;
      const user = await auth.users.create({ name: `User ${count}`, group_ids: ['system-users'], ...wish });
      const { secret, token } = await auth.tokens.create({
        user_id: user.id,
        kind: 'long_lived_access_token',
        name: 'test',
        policy: policy ?? null,
      });
      return { user, secret, tokenId: token.id };
    },
  };
}

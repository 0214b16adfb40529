import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/sqlite.ts';
import { WriteBehind } from '../../storage/write-behind.ts';
import { isStillDue, type OnMissed } from '../config/on-missed.ts';
import type { Wait, Waits } from '../config/trigger.ts';
import { fromTagged, type Revive, toTagged } from './tagged.ts';

const KEEP = `INSERT INTO trigger_waits (owner, place, key, plan, due, kept) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (owner, place, key) DO UPDATE SET plan = excluded.plan, due = excluded.due, kept = excluded.kept`;
const DROP = 'DELETE FROM trigger_waits WHERE owner = ? AND place = ? AND key = ?';
/** Waits that start and end within this time are never written. */
const PAUSE = 50;
/** The delay before a failed write is retried, in milliseconds. */
const RETRY = 5000;

type Change = () => Statement;

interface Stored extends Wait {
  readonly plan: string;
}

/** The owner of waits. */
export interface WaitOwner {
  readonly owner: string;
  /** Identifies the triggers, to detect changes after a restart. */
  readonly plan: () => string;
  readonly onMissed: OnMissed;
}

/** Persists the dwell times (`for:`) of triggers in the database. */
export class WaitStore {
  private readonly parts: {
    readonly database: Pick<Database, 'write' | 'query'>;
    readonly clock: Clock;
    readonly log: Log;
  };
  private readonly stored = new Map<string, Map<string, Stored>>();
  private readonly queue: WriteBehind<Change>;
  /** The waits that are, or will be, in the database. */
  private readonly written = new Set<string>();
  private isClosed = false;
  /** When the server was up again. */
  private upAt = 0;

  constructor(parts: WaitStore['parts']) {
    this.parts = parts;
    this.queue = new WriteBehind({
      ...{
        clock: parts.clock,
        log: parts.log,
        subject: 'Waits of triggers',
        delay: PAUSE,
        retryDelay: RETRY,
      },
      write: (changes) => parts.database.write([...changes.values()].map((make) => make())),
    });
  }

  /** Loads the persisted waits. */
  async load(revive: Revive): Promise<void> {
    const { database, clock, log } = this.parts;
    this.upAt = clock.now();
    for (const { owner, place, key, plan, due, kept: saved } of await database.query(
      'SELECT * FROM trigger_waits',
    )) {
      const id = placeId(String(owner), Number(place));
      this.written.add(keyId(id, String(key)));
      try {
        const waits = this.stored.get(id) ?? new Map<string, Stored>();
        waits.set(String(key), {
          due: Number(due),
          saved: fromTagged(String(saved), revive),
          plan: String(plan),
        });
        this.stored.set(id, waits);
      } catch (error) {
        log.warn(`Could not read the pending wait of a trigger of ${owner}`, { error });
      }
    }
  }

  /** The waits of the trigger at a position. */
  of(by: WaitOwner, place: number): Waits {
    return {
      take: () => this.take(by, place),
      save: (key, wait) => this.save(by, { place, key, wait }),
      over: (key, next) => this.over(by, { place, key, next }),
    };
  }

  /** Deletes all waits of an owner's triggers. */
  forget(owner: string): void {
    const prefix = `${JSON.stringify(owner)}:`;
    const ids = [...this.written, ...this.queue.keys()].filter((id) => id.startsWith(prefix));
    for (const id of new Set(ids)) {
      const { place, key } = partsOf(id, prefix);
      this.change(id, null, [owner, place, key]);
    }
  }

  /** Writes what is pending; nothing changes after this. */
  async close(): Promise<void> {
    await this.queue.close();
    this.isClosed = true;
  }

  private take(by: WaitOwner, place: number): ReadonlyMap<string, Wait> {
    const id = placeId(by.owner, place);
    const waits = this.stored.get(id) ?? new Map<string, Stored>();
    this.stored.delete(id);
    for (const [key, wait] of [...waits]) {
      if (wait.plan === by.plan() && isStillDue(by.onMissed, wait.due, this.upAt)) continue;
      waits.delete(key);
      this.save(by, { place, key, wait: null });
    }
    return waits;
  }

  private save(by: WaitOwner, { place, key, wait }: { place: number; key: string; wait: Wait | null }): void {
    const id = keyId(placeId(by.owner, place), key);
    const { owner } = by;
    if (wait === null) this.change(id, null, [owner, place, key]);
    else
      this.change(
        id,
        () => ({ sql: KEEP, params: [owner, place, key, by.plan(), wait.due, toTagged(wait.saved)] }),
        [],
      );
  }

  private over(by: WaitOwner, { place, key, next }: { place: number; key: string; next: () => void }): void {
    const isWritten = this.written.has(keyId(placeId(by.owner, place), key));
    this.save(by, { place, key, wait: null });
    if (!isWritten) next();
    else if (!this.isClosed) void this.queue.flush().then(next);
  }

  private change(
    id: string,
    statement: (() => Statement) | null,
    dropped: readonly (string | number)[],
  ): void {
    if (this.isClosed) return;
    if (statement === null && !this.written.has(id)) {
      this.queue.delete(id);
      return;
    }
    this.queue.set(id, statement ?? (() => ({ sql: DROP, params: dropped })));
    if (statement === null) this.written.delete(id);
    else this.written.add(id);
  }
}

function placeId(owner: string, place: number): string {
  return `${JSON.stringify(owner)}:${place}`;
}

function keyId(place: string, key: string): string {
  return `${place}:${key}`;
}

function partsOf(id: string, prefix: string): { readonly place: number; readonly key: string } {
  const rest = id.slice(prefix.length);
  const at = rest.indexOf(':');
  return { place: Number(rest.slice(0, at)), key: rest.slice(at + 1) };
}

import type { Access } from '../../core/access.ts';
import type { StateChange } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import { domainOf, type EntityId } from '../../core/entity-id.ts';
import type { Log } from '../../core/log.ts';
import { type State, seconds } from '../../core/state.ts';
import { ALWAYS_WHOLE_DOMAINS, SIGNIFICANT_DOMAINS } from '../../core/state-history-query.ts';
import { sees, visibleState } from '../../entities/visibility/visible-state.ts';
import { type HistoryParts, type HistoryShape, namable, type Period } from '../history-requests.ts';
import { openedChunks } from '../opened-chunks.ts';
import type { Feed } from './command.ts';
import type { LiveChanges } from './live-changes.ts';

/** For how many milliseconds after a change further ones join its message. */
const COLLECTED_FOR = 350;
/** Rows that wait for a slow client or for the past; beyond it they are read from the history again. */
const MAX_WAITING = 2048;
const RETRY_AFTER = 5000;
const MICROSECOND = 0.001;

/** The dependencies of `HistoryFeed`. */
export interface HistoryFeedParts extends HistoryParts {
  readonly live: LiveChanges;
  readonly log: Log;
}

/** What a client follows; it may read these entities. */
export interface HistoryRequest {
  readonly ids: readonly EntityId[];
  readonly shape: Omit<HistoryShape, 'form'>;
  readonly period: Period;
  readonly access: Access;
}

/**
 * The past of entities, then their changes. Changes are followed from the moment the past is read up to, so none is
 * missing or sent twice. If more wait than a slow client should be sent one by one, they are dropped and read from
 * the history once it has caught up.
 */
export class HistoryFeed {
  private readonly parts: HistoryFeedParts;
  private readonly feed: Feed;
  private readonly request: HistoryRequest;
  /** The time up to which the client knows the changes of each entity. */
  private readonly known = new Map<EntityId, number>();
  private waiting = new Map<EntityId, { readonly rows: string[]; last: number }>();
  private waitingRows = 0;
  private hasLost = false;
  /** Whether the past was sent once. */
  private hasPast = false;
  private isStopped = false;
  private isBusy = false;
  private undos: Undo[] = [];

  constructor(parts: HistoryFeedParts, feed: Feed, request: HistoryRequest) {
    this.parts = parts;
    this.feed = feed;
    this.request = request;
  }

  /** Sends the past and follows what comes; resolves once the past arrives. */
  async start(): Promise<Undo> {
    const { period, ids } = this.request;
    const { clock, live } = this.parts;
    const now = clock.now();
    if (period.end > now) {
      const unfollow = live.follow(ids, (change) => this.take(change));
      this.undos = [unfollow];
      if (Number.isFinite(period.end)) this.undos.push(clock.after(period.end - now, unfollow));
    }
    this.isBusy = true;
    for (const id of ids) this.known.set(id, period.start);
    try {
      const past = await openedChunks(this.read());
      void this.send(past, new Map());
    } catch (error) {
      this.stop();
      throw error;
    }
    return () => this.stop();
  }

  private stop(): void {
    this.isStopped = true;
    for (const undo of this.undos.splice(0)) undo();
    this.waiting.clear();
  }

  /** Reads what the client does not know yet. */
  private read(): AsyncGenerator<Uint8Array> {
    const { shape, period, access, ids } = this.request;
    const { reader, states, clock } = this.parts;
    const now = clock.now();
    const hasStart = shape.hasStart && !this.hasPast;
    const start = this.hasPast ? Math.min(...this.known.values()) + MICROSECOND : period.start;
    const entityIds = ids.filter((id) => sees(access, id));
    const after = entityIds.map((id) => this.known.get(id) ?? start);
    // What is recorded from here on follows as a change.
    const last = entityIds.map((id) => states.get(id)?.last_updated ?? Math.floor(now));
    for (const [n, id] of entityIds.entries())
      this.known.set(id, Math.max(after[n] ?? start, last[n] ?? start));
    const before = last.map((at) => Math.min(period.end, at + 1));
    const query = {
      ...{ ...shape, form: 'event' as const, hasStart, start, entityIds, after, before },
      namable: shape.hasAttributes ? namable(access, states) : undefined,
      end: Number.isFinite(period.end) ? period.end : now,
    };
    return reader.states(query, access);
  }

  /** Sends what was read; what the client knew `before` counts again if that fails. */
  private async send(past: AsyncGenerator<Uint8Array>, before: ReadonlyMap<EntityId, number>): Promise<void> {
    try {
      await this.feed.stream(past);
      this.hasPast = true;
      this.isBusy = false;
      if (this.waitingRows > 0 || this.hasLost) this.sendSoon();
    } catch (error) {
      this.tryAgain(error, before);
    }
  }

  private tryAgain(error: unknown, before: ReadonlyMap<EntityId, number>): void {
    this.parts.log.error('A part of the history could not be sent; trying again', { error });
    for (const id of this.request.ids) this.known.set(id, before.get(id) ?? this.request.period.start);
    this.lose();
    this.sendSoon(RETRY_AFTER);
  }

  private take({ entity_id: id, old_state: before, new_state: state }: StateChange): void {
    const { shape, period, access } = this.request;
    // As in Home Assistant, additions and removals are part of the past only.
    if (before === null || state === null || state.last_updated >= period.end) return;
    const domain = domainOf(id);
    const isState = before.state !== state.state || SIGNIFICANT_DOMAINS.has(domain);
    if ((shape.significantOnly || shape.isMinimal) && !isState) return;
    if (this.hasLost || !sees(access, id)) return;
    if (this.waitingRows >= MAX_WAITING) this.lose();
    else {
      const hasAttributes = shape.hasAttributes || ALWAYS_WHOLE_DOMAINS.has(domain);
      const row = hasAttributes ? wholeRow(visibleState(state, access)) : rowOf(state, '');
      const own = this.waiting.get(id);
      if (own === undefined) this.waiting.set(id, { rows: [row], last: state.last_updated });
      else {
        own.rows.push(row);
        own.last = state.last_updated;
      }
      this.waitingRows += 1;
    }
    if (!this.isBusy) this.sendSoon();
  }

  private lose(): void {
    this.waiting.clear();
    this.waitingRows = 0;
    this.hasLost = true;
  }

  private sendSoon(delay = COLLECTED_FOR): void {
    if (this.isStopped) return;
    this.isBusy = true;
    const cancel = this.parts.clock.after(delay, () => {
      this.undos = this.undos.filter((undo) => undo !== cancel);
      if (this.feed.isSlow()) this.feed.whenCaughtUp(() => this.sendWaiting());
      else this.sendWaiting();
    });
    this.undos.push(cancel);
  }

  private sendWaiting(): void {
    this.isBusy = false;
    if (this.hasLost) {
      void this.catchUp();
      return;
    }
    const entities: string[] = [];
    for (const [id, { rows, last }] of this.waiting) {
      entities.push(`"${id}":[${rows.join(',')}]`);
      this.known.set(id, last);
    }
    this.waiting = new Map();
    this.waitingRows = 0;
    if (entities.length > 0) this.feed.event(`{"states":{${entities.join(',')}}}`);
  }

  private async catchUp(): Promise<void> {
    this.isBusy = true;
    this.hasLost = false;
    const before = new Map(this.known);
    try {
      await this.send(await openedChunks(this.read()), before);
    } catch (error) {
      this.tryAgain(error, before);
    }
  }
}

const wholeRows = new WeakMap<State, string>();

/** A row with attributes, written once for all who follow the entity. */
function wholeRow(state: State): string {
  let row = wholeRows.get(state);
  if (row === undefined) {
    row = rowOf(state, `,"a":${state.attributesText()}`);
    wholeRows.set(state, row);
  }
  return row;
}

function rowOf({ state, last_updated: updated, last_changed: changed }: State, attributes: string): string {
  const lc = changed === updated ? '' : `,"lc":${seconds(changed)}`;
  return `{"s":${JSON.stringify(state)}${attributes},"lu":${seconds(updated)}${lc}}`;
}

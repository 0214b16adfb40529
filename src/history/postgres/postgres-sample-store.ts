import type { Clock, Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import { inOrder, within } from '../samples/merge-samples.ts';
import type { EntitySamples, Sample } from '../samples/sample.ts';
import type { EntityUsage, SampleRange, SampleStore } from '../samples/sample-store.ts';
import { LAST_TIME, type SampleTables, type WrittenSamples } from './sample-tables.ts';

/** The dependencies of `PostgresSampleStore`. */
export interface PostgresSampleStoreParts {
  /** Where samples are durable until the server has them, and what answers while it is away. */
  readonly local: SampleStore;
  /** Connects to the server; rejects while it is away or refuses. */
  readonly open: () => Promise<{ readonly tables: SampleTables; readonly close: () => Promise<void> }>;
  readonly clock: Clock;
  /** Called once when the server is away, with the reason, and once when it is back, with undefined. */
  readonly onAvailability: (failure: unknown) => void;
}

/** Samples that one transaction of the server takes. */
const SAMPLES_A_WRITE = 50_000;
/** How long samples are collected before they are sent, in milliseconds. */
const INTERVAL = 10_000;
const FIRST_RETRY = 1000;
const LONGEST_RETRY = 60_000;
/** How long closing waits for the server, in milliseconds. */
const CLOSING = 5000;

/**
 * Samples on a PostgreSQL server. They are committed to the local log first, and sent to the server a few seconds
 * later. What the server confirmed is deleted locally, except each entity's last sample. A crash in between sends
 * samples again, which the primary key makes harmless.
 */
export class PostgresSampleStore implements SampleStore {
  private readonly parts: PostgresSampleStoreParts;
  private server: Awaited<ReturnType<PostgresSampleStoreParts['open']>> | undefined;
  /** Entities whose samples the server may not have, and those that got samples during the current transfer. */
  private waiting: Set<string>;
  private late = new Set<string>();
  /** Samples before this time are part of the current transfer. */
  private cutoff = LAST_TIME;
  private newest = 0;
  private queue: Promise<unknown> = Promise.resolve();
  private cancel: Undo | undefined;
  private retry = FIRST_RETRY;
  private isAway = false;
  private isClosed = false;
  /** Resolves after the first attempt to connect: questions wait for it, so that answers at start are complete. */
  private readonly attempted: Promise<unknown>;

  constructor(parts: PostgresSampleStoreParts) {
    this.parts = parts;
    this.waiting = new Set(parts.local.entityIds());
    this.attempted = this.inTurn(() => this.connected()).then(
      () => this.schedule(0),
      () => {},
    );
  }

  append(batch: readonly EntitySamples[]): void {
    this.parts.local.append(batch);
    for (const { entityId, samples } of batch) {
      this.waiting.add(entityId);
      for (const { at } of samples) {
        this.newest = Math.max(this.newest, at);
        if (at < this.cutoff) this.late.add(entityId);
      }
    }
  }

  async commit(): Promise<void> {
    await this.parts.local.commit();
    if (this.cancel === undefined) this.schedule(INTERVAL);
  }

  entityIds(): readonly string[] {
    const stored = this.server?.tables.entityIds() ?? [];
    return [...new Set([...stored, ...this.parts.local.entityIds()])];
  }

  async *read({ entityIds, ...range }: SampleRange): AsyncGenerator<EntitySamples> {
    for (const entityId of entityIds)
      for await (const samples of this.readEntity(entityId, range))
        if (samples.length > 0) yield { entityId, samples };
  }

  async lastBefore(entityIds: readonly string[], at: number): Promise<ReadonlyMap<string, Sample>> {
    await this.attempted;
    const own = await this.parts.local.lastBefore(entityIds, at);
    const stored = await this.ask((tables) => tables.lastBefore(entityIds, at));
    const found = new Map(own);
    for (const [entityId, sample] of stored ?? [])
      if (sample.at >= (found.get(entityId)?.at ?? 0)) found.set(entityId, sample);
    return found;
  }

  /** While the server is away only local samples are dropped; the next call after that drops those of the server. */
  dropBefore(at: number, entityIds?: readonly string[]): Promise<number> {
    return this.inTurn(async () => {
      const tables = await this.sent().catch(() => undefined);
      if (tables === undefined) return this.parts.local.dropBefore(at, entityIds);
      const dropped = await tables.dropBefore(at, entityIds);
      await this.parts.local.dropBefore(at, entityIds);
      return dropped;
    });
  }

  rename(from: string, to: string): Promise<boolean> {
    return this.inTurn(async () => {
      const tables = await this.needed();
      if (this.entityIds().includes(to)) return false;
      await tables.rename(from, to);
      if (this.waiting.delete(from)) this.waiting.add(to);
      return this.parts.local.rename(from, to);
    });
  }

  forget(entityId: string): Promise<number> {
    return this.inTurn(async () => {
      const dropped = await (await this.needed()).forget(entityId);
      await this.parts.local.forget(entityId);
      this.waiting.delete(entityId);
      return dropped;
    });
  }

  usage(): Promise<readonly EntityUsage[]> {
    return this.inTurn(async () => {
      const tables = await this.sent().catch(() => undefined);
      return tables?.usage() ?? this.parts.local.usage();
    });
  }

  async settle(): Promise<void> {
    await this.inTurn(() => this.sent()).catch(() => {});
  }

  /** Commits and releases the store; what the server does not have yet is sent after the next start. */
  async close(): Promise<void> {
    await this.release();
    await this.parts.local.close();
  }

  /** Ends the connections, without using the local log. */
  async release(): Promise<void> {
    this.isClosed = true;
    this.cancel?.();
    const { server } = this;
    this.server = undefined;
    const ended = this.queue.then(() => server?.close()).catch(() => {});
    // A server that does not answer must not keep the hub from stopping; what it was sent stays in the local log.
    let cancel: Undo = () => {};
    const patience = new Promise<void>((resolve) => {
      cancel = this.parts.clock.after(CLOSING, resolve);
    });
    await Promise.race([ended, patience]);
    cancel();
  }

  private async *readEntity(
    entityId: string,
    range: Omit<SampleRange, 'entityIds'>,
  ): AsyncGenerator<readonly Sample[]> {
    await this.attempted;
    // First: what is sent meanwhile is then found on the server as well, instead of in neither.
    const own: Sample[] = [];
    for await (const { samples } of this.parts.local.read({ entityIds: [entityId], ...range }))
      own.push(...samples);
    let from = range.from;
    const { server } = this;
    if (server !== undefined)
      try {
        for await (const page of server.tables.read(entityId, range)) {
          const end = (page.at(-1)?.at ?? from) + 1;
          yield inOrder([...page, ...within(own, from, end)]);
          from = end;
        }
      } catch (error) {
        this.failed(error);
      }
    yield within(own, from, range.to);
  }

  /** Asks the server; undefined while it is away. */
  private async ask<T>(question: (tables: SampleTables) => Promise<T>): Promise<T | undefined> {
    if (this.server === undefined) return undefined;
    try {
      return await question(this.server.tables);
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  /** Runs what changes stored samples one after the other. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => {});
    return result;
  }

  private schedule(delay: number): void {
    if (this.isClosed) return;
    this.cancel?.();
    this.cancel = this.parts.clock.after(delay, () => {
      this.cancel = undefined;
      this.inTurn(() => this.sent()).catch(() => {});
    });
  }

  /** Sends everything to the server and resolves to its tables; rejects if it is away. */
  private sent(): Promise<SampleTables> {
    return this.connected((tables) => this.send(tables));
  }

  /** Like `sent`, for what cannot be done while the server is away. */
  private needed(): Promise<SampleTables> {
    return this.sent().catch((cause) => {
      throw fault('home_assistant_error', 'history_store_needed', {}, { cause });
    });
  }

  /** Connects unless connected, and uses the tables. Rejects if the server is away. */
  private async connected(use = async (_tables: SampleTables): Promise<void> => {}): Promise<SampleTables> {
    try {
      this.server ??= await this.parts.open();
      const { tables } = this.server;
      await use(tables);
      this.retry = FIRST_RETRY;
      if (this.isAway) this.parts.onAvailability(undefined);
      this.isAway = false;
      return tables;
    } catch (error) {
      this.failed(error);
      throw error;
    }
  }

  private failed(error: unknown): void {
    const { server } = this;
    this.server = undefined;
    server?.close().catch(() => {});
    if (this.isClosed) return;
    if (!this.isAway) this.parts.onAvailability(error);
    this.isAway = true;
    this.schedule(this.retry);
    this.retry = Math.min(this.retry * 2, LONGEST_RETRY);
  }

  private async send(tables: SampleTables): Promise<void> {
    const { local } = this.parts;
    const sending = [...this.waiting];
    if (sending.length === 0) return;
    this.cutoff = this.newest === 0 ? LAST_TIME : this.newest + 1;
    this.waiting = new Set();
    this.late = new Set();
    try {
      let batch: WrittenSamples[] = [];
      let count = 0;
      const range = { entityIds: sending, from: 0, to: LAST_TIME, withAttributes: true };
      for await (const chunk of local.read(range)) {
        batch.push(chunk);
        count += chunk.samples.length;
        if (count < SAMPLES_A_WRITE) continue;
        if (this.isClosed) throw new Error('closed');
        await tables.write(batch);
        batch = [];
        count = 0;
      }
      if (batch.length > 0) await tables.write(batch);
      // The local log may be closed already.
      if (this.isClosed) throw new Error('closed');
      const sent = sending.filter((entityId) => !this.late.has(entityId));
      await local.dropBefore(this.cutoff, sent);
    } catch (error) {
      for (const entityId of sending) this.waiting.add(entityId);
      throw error;
    } finally {
      this.cutoff = 0;
    }
  }
}

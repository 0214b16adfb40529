import type { Clock, Undo } from '../../core/clock.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import { inOrder, within } from '../samples/merge-samples.ts';
import type { EntitySamples, Sample } from '../samples/sample.ts';
import type {
  EncodedBlock,
  EntityUsage,
  SampleRange,
  SampleStore,
  StoreServer,
} from '../samples/sample-store.ts';
import type { SqliteSampleStore } from '../samples/sqlite-sample-store.ts';
import type { SampleTables } from './sample-tables.ts';
import { SampleTransfer } from './sample-transfer.ts';
import type { ServerChange, ServerChanges } from './server-changes.ts';

/** The dependencies of `PostgresSampleStore`. */
export interface PostgresSampleStoreParts {
  /** Where samples are durable until the server has them, and what answers while it is away. */
  readonly local: SqliteSampleStore;
  /** What the server has yet to change, in the same file as the local samples. */
  readonly changes: ServerChanges;
  /** Connects to the server; rejects while it is away or refuses. */
  readonly open: () => Promise<{ readonly tables: SampleTables; readonly close: () => Promise<void> }>;
  readonly clock: Clock;
  /** Called once when the server is away, with the reason, and once when it is back, with undefined. */
  readonly onAvailability: (failure: unknown) => void;
  /** Called for a change that the server makes once it is back, and for a renaming that it cannot make. */
  readonly onChange: (outcome: 'queued' | 'refused', change: ServerChange) => void;
}

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
  private opened: Awaited<ReturnType<PostgresSampleStoreParts['open']>> | undefined;
  private readonly transfer: SampleTransfer;
  /** Runs what changes stored samples one after the other. */
  private readonly queue = new SerialQueue();
  private cancel: Undo | undefined;
  private retry = FIRST_RETRY;
  private isAway = false;
  private isClosed = false;
  /** What the server forgot of entities for the calls that wait for it. */
  private readonly forgotten = new Map<string, { count: number }>();
  /** Resolves after the first attempt to connect: questions wait for it, so that answers at start are complete. */
  private readonly attempted: Promise<unknown>;

  constructor(parts: PostgresSampleStoreParts) {
    this.parts = parts;
    this.transfer = new SampleTransfer(parts);
    const connected = this.queue.run(() => this.connected());
    this.attempted = connected.then(() => this.schedule(0)).catch(() => {});
  }

  append(batch: readonly EntitySamples[]): void {
    this.parts.local.append(batch);
    this.transfer.appended(batch);
  }

  async commit(): Promise<void> {
    await this.parts.local.commit();
    if (this.cancel === undefined) this.schedule(INTERVAL);
  }

  addBlocks(entityIds: readonly string[], blocks: Iterable<EncodedBlock>): void {
    this.parts.local.addBlocks(entityIds, blocks);
    this.transfer.addLate(entityIds);
    this.schedule(0);
  }

  entityIds(): readonly string[] {
    const stored = this.opened?.tables.entityIds() ?? [];
    return [...new Set([...stored, ...this.parts.local.entityIds()])];
  }

  async *read({ entityIds, ...range }: SampleRange): AsyncGenerator<EntitySamples> {
    for (const entityId of entityIds)
      for await (const samples of this.readEntity(entityId, range))
        if (samples.length > 0) yield { entityId, samples };
  }

  async lastBefore(entityIds: readonly string[], at: number): Promise<ReadonlyMap<string, Sample>> {
    await this.changed();
    const found = new Map(await this.parts.local.lastBefore(entityIds, at));
    const stored = await this.ask((tables) => tables.lastBefore(entityIds, at));
    for (const [entityId, sample] of stored ?? [])
      if (sample.at >= (found.get(entityId)?.at ?? 0)) found.set(entityId, sample);
    return found;
  }

  /** Drops the local samples now, and those of the server as soon as it can be reached. */
  dropBefore(at: number, entityIds?: readonly string[]): Promise<number> {
    const { local, changes } = this.parts;
    return this.queue.run(async () => {
      await this.sent().catch(() => {});
      const dropped = await this.ask((tables) => tables.dropBefore(at, entityIds));
      if (dropped === undefined) {
        const change = { kind: 'drop', at, entityIds } as const;
        changes.add(change);
        this.parts.onChange('queued', change);
      }
      const own = await local.dropBefore(at, entityIds);
      return dropped ?? own;
    });
  }

  /** Takes effect locally at once; the server follows, or does so when it is back. */
  async removeBefore(entityId: string, at: number): Promise<void> {
    const { local, changes } = this.parts;
    const change = { kind: 'remove', entityId, at } as const;
    await changes.addWithin(change, (add) => local.removeBefore(entityId, at, add));
    await this.changed(change);
  }

  /** Like `removeBefore`. */
  async rename(from: string, to: string): Promise<boolean> {
    if (this.entityIds().includes(to)) return false;
    const { local, changes } = this.parts;
    const change = { kind: 'rename', from, to } as const;
    if (!(await changes.addWithin(change, (add) => local.rename(from, to, add)))) return false;
    this.transfer.add(to);
    await this.changed(change);
    return true;
  }

  /** Like `rename`. While the server is away the number is that of the local samples. */
  async forget(entityId: string): Promise<number> {
    const { local, changes } = this.parts;
    const isSent = !this.transfer.remove(entityId);
    const ofServer = this.forgotten.get(entityId) ?? { count: 0 };
    this.forgotten.set(entityId, ofServer);
    const change = { kind: 'forget', entityId } as const;
    const own = await changes.addWithin(change, (add) => local.forget(entityId, add));
    await this.changed(change);
    this.forgotten.delete(entityId);
    // The server has what is here, or at least the last sample that was sent.
    if (ofServer.count === 0) return own;
    return isSent ? ofServer.count : ofServer.count + Math.max(own - 1, 0);
  }

  usage(): Promise<readonly EntityUsage[]> {
    return this.queue.run(async () => {
      const tables = await this.sent().catch(() => undefined);
      return tables?.usage() ?? this.parts.local.usage();
    });
  }

  server(): Promise<StoreServer | undefined> {
    return this.attempted.then(() => this.ask((tables) => tables.server()));
  }

  async settle(): Promise<void> {
    await this.queue.run(() => this.sent()).catch(() => {});
  }

  async requireAll(): Promise<void> {
    await this.queue.run(() => this.connected());
  }

  /** Commits and releases the store; what the server does not have yet is sent after the next start. */
  async close(): Promise<void> {
    await this.release();
    await this.parts.local.close();
  }

  /** Ends the connections, without using the local log. */
  async release(): Promise<void> {
    this.isClosed = true;
    this.transfer.close();
    this.cancel?.();
    const { opened: server } = this;
    this.opened = undefined;
    const ended = this.queue.run(() => server?.close()).catch(() => {});
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
    await this.changed();
    // Read first: samples that are sent meanwhile are then found twice instead of not at all.
    const own: Sample[] = [];
    for await (const { samples } of this.parts.local.read({ entityIds: [entityId], ...range }))
      own.push(...samples);
    let from = range.from;
    const { opened: server } = this;
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

  /** Queries the server; undefined while it cannot be reached. */
  private async ask<T>(question: (tables: SampleTables) => Promise<T>): Promise<T | undefined> {
    if (this.opened === undefined) return undefined;
    try {
      return await question(this.opened.tables);
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  private schedule(delay: number): void {
    if (this.isClosed) return;
    this.cancel?.();
    this.cancel = this.parts.clock.after(delay, () => {
      this.cancel = undefined;
      this.queue.run(() => this.sent()).catch(() => {});
    });
  }

  /** Resolves when the server has made the changes so far; if it is away, reports `change` as queued. */
  private async changed(change?: ServerChange): Promise<void> {
    const { changes, onChange } = this.parts;
    await this.attempted;
    if (changes.isEmpty) return;
    if (this.opened !== undefined) await this.queue.run(() => this.connected()).catch(() => {});
    if (change !== undefined && !changes.isEmpty) onChange('queued', change);
  }

  /** Sends everything to the server and resolves to its tables; rejects if it is away. */
  private async sent(): Promise<SampleTables> {
    for (;;) {
      let isDone = true;
      const tables = await this.connected(async (found) => {
        isDone = await this.transfer.send(found);
      });
      if (isDone) return tables;
    }
  }

  /** Connects unless connected, makes queued changes and uses the tables. Rejects if the server is away. */
  private async connected(use = async (_tables: SampleTables): Promise<void> => {}): Promise<SampleTables> {
    try {
      const server = this.opened ?? (await this.parts.open());
      try {
        await this.makeChanges(server.tables);
      } catch (error) {
        if (server !== this.opened) await server.close().catch(() => {});
        throw error;
      }
      this.opened = server;
      await use(server.tables);
      this.retry = FIRST_RETRY;
      if (this.isAway) this.parts.onAvailability(undefined);
      this.isAway = false;
      return server.tables;
    } catch (error) {
      this.failed(error);
      throw error;
    }
  }

  private async makeChanges(tables: SampleTables): Promise<void> {
    await this.parts.changes.makeAll(tables, {
      onDropped: (entityId, count) => {
        const waiting = this.forgotten.get(entityId);
        if (waiting !== undefined) waiting.count += count;
      },
      onRefused: (change) => this.parts.onChange('refused', change),
    });
  }

  private failed(error: unknown): void {
    this.opened?.close().catch(() => {});
    this.opened = undefined;
    if (this.isClosed) return;
    if (!this.isAway) this.parts.onAvailability(error);
    this.isAway = true;
    this.schedule(this.retry);
    this.retry = Math.min(this.retry * 2, LONGEST_RETRY);
  }
}

import type { DeviceMessage } from '../../../src/integrations/processes/described.ts';
import type { EntryData } from '../../../src/integrations/processes/protocol.ts';
import { type DeviceHandle, makeDevice } from './device.ts';
import type { Connect, Entry, HomeState, Log, Undo } from './entry.ts';
import { errorText, isUnreachable, LoginRefused } from './errors.ts';
import type { Runtime } from './runtime.ts';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;
interface Poll {
  /** Runs it shortly, once what a command has changed can be read. */
  readonly soon: () => void;
  /** Runs it, or waits for the run that is under way. */
  readonly now: () => Promise<void>;
}

/** How long after a command the next poll begins. */
const AFTER_COMMAND = 250;

/** An entry from its setup to its unload. */
export class EntryRun {
  readonly entry: Entry;
  isUp = true;
  private readonly runtime: Runtime;
  private readonly data: EntryData;
  private readonly ending = new AbortController();
  private readonly undos: (() => unknown)[] = [];
  private readonly first: Promise<void>[] = [];
  private readonly polls = new Set<Poll>();
  private readonly announced = new Set<() => void>();
  private readonly watched = new Map<string, Set<(shown: HomeState | undefined) => void>>();
  /** What is down now: polls and connections. */
  private readonly down = new Set<object>();

  constructor(runtime: Runtime, data: EntryData) {
    this.runtime = runtime;
    this.data = data;
    this.entry = this.makeEntry();
  }

  /** Sets the entry up and says how that went. */
  async start(): Promise<void> {
    const { entryId } = this.data;
    try {
      await this.runtime.definition.setup(this.entry);
      await Promise.all(this.first);
      if (!this.ending.signal.aborted) this.runtime.send({ type: 'loaded', entryId });
    } catch (error) {
      if (this.ending.signal.aborted) return;
      await this.end();
      this.runtime.send(outcome(entryId, error));
    }
  }

  async end(): Promise<void> {
    this.ending.abort();
    for (const undo of this.undos.splice(0).reverse()) {
      try {
        await undo();
      } catch (error) {
        this.entry.log.warn(`The unload of ${this.entry.title} failed: ${errorText(error)}`);
      }
    }
  }

  /** Polls soon, since a command has changed something. */
  pollSoon(): void {
    for (const { soon } of this.polls) soon();
  }

  /** Polls now, and tries lost connections again; waits for the polls only. */
  async refresh(): Promise<void> {
    this.announce();
    await Promise.all([...this.polls].map(({ now }) => now()));
  }

  get uniqueId(): string | null {
    return this.data.uniqueId;
  }

  /** The device announces itself: what waits for it goes on. */
  announce(): void {
    for (const listener of [...this.announced]) listener();
  }

  showState(entityId: string, shown: HomeState | undefined): void {
    for (const listener of [...(this.watched.get(entityId) ?? [])]) listener(shown);
  }

  private watch(entityId: string, listener: (shown: HomeState | undefined) => void): Undo {
    const { runtime, data } = this;
    const listeners = this.watched.get(entityId) ?? new Set();
    this.watched.set(entityId, listeners.add(listener));
    runtime.send({ type: 'watch', entryId: data.entryId, entityId });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || !this.watched.delete(entityId)) return;
      runtime.send({ type: 'unwatch', entryId: data.entryId, entityId });
    };
  }

  private makeEntry(): Entry {
    const { runtime, data } = this;
    const { entryId } = data;
    const { definition } = runtime;
    const log = (level: keyof Log) => (text: string) =>
      runtime.send({ type: 'log', level, text: text.slice(0, 9000) });
    const { describe: _, ...adders }: DeviceHandle = makeDevice(runtime, entryId, undefined);
    const config = definition.config.safeParse(data.data);
    return {
      ...adders,
      id: entryId,
      title: data.title,
      uniqueId: data.uniqueId ?? entryId,
      data: { ...data.data, ...(config.success ? config.data : {}) },
      options: (definition.options?.safeParse(data.options).data ?? data.options) as never,
      subentries: data.subentries,
      signal: this.ending.signal,
      log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
      device: (description: DeviceMessage) => {
        runtime.send({ type: 'device', entryId, device: description });
        return makeDevice(runtime, entryId, description);
      },
      poll: (milliseconds, task) => this.poll(milliseconds, task),
      connection: (connect) => this.connect(connect),
      onUnload: (undo) => void this.undos.push(undo),
      save: (changes) => runtime.send({ type: 'entry_update', entryId, ...changes }),
      service: (name, description, handle) => {
        const undo = runtime.addService(entryId, { name, description, handle });
        this.undos.push(undo);
        return undo;
      },
      home: {
        call: (service, values, more = {}) => runtime.call({ entryId, service, data: values, ...more }),
        watch: (entityId, listener) => this.watch(entityId, listener),
      },
      onAnnounced: (listener) => void this.announced.add(listener),
      fire: (name, values, device) =>
        runtime.send({ type: 'event', name, data: values, ...(device === undefined ? {} : { device }) }),
    };
  }

  private poll(milliseconds: number, task: () => unknown): Undo {
    const own = {};
    let timer: NodeJS.Timeout | undefined;
    let running: Promise<void> | undefined;
    let hasEnded = false;
    const schedule = (wait: number): void => {
      clearTimeout(timer);
      if (!hasEnded) timer = setTimeout(() => void now(), wait);
    };
    const run = async (): Promise<void> => {
      try {
        await task();
        this.recovered(own);
      } catch (error) {
        this.lost(own, error);
      } finally {
        running = undefined;
        schedule(milliseconds);
      }
    };
    const now = (): Promise<void> => {
      running ??= run();
      return running;
    };
    const poll: Poll = { soon: () => schedule(AFTER_COMMAND), now };
    const undo = (): void => {
      hasEnded = true;
      clearTimeout(timer);
      this.polls.delete(poll);
    };
    this.polls.add(poll);
    this.undos.push(undo);
    this.awaitFirst((async () => void (await task()))().then(() => schedule(milliseconds)));
    return undo;
  }

  private connect(connect: Connect): Undo {
    const own = {};
    const ending = new AbortController();
    const undo = (): void => ending.abort();
    this.undos.push(undo);
    let reached = (): void => {};
    let failed = (_error: unknown): void => {};
    const first = new Promise<void>((resolve, reject) => {
      reached = resolve;
      failed = reject;
    });
    this.awaitFirst(first);
    const loop = async (): Promise<void> => {
      let wait = FIRST_WAIT;
      while (!ending.signal.aborted) {
        let error: unknown = new Error('The connection has ended');
        let wasUp = false;
        const up = (): void => {
          wasUp = true;
          wait = FIRST_WAIT;
          this.recovered(own);
          reached();
        };
        try {
          await connect({ signal: ending.signal, up });
        } catch (thrown) {
          error = thrown;
        }
        if (ending.signal.aborted) return;
        failed(error);
        this.lost(own, error);
        await this.pause(wasUp ? FIRST_WAIT : wait, ending.signal);
        wait = Math.min(2 * wait, LONGEST_WAIT);
      }
    };
    void loop();
    return undo;
  }

  /** Waits, or returns early when the signal ends it or the device announces itself. */
  private pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.announced.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.announced.add(end);
      signal.addEventListener('abort', end);
    });
  }

  private awaitFirst(first: Promise<void>): void {
    this.first.push(first);
    // The setup may have failed for another reason before it looks.
    first.catch(() => {});
  }

  private lost(own: object, error: unknown): void {
    if (error instanceof LoginRefused) {
      void this.end();
      this.runtime.send(outcome(this.data.entryId, error));
      return;
    }
    if (this.down.size === 0)
      this.entry.log.warn(`${this.entry.title} cannot be reached: ${errorText(error)}`);
    this.down.add(own);
    this.show();
  }

  private recovered(own: object): void {
    if (this.down.delete(own) && this.down.size === 0)
      this.entry.log.info(`${this.entry.title} is reachable again`);
    this.show();
  }

  private show(): void {
    const isUp = this.down.size === 0;
    if (isUp === this.isUp) return;
    this.isUp = isUp;
    this.runtime.setUp(this.data.entryId, isUp);
  }
}

function outcome(
  entryId: string,
  error: unknown,
): { type: 'auth_failed' | 'retry' | 'failed'; entryId: string; reason: string } {
  const reason = errorText(error).slice(0, 2000);
  if (error instanceof LoginRefused) return { type: 'auth_failed', entryId, reason };
  return { type: isUnreachable(error) ? 'retry' : 'failed', entryId, reason };
}

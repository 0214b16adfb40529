import type { Duplex } from 'node:stream';
import type { PlainValues } from '../../../src/integrations/processes/described.ts';
import { FrameReader, frameOf } from '../../../src/integrations/processes/frames.ts';
import {
  type FromIntegrationInput,
  MAX_BATCH,
  ToIntegration,
} from '../../../src/integrations/processes/protocol.ts';

/** Values that wait to be sent. */
interface Pending {
  readonly entity: number;
  values: PlainValues;
  available: boolean | null;
  extra: PlainValues | null;
}

/** What is reported of an entity. */
export interface Reported {
  readonly values: PlainValues;
  readonly available?: boolean | undefined;
  readonly extra?: PlainValues | undefined;
}

/**
 * The way to the hub. Reports of one event loop tick are one message; while the hub reads slowly, newer values of an
 * entity replace older ones.
 */
export class Channel {
  private readonly pipe: Duplex;
  private readonly reader = new FrameReader();
  private readonly latest = new Map<number, Pending>();
  private queue: Pending[] = [];
  private isScheduled = false;
  private isFull = false;

  constructor(pipe: Duplex) {
    this.pipe = pipe;
  }

  /** Passes on what the hub sends. Without the hub, the process ends. */
  start(receive: (message: ToIntegration) => void): void {
    this.pipe.on('data', (chunk: Buffer) => {
      this.reader.push(chunk);
      for (let text = this.reader.next(); text !== undefined; text = this.reader.next())
        receive(ToIntegration.parse(JSON.parse(text)));
    });
    this.pipe.on('drain', () => {
      this.isFull = false;
      this.flush();
    });
    this.pipe.on('error', () => process.exit());
    this.pipe.on('close', () => process.exit());
  }

  /** Sends a message after the reports before it. */
  send(message: FromIntegrationInput): void {
    this.flush(true);
    this.write(message);
  }

  /** Reports values at the end of the event loop tick; `each` is for events, which newer ones do not replace. */
  report(entity: number, { values, available, extra }: Reported, each: boolean): void {
    const known = each ? undefined : this.latest.get(entity);
    if (known === undefined) {
      const pending = { entity, values, available: available ?? null, extra: extra ?? null };
      this.queue.push(pending);
      if (!each) this.latest.set(entity, pending);
    } else {
      known.values = { ...known.values, ...values };
      known.available = available ?? known.available;
      known.extra = extra ?? known.extra;
    }
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.flush();
    });
  }

  private flush(always = false): void {
    if (this.queue.length === 0 || (this.isFull && !always)) return;
    const queue = this.queue;
    this.queue = [];
    this.latest.clear();
    for (let i = 0; i < queue.length; i += MAX_BATCH)
      this.write({ type: 'report', reports: queue.slice(i, i + MAX_BATCH).map(compact) });
  }

  private write(message: FromIntegrationInput): void {
    if (!this.pipe.write(frameOf(message))) this.isFull = true;
  }
}

function compact({
  entity,
  values,
  available,
  extra,
}: Pending): [number, PlainValues, ...unknown[]] & [number, PlainValues] {
  if (extra !== null) return [entity, values, available, extra] as never;
  return (available === null ? [entity, values] : [entity, values, available]) as never;
}

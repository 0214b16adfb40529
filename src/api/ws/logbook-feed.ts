import type { Access } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { LogbookRequest } from '../../core/logbook-query.ts';
import { seconds } from '../../core/state.ts';
import { framedChunks } from '../framed-chunks.ts';
import type { LiveLogbook, LogbookGap, LogbookParts } from '../logbook-interface.ts';
import { openedChunks } from '../opened-chunks.ts';
import type { Feed } from './command.ts';

const HOUR = 3_600_000;
/** A longer period of everything is sent in two parts: first the newest day, so that there is something to show. */
const MAX_AT_ONCE = 25 * HOUR;
const NEWEST = 24 * HOUR;
const RETRY_AFTER = 5000;
const SPACE = 0x20;

type Period = Pick<LogbookRequest, 'after' | 'before'>;
type Chunks = AsyncGenerator<Uint8Array>;

/** One message about the past. */
interface Part extends Period {
  readonly isPartial: boolean;
  /** Whether the message is left out if there are no entries. */
  readonly isOptional: boolean;
}

/** What a client follows. */
export interface LogbookSubscription {
  readonly request: LogbookRequest;
  readonly access: Access;
}

/** The event with the entries of a period. */
export function logbookEvent(entries: readonly string[], period: Period, isPartial = false): string {
  return `{"events":[${entries.join(',')}]${tailOf(period, isPartial)}`;
}

function tailOf({ after, before }: Period, isPartial: boolean): string {
  const times = `,"start_time":${seconds(after)},"end_time":${seconds(before)}`;
  return `${times}${isPartial ? ',"partial":true' : ''}}`;
}

/**
 * The past of the logbook, then its entries as they happen. Those are collected from the moment up to which the past
 * is read, and held while it is sent; a slow client gets what it missed from the history once it has caught up.
 */
export class LogbookFeed {
  private readonly parts: LogbookParts & { readonly log: Log };
  private readonly feed: Feed;
  private readonly subscription: LogbookSubscription;
  private live: LiveLogbook | undefined;
  private isStopped = false;
  private undos: Undo[] = [];

  constructor(parts: LogbookParts & { readonly log: Log }, feed: Feed, subscription: LogbookSubscription) {
    this.parts = parts;
    this.feed = feed;
    this.subscription = subscription;
  }

  /** Sends the past and follows what comes; resolves once the past arrives. */
  async start(): Promise<Undo> {
    const { request, access } = this.subscription;
    const { clock, logbook } = this.parts;
    const now = clock.now();
    const isOver = request.before <= now;
    if (!isOver) {
      const { live, undo } = logbook.follow(request, access, (entries) => this.send(entries));
      this.live = live;
      this.undos.push(undo);
    }
    const gap = this.live?.takeGap() ?? null;
    // The last millisecond of the past belongs to the gap.
    const known = { after: request.after, before: gap?.from ?? request.before };
    const parts = partsOf(request, known, isOver);
    try {
      const opened = parts[0] && (await this.opened(parts[0]));
      void this.sendPast(parts, opened).then(() => this.fill(gap));
    } catch (error) {
      this.stop();
      throw error;
    }
    return () => this.stop();
  }

  private stop(): void {
    this.isStopped = true;
    for (const undo of this.undos.splice(0)) undo();
  }

  private send(entries: readonly string[]): void {
    this.feed.event(`{"events":[${entries.join(',')}]}`);
    if (!this.feed.isSlow()) return;
    this.live?.hold();
    this.feed.whenCaughtUp(() => void this.fill(this.live?.takeGap() ?? null));
  }

  /** Sends the messages about the past. The first one is already opened, or undefined if it is left out. */
  private async sendPast(parts: readonly Part[], opened: Chunks | undefined): Promise<void> {
    for (const [index, part] of parts.entries()) {
      if (index > 0) await this.deliver(part);
      else if (opened !== undefined) await this.deliver(part, opened);
    }
  }

  /** Sends what happened while entries could not be sent as they happened, then lets them through. */
  private async fill(missing: LogbookGap | null): Promise<void> {
    const end = this.subscription.request.before;
    for (let gap = missing; gap !== null && !this.isStopped; gap = this.live?.takeGap() ?? null) {
      await this.wait(gap.to - this.parts.clock.now());
      const period = { after: gap.from - 0.5, before: Math.min(gap.to, end) };
      await this.deliver({ ...period, isPartial: false, isOptional: false });
    }
    if (!this.isStopped) this.live?.release();
  }

  /** Sends a message; if it cannot be read, tries again until the subscription ends. */
  private async deliver(part: Part, opened?: Chunks): Promise<void> {
    let chunks = opened;
    while (!this.isStopped) {
      try {
        chunks ??= await this.opened(part);
        if (chunks !== undefined) await this.feed.stream(chunks);
        return;
      } catch (error) {
        chunks = undefined;
        this.parts.log.error('A part of the logbook could not be sent; trying again', { error });
        await this.wait(RETRY_AFTER);
      }
    }
  }

  /** The message with the entries of a period; undefined if it is left out because there are none. */
  private async opened({ after, before, isPartial, isOptional }: Part): Promise<Chunks | undefined> {
    const { request, access } = this.subscription;
    const all = this.parts.logbook.entries({ ...request, after, before }, access);
    const entries = isOptional ? await unlessEmpty(all) : all;
    if (entries === undefined) return undefined;
    return openedChunks(framedChunks('{"events":[', entries, `]${tailOf({ after, before }, isPartial)}`));
  }

  private wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.undos.push(this.parts.clock.after(milliseconds, resolve));
    });
  }
}

function partsOf(
  { entityIds, deviceIds }: LogbookRequest,
  { after, before }: Period,
  isOver: boolean,
): Part[] {
  const isBig = entityIds === null && deviceIds === null && before - after > MAX_AT_ONCE;
  if (!isBig) return [{ after, before, isPartial: !isOver, isOptional: false }];
  const middle = before - NEWEST;
  return [
    { after: middle - 0.5, before, isPartial: true, isOptional: true },
    { after, before: middle, isPartial: !isOver, isOptional: false },
  ];
}

/** The same chunks; undefined if there are no entries in them. */
async function unlessEmpty(chunks: Chunks): Promise<Chunks | undefined> {
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
    if (next.value[0] !== SPACE) return continued(next.value, chunks);
  return undefined;
}

async function* continued(first: Uint8Array, rest: Chunks): Chunks {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

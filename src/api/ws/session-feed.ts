import type { Batch } from './broadcast.ts';
import type { Feed } from './command.ts';
import { textFrame } from './frame.ts';
import type { LongMessage } from './long-message.ts';
import { eventHead } from './shared-frames.ts';

/** Where a session sends its frames. */
export interface FrameSink {
  /** Sends a message whose text arrives in chunks; resolves when it is written or the connection has ended. */
  stream(message: LongMessage): Promise<void>;
  push(frame: Buffer): void;
  share(batch: Batch): void;
  coalesce(): void;
  isSlow(): boolean;
  whenCaughtUp(task: () => void): void;
}

/**
 * The channel from a subscription to its client: holds events back until the result is sent, and drops them
 * after the end.
 */
export class SessionFeed implements Feed {
  readonly id: string;
  private readonly sink: FrameSink;
  private early: (Buffer | Batch)[] | null = [];
  private ended = false;
  private begun: () => void = () => {};

  constructor(id: string, sink: FrameSink) {
    this.id = id;
    this.sink = sink;
  }

  event(json: string | Buffer): void {
    this.frame(textFrame(eventHead(this.id), json, '}'));
  }

  ahead(json: string): void {
    if (!this.ended) this.sink.push(textFrame(eventHead(this.id), json, '}'));
  }

  async stream(chunks: AsyncGenerator<Uint8Array>): Promise<void> {
    if (this.early !== null)
      await new Promise<void>((resolve) => {
        this.begun = resolve;
      });
    if (this.ended) await chunks.return(undefined);
    else await this.sink.stream({ head: eventHead(this.id), chunks, tail: '}', isDropped: () => this.ended });
  }

  frame(frame: Buffer): void {
    if (this.ended) return;
    if (this.early === null) this.sink.push(frame);
    else this.early.push(frame);
  }

  share(batch: Batch): void {
    if (this.ended) return;
    if (this.early === null) this.sink.share(batch);
    else this.early.push(batch);
  }

  isSlow(): boolean {
    return this.sink.isSlow();
  }

  whenCaughtUp(task: () => void): void {
    this.sink.whenCaughtUp(() => {
      if (!this.ended) task();
    });
  }

  /** Called once the result is sent: releases held events. */
  begin(): void {
    const early = this.early ?? [];
    this.early = null;
    if (!this.ended)
      for (const item of early) {
        if (Buffer.isBuffer(item)) this.sink.push(item);
        else this.sink.share(item);
      }
    this.begun();
  }

  end(): void {
    this.ended = true;
  }
}

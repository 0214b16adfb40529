import type { Batch } from './broadcast.ts';
import type { Feed } from './command.ts';
import { textFrame } from './frame.ts';
import { eventHead } from './shared-frames.ts';

/** Where a session sends its frames. */
export interface FrameSink {
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

  constructor(id: string, sink: FrameSink) {
    this.id = id;
    this.sink = sink;
  }

  event(json: string): void {
    this.frame(textFrame(eventHead(this.id), json, '}'));
  }

  ahead(json: string): void {
    if (!this.ended) this.sink.push(textFrame(eventHead(this.id), json, '}'));
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
    if (this.ended) return;
    for (const item of early) {
      if (Buffer.isBuffer(item)) this.sink.push(item);
      else this.sink.share(item);
    }
  }

  end(): void {
    this.ended = true;
  }
}

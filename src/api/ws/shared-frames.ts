import { textFrame } from './frame.ts';

/**
 * Event frames that subscribers share. The JSON of a source is made once, and the frame once for each subscription id: clients
 * that do the same things have the same ids, so a hundred dashboards get the very same bytes.
 */
export class SharedFrames<Source extends object> {
  private readonly toJson: (source: Source) => string;
  private source: Source | undefined;
  private tail: Buffer = Buffer.alloc(0);
  private readonly frames = new Map<string, Buffer>();

  constructor(toJson: (source: Source) => string) {
    this.toJson = toJson;
  }

  /** The whole frame for the subscription of this id. Cheapest when asked for all subscribers of one source in a row. */
  frame(source: Source, id: string): Buffer {
    if (this.source !== source) {
      this.tail = Buffer.from(`${this.toJson(source)}}`);
      this.source = source;
      this.frames.clear();
    }
    let frame = this.frames.get(id);
    if (frame === undefined) {
      frame = textFrame(eventHead(id), this.tail);
      this.frames.set(id, frame);
    }
    return frame;
  }
}

/** What stands before the event in an event message [§6]. */
export function eventHead(id: string): string {
  return `{"id":${id},"type":"event","event":`;
}

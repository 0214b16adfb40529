import { type Clock, every, type Undo } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { Picture } from '../entities/entity/driver.ts';
import type { Entity } from '../entities/entity/entity.ts';

/** The minimum interval between two pictures of a feed, in milliseconds. */
export const MIN_INTERVAL = 500;
const TIMEOUT_MS = 10_000;
/** The unread bytes beyond which a viewer skips pictures. */
const MAX_UNREAD = 1024 * 1024;
const BOUNDARY = 'frameboundary';

/** The content type of a feed. */
export const FEED_TYPE = `multipart/x-mixed-replace; boundary=${BOUNDARY}`;
/**
 * The start of a feed. Each picture is followed by the next boundary, so that browsers show it immediately.
 */
export const FEED_START = `--${BOUNDARY}\r\n`;

/** A viewer of a feed. */
export interface Viewer {
  /** The minimum milliseconds between pictures; 0 shows every picture of the source. */
  readonly interval: number;
  write(chunk: Buffer): void;
  end(): void;
  unread(): number;
}

interface Watching extends Viewer {
  due: number;
  seen: Buffer | null;
}

interface Feed {
  readonly viewers: Set<Watching>;
  /** The last picture as bytes, and as a multipart part. */
  frame: { readonly bytes: Buffer; readonly part: Buffer } | null;
  isFetching: boolean;
  stop: Undo;
}

/** The content type if it is an image type, otherwise a type that browsers do not render. */
export function safeType({ type }: Picture): string {
  return /^image\/[a-z\d][a-z\d.+-]{0,60}$/i.test(type) ? type : 'application/octet-stream';
}

/** Still and moving pictures. Each source is read once, regardless of the number of viewers. */
export class PictureFeeds {
  private readonly clock: Clock;
  private readonly feeds = new Map<Entity, Feed>();
  private readonly asked = new Map<Entity, Promise<Picture>>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * The current picture of an entity. Throws `home_assistant_error` if there is none and `unavailable` if the
   * entity is off.
   */
  pictureOf(entity: Entity): Promise<Picture> {
    const asked = this.asked.get(entity);
    if (asked !== undefined) return asked;
    const asking = this.fetch(entity).finally(() => this.asked.delete(entity));
    this.asked.set(entity, asking);
    return asking;
  }

  private async fetch(entity: Entity): Promise<Picture> {
    if (!entity.isAvailable || entity.values.on === false)
      throw fault('unavailable', 'camera_off_or_unreachable', { entity_id: entity.id });
    let cancel: Undo = () => {};
    const late = new Promise<never>((_resolve, reject) => {
      cancel = this.clock.after(TIMEOUT_MS, () =>
        reject(fault('home_assistant_error', 'picture_timed_out', { entity_id: entity.id })),
      );
    });
    try {
      const picture = await Promise.race([entity.driver.picture?.(entity), late]);
      if (picture === undefined) throw fault('home_assistant_error', 'no_picture', { entity_id: entity.id });
      return picture;
    } finally {
      cancel();
    }
  }

  /** Checks that there is a picture, unless a feed already has one. Throws like `pictureOf`. */
  async check(entity: Entity): Promise<void> {
    if (this.feeds.get(entity)?.frame == null) await this.pictureOf(entity);
  }

  /** Sends pictures of the entity to the viewer until undone, and ends the viewer when the feed ends. */
  watch(entity: Entity, viewer: Viewer): Undo {
    const feed = this.feeds.get(entity) ?? this.open(entity);
    const watching: Watching = { ...viewer, due: 0, seen: null };
    feed.viewers.add(watching);
    if (feed.frame !== null) this.show(feed, watching);
    else if (entity.driver.film === undefined) void this.next(entity, feed);
    return () => {
      feed.viewers.delete(watching);
      if (feed.viewers.size === 0) this.close(entity, feed);
    };
  }

  private open(entity: Entity): Feed {
    const feed: Feed = { viewers: new Set(), frame: null, isFetching: false, stop: () => {} };
    this.feeds.set(entity, feed);
    feed.stop =
      entity.driver.film?.(entity, {
        next: (picture) => this.take(feed, picture),
        end: () => this.end(entity, feed),
      }) ?? every(this.clock, MIN_INTERVAL, () => void this.next(entity, feed));
    return feed;
  }

  private close(entity: Entity, feed: Feed): void {
    feed.stop();
    if (this.feeds.get(entity) === feed) this.feeds.delete(entity);
  }

  /** Reads the source if a viewer is due and no read is in progress. */
  private async next(entity: Entity, feed: Feed): Promise<void> {
    const now = this.clock.now();
    if (feed.isFetching || ![...feed.viewers].some(({ due }) => due <= now)) return;
    feed.isFetching = true;
    try {
      if (!entity.isLive) throw fault('not_found', 'entity_gone', { entity_id: entity.id });
      this.take(feed, await this.pictureOf(entity));
    } catch {
      this.end(entity, feed);
    } finally {
      feed.isFetching = false;
    }
  }

  private take(feed: Feed, picture: Picture): void {
    if (feed.frame === null || !feed.frame.bytes.equals(picture.bytes))
      feed.frame = { bytes: picture.bytes, part: partOf(picture) };
    for (const viewer of feed.viewers) this.show(feed, viewer);
  }

  /** Ends the feed for all viewers after an error; a viewer that reconnects gets the reason. */
  private end(entity: Entity, feed: Feed): void {
    this.close(entity, feed);
    for (const viewer of [...feed.viewers]) viewer.end();
  }

  private show({ frame }: Feed, viewer: Watching): void {
    const now = this.clock.now();
    if (frame === null || viewer.due > now || viewer.seen === frame.part || viewer.unread() > MAX_UNREAD)
      return;
    viewer.due = now + viewer.interval - 1;
    viewer.seen = frame.part;
    viewer.write(frame.part);
  }
}

function partOf(picture: Picture): Buffer {
  const head = `Content-Type: ${safeType(picture)}\r\nContent-Length: ${picture.bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), picture.bytes, Buffer.from(`\r\n--${BOUNDARY}\r\n`)]);
}

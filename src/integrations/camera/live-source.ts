import type { Clock, Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import { type Message, message } from '../../core/messages.ts';
import type { FilmWatcher, Picture } from '../../entities/entity/driver.ts';

/** How long a source stays open after its last viewer, in milliseconds, for the next one. */
const LINGER = 3000;
const TIMEOUT_MS = 9000;
/** Least milliseconds between pictures; a source that sends more loses some. */
const FASTEST = 30;

/** Receives the frames of a source; nothing may be delivered after the undo. */
export interface FrameSink {
  readonly frame: (bytes: Buffer) => void;
  readonly fail: (reason: Message | string) => void;
}

/** A source of video frames, opened once for all viewers and closed after the last one. */
export class LiveSource {
  private readonly open: (sink: FrameSink) => Undo;
  private readonly clock: Clock;
  private readonly host: string;
  private readonly watchers = new Set<FilmWatcher>();
  private running: { readonly close: Undo; newest: Picture | null; at: number } | null = null;
  private leaving: Undo = () => {};
  private silence: Undo = () => {};

  /** `host` names the source in errors. */
  constructor(host: string, clock: Clock, open: (sink: FrameSink) => Undo) {
    this.host = host;
    this.clock = clock;
    this.open = open;
  }

  /** Delivers the newest frame and each following one until the undo. */
  watch(watcher: FilmWatcher): Undo {
    this.leaving();
    const own: FilmWatcher = { next: (picture) => watcher.next(picture), end: (why) => watcher.end(why) };
    this.watchers.add(own);
    if (this.running === null) this.begin();
    const newest = this.running?.newest ?? null;
    if (newest !== null) this.clock.soon(() => this.watchers.has(own) && own.next(newest));
    return () => {
      if (!this.watchers.delete(own) || this.watchers.size > 0) return;
      this.leaving = this.clock.after(LINGER, () => this.stop(message('stream_ended')));
    };
  }

  /** The picture now. Rejects with `home_assistant_error`. */
  picture(): Promise<Picture> {
    return new Promise((resolve, reject) => {
      const leave = this.watch({
        next: (picture) => {
          leave();
          resolve(picture);
        },
        end: (why) =>
          reject(fault('home_assistant_error', 'camera_gave_no_picture', { host: this.host, reason: why })),
      });
    });
  }

  /** Closes the source and tells all viewers the reason. */
  stop(reason: Message | string): void {
    this.leaving();
    this.silence();
    const { running } = this;
    this.running = null;
    running?.close();
    const watchers = [...this.watchers];
    this.watchers.clear();
    for (const watcher of watchers) watcher.end(reason);
  }

  private begin(): void {
    let close: Undo = () => {};
    const running = { close: () => close(), newest: null as Picture | null, at: 0 };
    this.running = running;
    this.listen();
    close = this.open({
      frame: (bytes) => {
        if (this.running !== running) return;
        const now = this.clock.now();
        if (now - running.at < FASTEST) return;
        this.listen();
        running.at = now;
        running.newest = { type: 'image/jpeg', bytes };
        for (const watcher of [...this.watchers]) watcher.next(running.newest);
      },
      fail: (reason) => {
        if (this.running === running) this.stop(reason);
      },
    });
  }

  private listen(): void {
    this.silence();
    this.silence = this.clock.after(TIMEOUT_MS, () => this.stop(message('answer_too_late')));
  }
}

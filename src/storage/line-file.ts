import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

interface LineFileOptions {
  readonly path: string;
  /** The size in bytes at which the file is rotated to `path.1`, that to `path.2`, and so on. */
  readonly maxBytes: number;
  /** The maximum number of files, including the current one. */
  readonly files: number;
  /** Called once when writing begins to fail, e.g. on a full disk. Lines are then dropped and counted. */
  onFailure(error: unknown): void;
}

/** The maximum size of queued lines; beyond it new ones are dropped and counted. */
const MAX_BACKLOG = 1024 * 1024;

/** An append-only text file, rotated by size. Lines of one event loop tick are written together. */
export class LineFile {
  private readonly options: LineFileOptions;
  private waiting: string[] = [];
  private waitingSize = 0;
  private dropped = 0;
  /** Whether the last write may have ended in mid-line. */
  private isTorn = false;
  private size: number | null = null;
  private failing = false;
  private writing: Promise<void> | null = null;

  constructor(options: LineFileOptions) {
    this.options = options;
  }

  /** Queues text that ends with a line break. */
  write(text: string): void {
    if (this.waitingSize + text.length > MAX_BACKLOG) {
      this.dropped += 1;
      return;
    }
    this.waiting.push(text);
    this.waitingSize += text.length;
    this.writing ??= this.drain();
  }

  /** Resolves when all queued lines are written, or lost to a failing disk. */
  async flush(): Promise<void> {
    while (this.writing !== null) await this.writing;
  }

  private async drain(): Promise<void> {
    // Collect the lines of the current event loop tick.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const { waiting, dropped } = this;
      this.waiting = [];
      this.waitingSize = 0;
      this.dropped = 0;
      const torn = this.isTorn ? '\n' : '';
      // Lines lost to a failing disk precede these; lines lost to a full queue follow them.
      const lost = dropped > 0 ? `${dropped} lines were dropped here\n` : '';
      const text = this.failing ? lost + waiting.join('') : waiting.join('') + lost;
      try {
        await this.append(Buffer.from(torn + text));
        this.failing = false;
        this.isTorn = false;
      } catch (error) {
        this.dropped += dropped + waiting.length;
        if (!this.failing) this.options.onFailure(error);
        this.failing = true;
        this.size = null;
      }
    }
    this.writing = null;
  }

  private async append(bytes: Buffer): Promise<void> {
    const { path, maxBytes } = this.options;
    if (this.size === null) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      this.size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
    }
    if (this.size > 0 && this.size + bytes.length > maxBytes) await this.rotate();
    const file = await open(path, 'a', 0o600);
    try {
      await file.appendFile(bytes);
    } catch (error) {
      this.isTorn = true;
      throw error;
    } finally {
      await file.close();
    }
    this.size += bytes.length;
  }

  private async rotate(): Promise<void> {
    const { path, files } = this.options;
    for (let number = files - 1; number >= 1; number -= 1) {
      const from = number === 1 ? path : `${path}.${number - 1}`;
      await rename(from, `${path}.${number}`).catch(ignoreMissing);
    }
    if (files === 1) await rm(path, { force: true });
    this.size = 0;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

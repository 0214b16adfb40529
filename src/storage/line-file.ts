import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

interface LineFileOptions {
  readonly path: string;
  /** Bytes before the file is put aside as `path.1`, that as `path.2`, and so on. */
  readonly largest: number;
  /** How many files there are at most, the current one included. */
  readonly files: number;
  /** Told once when writing begins to fail, such as on a full disk; the lines are lost and counted, the server goes on. */
  onFailure(error: unknown): void;
}

/** Lines that wait for the disk; beyond it new ones are counted and dropped. */
const LARGEST_BACKLOG = 1024 * 1024;

/** A text file that only grows at its end and is rotated by size. Writing never waits; what is written in one turn goes out together. */
export class LineFile {
  private readonly options: LineFileOptions;
  private waiting: string[] = [];
  private waitingSize = 0;
  private dropped = 0;
  /** Whether the last write may have ended in the middle of a line. */
  private isTorn = false;
  private size: number | null = null;
  private failing = false;
  private writing: Promise<void> | null = null;

  constructor(options: LineFileOptions) {
    this.options = options;
  }

  /** Adds text that ends with a line break. */
  write(text: string): void {
    if (this.waitingSize + text.length > LARGEST_BACKLOG) {
      this.dropped += 1;
      return;
    }
    this.waiting.push(text);
    this.waitingSize += text.length;
    this.writing ??= this.drain();
  }

  /** Resolves when everything written so far is in the file, or lost to a failing disk. */
  async flush(): Promise<void> {
    while (this.writing !== null) await this.writing;
  }

  private async drain(): Promise<void> {
    // The lines of the present turn go out together.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const { waiting, dropped } = this;
      this.waiting = [];
      this.waitingSize = 0;
      this.dropped = 0;
      const torn = this.isTorn ? '\n' : '';
      // What a failing disk lost stood before these lines, what a flood brought after them.
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
    const { path, largest } = this.options;
    if (this.size === null) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      this.size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
    }
    if (this.size > 0 && this.size + bytes.length > largest) await this.rotate();
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

import { readBlocks } from './block-reader.ts';
import type { YamlValue } from './scalar.ts';

/** What parts of files read the last time meant: most parts of a file are the same when it is read again. Values are not to be changed. */
export class BlockCache {
  private last: ReadonlyMap<string, { readonly value: YamlValue }> = new Map();
  private now = new Map<string, { readonly value: YamlValue }>();

  /** As `readBlocks`. */
  read(text: string): { readonly value: YamlValue } | undefined {
    const known = this.now.get(text) ?? this.last.get(text) ?? readBlocks(text);
    if (known !== undefined) this.now.set(text, known);
    return known;
  }

  /** Forgets what was not read since this was called last. */
  turn(): void {
    this.last = this.now;
    this.now = new Map();
  }
}

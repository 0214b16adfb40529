import { readBlocks } from './block-reader.ts';
import type { YamlValue } from './scalar.ts';

/** Caches the values of parts of files, most of which never change. Values must not be mutated. */
export class BlockCache {
  private last: ReadonlyMap<string, { readonly value: YamlValue }> = new Map();
  private now = new Map<string, { readonly value: YamlValue }>();

  /** Like `readBlocks`, cached. */
  read(text: string): { readonly value: YamlValue } | undefined {
    const known = this.now.get(text) ?? this.last.get(text) ?? readBlocks(text);
    if (known !== undefined) this.now.set(text, known);
    return known;
  }

  /** Evicts what has not been read since the last call. */
  turn(): void {
    this.last = this.now;
    this.now = new Map();
  }
}

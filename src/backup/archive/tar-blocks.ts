import { Header, Pax } from 'tar';

export const BLOCK_BYTES = 512;
/** Ends an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES);

/** A file of an archive. */
export interface TarFile {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** The header of a file, with an extended one before it if the path or the size needs it. */
export function tarHeader({ path, size, modified }: TarFile): Buffer {
  const fields = {
    path,
    size,
    mode: 0o600,
    mtime: new Date(Math.floor(modified / 1000) * 1000),
    type: 'File' as const,
  };
  const header = new Header(fields);
  const block = Buffer.alloc(BLOCK_BYTES);
  return header.encode(block) ? Buffer.concat([new Pax(fields).encode(), block]) : block;
}

/** What fills the last block of a file. */
export function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
}

/** The size of an archive of files whose paths are short. */
export function tarSize(sizes: readonly number[]): number {
  const whole = sizes.map((size) => BLOCK_BYTES + size + padding(size).length);
  return whole.reduce((sum, size) => sum + size, TAR_END.length);
}

import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { HomeFile } from './home-files.ts';
import { padding, TAR_END, tarHeader } from './tar-blocks.ts';

const READ_BYTES = 1024 * 1024;

/** Produces a tar archive of files as they are now; one that is gone meanwhile is skipped. */
export async function* packFiles(folder: string, files: readonly HomeFile[]): AsyncGenerator<Buffer> {
  for (const { path } of files) {
    const handle = await open(join(folder, path), 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (handle === undefined) continue;
    try {
      const { size, mtimeMs: modified } = await handle.stat();
      yield tarHeader({ path, size, modified });
      for (let at = 0; at < size; ) {
        const { bytesRead, buffer } = await handle.read(
          Buffer.alloc(Math.min(READ_BYTES, size - at)),
          ...[0, Math.min(READ_BYTES, size - at), at],
        );
        if (bytesRead === 0) throw new Error(`${path} was shortened while it was read`);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      yield padding(size);
    } finally {
      await handle.close();
    }
  }
  yield TAR_END;
}

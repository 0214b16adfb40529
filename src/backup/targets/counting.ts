import { Transform } from 'node:stream';

/** Passes bytes on and tells how many there have been. */
export function counting(onProgress: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      onProgress(bytes);
      done(null, chunk);
    },
  });
}

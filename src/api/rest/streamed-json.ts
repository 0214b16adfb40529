import { JSON_TYPE, type Reply } from './route.ts';

/** The size of a full chunk. */
const FULL_BYTES = 60 * 1024;

/** A response with JSON text that arrives in chunks: a short one is complete, a long one is streamed. */
export function streamedJson(chunks: AsyncGenerator<Uint8Array>): Promise<Reply> {
  return streamedText(chunks, { type: JSON_TYPE });
}

/** The same for text of any type. */
export async function streamedText(
  chunks: AsyncGenerator<Uint8Array>,
  reply: Pick<Reply, 'type' | 'headers'>,
): Promise<Reply> {
  const first = await chunks.next();
  const body = first.done === true ? '' : asBuffer(first.value);
  // After a full chunk more is certain to follow.
  const second = first.done === true || body.length >= FULL_BYTES ? undefined : await chunks.next();
  if (first.done === true || second?.done === true) return { ...reply, status: 200, body, gzip: true };
  return {
    ...reply,
    status: 200,
    body,
    gzip: true,
    stream: ({ send, finish, fail }) => {
      let isGone = false;
      const forward = async (): Promise<void> => {
        for (let next = second ?? (await chunks.next()); next.done !== true; next = await chunks.next()) {
          if (isGone) return;
          await send(asBuffer(next.value));
        }
        finish();
      };
      forward().catch(fail);
      return () => {
        isGone = true;
        chunks.return(undefined).catch(() => {});
      };
    },
  };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

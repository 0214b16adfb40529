import type { FragmentWriter } from './fragment-writer.ts';
import { fragment, textFrame } from './frame.ts';

/** Messages up to this size are sent in one frame; it is below that of a full chunk, which is sent at once. */
const MAX_WHOLE_BYTES = 60 * 1024;

/** Where a long message is written. */
export interface LongSink {
  push(frame: Buffer): void;
  readonly fragments: Pick<FragmentWriter, 'hold' | 'fragment' | 'release' | 'abort' | 'isEnded'>;
}

/** A message whose middle arrives in chunks. */
export interface LongMessage {
  readonly head: string;
  readonly chunks: AsyncGenerator<Uint8Array>;
  readonly tail: string;
  /** Whether nobody waits for it anymore; checked until the message begins. */
  readonly isDropped?: () => boolean;
}

/**
 * Sends a message while its text arrives: a short one as one frame, a long one in fragments with back pressure, so
 * that memory stays bounded. Rejects if the chunks fail before the first fragment; later the connection is closed,
 * since the message can be neither completed nor taken back.
 */
export async function sendLong(
  sink: LongSink,
  { head, chunks, tail, isDropped = () => false }: LongMessage,
): Promise<void> {
  const parts: Uint8Array[] = [Buffer.from(head)];
  let size = head.length;
  for await (const chunk of chunks) {
    if (sink.fragments.isEnded || isDropped()) return;
    parts.push(chunk);
    size += chunk.length;
    if (size <= MAX_WHOLE_BYTES) continue;
    // Leaving the loop would end the chunks: the rest of them is sent within it.
    await sendFragments(sink.fragments, { first: parts, chunks, tail });
    return;
  }
  if (!isDropped()) sink.push(textFrame(...parts.map(asBuffer), tail));
}

async function sendFragments(
  sink: LongSink['fragments'],
  { first, chunks, tail }: Pick<LongMessage, 'chunks' | 'tail'> & { readonly first: readonly Uint8Array[] },
): Promise<void> {
  if (!(await sink.hold())) return;
  try {
    let isFirst = true;
    const send = (part: Uint8Array, isLast: boolean): Promise<boolean> => {
      const frame = fragment(part, { isFirst, isLast });
      isFirst = false;
      return sink.fragment(frame);
    };
    for (const part of first) if (!(await send(part, false))) return;
    for (;;) {
      const next = await chunks.next();
      if (next.done === true) break;
      if (!(await send(next.value, false))) return;
    }
    await send(Buffer.from(tail), true);
  } catch (error) {
    sink.abort();
    throw error;
  } finally {
    sink.release();
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

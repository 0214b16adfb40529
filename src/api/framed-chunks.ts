const encoder = new TextEncoder();
/** The bytes that are collected before they are sent, so that a short answer is sent as a whole. */
const CHUNK_BYTES = 64 * 1024;

/** Chunks of JSON text with what goes before and after them, without very short chunks. */
export async function* framedChunks(
  head: string,
  chunks: AsyncGenerator<Uint8Array>,
  tail: string,
): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [encoder.encode(head)];
  let length = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    length += chunk.length;
    if (length < CHUNK_BYTES) continue;
    yield joined(pending);
    pending = [];
    length = 0;
  }
  pending.push(encoder.encode(tail));
  yield joined(pending);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const encoder = new TextEncoder();

/** Chunks of JSON text with what goes before and after them. */
export async function* framedChunks(
  head: string,
  chunks: AsyncGenerator<Uint8Array>,
  tail: string,
): AsyncGenerator<Uint8Array> {
  try {
    // Joined with the first chunk, so that a short answer is known to be complete.
    const first = await chunks.next();
    if (first.done === true) {
      yield encoder.encode(head + tail);
      return;
    }
    yield joined(encoder.encode(head), first.value);
    yield* chunks;
    yield encoder.encode(tail);
  } finally {
    await chunks.return(undefined);
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}

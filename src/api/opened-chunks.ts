const NOTHING = new Uint8Array(0);

/** Resolves once the first chunk is there, so that a failure to begin is known; none of the chunks is lost. */
export async function openedChunks(chunks: AsyncGenerator<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> {
  const opened = passOn(chunks);
  await opened.next();
  return opened;
}

async function* passOn(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    const first = await chunks.next();
    yield NOTHING;
    if (first.done === true) return;
    yield first.value;
    yield* chunks;
  } finally {
    await chunks.return(undefined);
  }
}

const WITHIN = 10_000;
const MAX_PICTURE = 3 * 1024 * 1024;

/** Where pictures are fetched. */
interface PictureSource {
  readonly url: string;
  readonly token: string;
}

/** The present picture of a camera or an image of the other hub; undefined if it has none. */
export async function pictureOf(
  { url, token }: PictureSource,
  domain: 'camera' | 'image',
  entityId: string,
): Promise<{ readonly type: string; readonly data: Uint8Array } | undefined> {
  const response = await fetch(`${url}/api/${domain}_proxy/${entityId}`, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(WITHIN),
  });
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MAX_PICTURE) return undefined;
  const data = new Uint8Array(await response.arrayBuffer());
  if (data.length > MAX_PICTURE) return undefined;
  return { type: (response.headers.get('content-type') ?? '').split(';')[0] ?? '', data };
}

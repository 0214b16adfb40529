import { ask, NotReachable } from 'hearth-integration';

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
  const answer = await ask(`${url}/api/${domain}_proxy/${entityId}`, {
    ...{ headers: { authorization: `Bearer ${token}` }, timeout: WITHIN, limit: MAX_PICTURE },
  }).catch((error: unknown) => {
    if (error instanceof NotReachable) return undefined;
    throw error;
  });
  if (answer === undefined || answer.status < 200 || answer.status > 299) return undefined;
  return { type: (answer.headers.get('content-type') ?? '').split(';')[0] ?? '', data: answer.bytes };
}

import { HubError } from '../../../core/errors.ts';
import type { Reply, RestRequest, Route } from '../route.ts';

/** What the routes need of the house. */
export interface PictureSource {
  /** The picture an entity shows; null while it has none, undefined for an id that shows no pictures. */
  pictureOf(entityId: string): { readonly type: string; readonly bytes: Buffer } | null | undefined;
}

/** Types of pictures that browsers show and that run nothing; others go out as bytes alone. */
const SAFE_TYPE = /^image\/(?:jpeg|png|gif|webp|bmp|avif)$/;

/** What cameras and images show. */
export function pictureRoutes(source: PictureSource): Route[] {
  return ['camera', 'image'].map((domain) => ({
    method: 'GET',
    path: `/api/${domain}_proxy/:entity_id`,
    permission: 'user',
    summary: `The picture ${domain === 'camera' ? 'a camera' : 'an image'} shows now`,
    answers: { 200: 'The picture', 404: 'No such entity', 500: 'It has no picture yet' },
    produces: 'image/jpeg',
    handle: (request) => pictureReply(source, domain, request),
  }));
}

function pictureReply(source: PictureSource, domain: string, { params, access }: RestRequest): Reply {
  const { entity_id: id = '' } = params;
  const isSeen = id.startsWith(`${domain}.`) && access.may('read', id);
  const picture = isSeen ? source.pictureOf(id) : undefined;
  if (picture === undefined) throw new HubError('entity_not_found', 'Entity not found.');
  if (picture === null) throw new HubError('home_assistant_error', `${id} has no picture yet`);
  const type = SAFE_TYPE.test(picture.type) ? picture.type : 'application/octet-stream';
  return {
    status: 200,
    type,
    body: picture.bytes,
    headers: ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
  };
}

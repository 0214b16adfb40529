import type { Undo } from '../../../core/clock.ts';
import { fault } from '../../../core/errors.ts';
import type { Entities } from '../../../entities/entity/entities.ts';
import type { Entity } from '../../../entities/entity/entity.ts';
import { hasPicture, type PictureLinks } from '../../../entities/entity/picture-links.ts';
import { FEED_START, FEED_TYPE, MIN_INTERVAL, type PictureFeeds, safeType } from '../../picture-feeds.ts';
import type { RestRequest, Route } from '../route.ts';

/** The dependencies of the picture routes. */
export interface PictureRouteParts {
  readonly entities: Entities;
  readonly links: PictureLinks;
  readonly feeds: PictureFeeds;
}

const TOKEN = 'Token of the picture, from the `access_token` or `entity_picture` of the entity';
const OWN_SIZE = 'Accepted and ignored; the picture is not resized';
/** A picture is never rendered as a page: no content in it can execute. */
const GUARD = ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"];
const ANSWERS = {
  200: 'The picture',
  401: 'Neither an access token nor a picture token',
  403: 'The token is not valid for this picture',
  404: 'No such entity, or none the caller may see',
  500: 'The source returned no picture',
  503: 'The entity is off or unavailable',
};

/**
 * Pictures of cameras, images and media players [api-surface §2.2], for callers who may read the entity and
 * for requests with its picture token.
 */
export function pictureRoutes(parts: PictureRouteParts): Route[] {
  return [
    stillRoute(parts, 'camera', '/api/camera_proxy/:entity_id', 'no-store'),
    stillRoute(parts, 'image', '/api/image_proxy/:entity_id', 'no-store'),
    // The address contains a hash of the picture, so cached copies stay valid.
    stillRoute(parts, 'media_player', '/api/media_player_proxy/:entity_id', 'private, max-age=3600'),
    {
      method: 'GET',
      path: '/api/camera_proxy_stream/:entity_id',
      permission: 'public',
      summary: 'The video stream of a camera',
      query: {
        token: TOKEN,
        interval: 'Seconds between pictures, at least 0.5; by default as the camera sends them',
      },
      answers: { ...ANSWERS, 200: 'An endless stream of pictures, as multipart/x-mixed-replace' },
      produces: FEED_TYPE,
      handle: async (request) => {
        const entity = admitted(parts, request, 'camera');
        const interval = intervalOf(request.query.get('interval'));
        await parts.feeds.check(entity);
        return {
          status: 200,
          type: FEED_TYPE,
          body: FEED_START,
          headers: ['Cache-Control', 'no-store', ...GUARD],
          stream: ({ write, end, unread }) => {
            const byToken = isByToken(parts, request, entity);
            // Read permission can change while a stream is open, for example when an entity moves to another
            // area.
            const show = (chunk: Buffer): void => {
              if (byToken || request.access.may('read', entity.id)) write(chunk);
              else end();
            };
            const leave = parts.feeds.watch(entity, { interval, write: show, end, unread });
            const forget = whenClosed(parts, request, { entity, end });
            return () => {
              forget();
              leave();
            };
          },
        };
      },
    },
  ];
}

function stillRoute(parts: PictureRouteParts, domain: string, path: string, caching: string): Route {
  return {
    method: 'GET',
    path,
    permission: 'public',
    summary: `The current picture of an entity of the domain ${domain}`,
    query: { token: TOKEN, width: OWN_SIZE, height: OWN_SIZE },
    answers: ANSWERS,
    produces: 'image/*',
    handle: async (request) => {
      const picture = await parts.feeds.pictureOf(admitted(parts, request, domain));
      const headers = ['Cache-Control', caching, ...GUARD];
      return { status: 200, type: safeType(picture), body: picture.bytes, headers };
    },
  };
}

/**
 * The entity, if the request may see its picture. Anonymous callers get the same error whether or not the
 * entity exists.
 */
function admitted({ entities, links }: PictureRouteParts, request: RestRequest, domain: string): Entity {
  const id = request.param('entity_id');
  const found = entities.get(id);
  const entity = found?.domain.name === domain && hasPicture(found) ? found : undefined;
  if (entity !== undefined && isByToken({ links }, request, entity)) return entity;
  if (request.caller === null) {
    if (request.headers.authorization !== undefined || !request.query.has('token'))
      throw fault('unauthenticated', 'access_token_needed');
    throw fault('forbidden', 'picture_token_needed');
  }
  if (entity === undefined || !request.access.may('read', entity.id))
    throw fault('not_found', 'entity_not_found');
  return entity;
}

/** Whether the request has a valid token of the picture. */
function isByToken(
  { links }: Pick<PictureRouteParts, 'links'>,
  { query }: RestRequest,
  entity: Entity,
): boolean {
  const token = query.get('token');
  return token !== null && links.isValid(entity, token);
}

/** Calls `end` when the picture token of the request, or else its login, becomes invalid. */
function whenClosed(
  { links }: PictureRouteParts,
  { caller, query }: RestRequest,
  { entity, end }: { readonly entity: Entity; readonly end: () => void },
): Undo {
  const token = query.get('token');
  if (token !== null && links.isValid(entity, token)) return links.whenInvalid(entity, token, end);
  return caller?.onRevoked(end) ?? (() => {});
}

function intervalOf(text: string | null): number {
  if (text === null) return 0;
  const interval = Number(text) * 1000;
  if (text.trim() === '' || !(interval >= MIN_INTERVAL && interval <= 3_600_000))
    throw fault('invalid_format', 'invalid_picture_interval');
  return interval;
}

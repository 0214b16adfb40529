import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import type { Access } from '../../../core/access.ts';
import type { Clock } from '../../../core/clock.ts';
import { newContext } from '../../../core/context.ts';
import { fault } from '../../../core/errors.ts';
import type { Entities } from '../../../entities/entity/entities.ts';
import type { MediaFiles, MediaLibrary } from '../../media-library.ts';
import { AnyObject, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** How long a resolved address is valid by default, as in Home Assistant, in seconds. */
const VALID_FOR = 86_400;
const MAX_VALID = 31 * 86_400;

/** The dependencies of these commands. */
export interface MediaCommandParts {
  readonly library: MediaLibrary;
  readonly files: Pick<MediaFiles, 'delete'>;
  readonly signedPaths: Auth['signedPaths'];
  readonly entities: Pick<Entities, 'get'>;
  readonly clock: Clock;
}

const contentId = z.string().max(2000);
const MediaNodeShape = object({
  title: z.string(),
  media_class: z.string(),
  media_content_type: z.string(),
  media_content_id: z.string(),
  can_play: z.boolean(),
  can_expand: z.boolean(),
  thumbnail: z.string().nullable(),
}).meta({ id: 'MediaItem' });

/** The media of the home, and what media players offer. */
export function mediaCommands(parts: MediaCommandParts): Command[] {
  const { library, files, signedPaths } = parts;
  return [
    defineCommand({
      type: 'media_source/browse_media',
      permission: 'user',
      summary: 'A folder of media with its items; without an ID, all sources',
      result: MediaNodeShape,
      fields: { media_content_id: contentId.default('') },
      handle: ({ message, access }) => library.browse(message.media_content_id, access),
    }),
    defineCommand({
      type: 'media_source/search_media',
      permission: 'user',
      summary: 'The media below a folder whose name contains a text, at most 100',
      result: object({ result: z.array(MediaNodeShape) }),
      fields: {
        media_content_id: contentId.default(''),
        search_query: z.string().min(1).max(200),
        media_filter_classes: z.array(z.string().max(50)).max(50).optional(),
      },
      handle: async ({
        message: { media_content_id: id, search_query: text, media_filter_classes: classes },
        access,
      }) => ({
        result: await library.search(id, text, classes, access),
      }),
    }),
    defineCommand({
      type: 'media_source/resolve_media',
      permission: 'user',
      summary: 'A signed path from which media can be played, for a limited time',
      result: object({ url: z.string(), mime_type: z.string() }),
      fields: { media_content_id: contentId, expires: z.int().min(1).max(MAX_VALID).default(VALID_FOR) },
      handle: async ({ message: { media_content_id: id, expires }, access, caller }) => {
        const { path, type } = await library.resolve(id, access);
        return { url: signedPaths.sign(path, expires, caller.tokenId), mime_type: type };
      },
    }),
    defineCommand({
      type: 'media_source/local_source/remove',
      permission: 'admin',
      summary: 'Deletes a media file',
      result: Nothing,
      fields: { media_content_id: contentId },
      handle: async ({ message: { media_content_id: id }, access }) => {
        const { folder, path } = library.folderOf(id, access);
        await files.delete(folder, path);
        return null;
      },
    }),
    ...playerCommands(parts),
  ];
}

/** What media players offer. Looking at it needs no permission to control the player. */
function playerCommands({ entities, clock }: MediaCommandParts): Command[] {
  const callPlayer = async (
    service: 'browse_media' | 'search_media',
    { entity_id: id, ...data }: { readonly entity_id: string; readonly [key: string]: unknown },
    access: Access,
  ): Promise<unknown> => {
    const player = entities.get(id);
    if (player?.domain.name !== 'media_player' || !access.may('read', id))
      throw fault('not_found', 'entity_not_found');
    if (!player.features.has(service))
      throw fault('not_supported', 'player_cannot_browse_media', { player: id });
    const given = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
    const command = { service, fields: given, patch: {} };
    return player.driver.execute(command, player, newContext(clock.now(), access.userId), access);
  };
  const fields = {
    entity_id: z.string().max(255),
    media_content_type: z.string().max(255).optional(),
    media_content_id: contentId.optional(),
  };
  return [
    defineCommand({
      type: 'media_player/browse_media',
      permission: 'user',
      summary: 'What a media player offers, one level at a time',
      result: AnyObject,
      fields,
      handle: ({ message: { entity_id, media_content_type, media_content_id }, access }) =>
        callPlayer('browse_media', { entity_id, media_content_type, media_content_id }, access),
    }),
    defineCommand({
      type: 'media_player/search_media',
      permission: 'user',
      summary: 'Searches what a media player offers',
      result: AnyObject,
      fields: {
        ...fields,
        search_query: z.string().min(1).max(200),
        media_filter_classes: z.array(z.string().max(50)).max(50).optional(),
      },
      handle: ({
        message: { entity_id, media_content_type, media_content_id, search_query, media_filter_classes },
        access,
      }) =>
        callPlayer(
          'search_media',
          { entity_id, media_content_type, media_content_id, search_query, media_filter_classes },
          access,
        ),
    }),
  ];
}

import { z } from 'zod';
import { message } from '../../core/messages.ts';
import { schemaError } from '../../core/schema-error.ts';
import { type Command, defineService, type EntityService } from '../definition/define-domain.ts';
import { boolean, booleanSchema, custom, text, textListSchema } from '../definition/field.ts';
import { refusal } from '../definition/refusal.ts';
import type { MediaPlayerCapabilities, MediaPlayerValues, MediaPlayerView } from './values.ts';

const MEDIA_CLASSES = [
  'album',
  'app',
  'artist',
  'channel',
  'composer',
  'contributing_artist',
  'directory',
  'episode',
  'game',
  'genre',
  'image',
  'movie',
  'music',
  'playlist',
  'podcast',
  'season',
  'track',
  'tv_show',
  'url',
  'video',
];

const ENQUEUE = ['play', 'next', 'add', 'replace'] as const;

const anyObject: z.ZodType<Readonly<Record<string, unknown>>> = z.record(z.string(), z.unknown(), {
  error: schemaError('expects_object'),
});

/** A boolean is an older notation for `add` or `play`. */
const enqueueSchema: z.ZodType<(typeof ENQUEUE)[number]> = z.union(
  [z.enum(ENQUEUE), booleanSchema.transform((add) => (add ? ('add' as const) : ('play' as const)))],
  { error: schemaError('expects_one_of', { words: ENQUEUE.join(', ') }) },
);

const classesSchema: z.ZodType<readonly string[]> = textListSchema.refine(
  (names) => names.every((name) => MEDIA_CLASSES.includes(name)),
  { error: schemaError('expects_some_of', { words: MEDIA_CLASSES.join(', ') }) },
);

const contentType = text({ example: 'music' });
const contentId = text({ example: 'A:ALBUMARTIST/Beatles' });

const playFields = {
  media: custom(
    anyObject,
    { media: {} },
    {
      example: { media_content_id: 'https://example.com/song.mp3', media_content_type: 'music' },
    },
  ),
  media_content_id: { ...contentId, advanced: true as const },
  media_content_type: { ...contentType, advanced: true as const },
  enqueue: custom(
    enqueueSchema,
    { select: { options: ENQUEUE } },
    {
      example: 'next',
      filter: { features: ['media_enqueue'] },
    },
  ),
  announce: boolean({ example: true, filter: { features: ['media_announce'] } }),
  extra: custom(anyObject, { object: {} }, { advanced: true, example: { volume: 40 } }),
};

/** The services of media players that find and play media. */
export const mediaServices: readonly EntityService<MediaPlayerValues, MediaPlayerCapabilities>[] = [
  defineService({
    name: 'play_media',
    fields: playFields,
    exclusive: [['enqueue', 'announce']],
    check: ({ media, media_content_id, media_content_type }) => {
      if (media !== undefined && (media_content_id !== undefined || media_content_type !== undefined))
        return message('media_given_twice');
      for (const key of ['media_content_id', 'media_content_type'] as const)
        if ((media ?? { media_content_id, media_content_type })[key] === undefined)
          return message('required_key_is_missing', { name: key });
      return undefined;
    },
    requires: [['play_media']],
    plan: (_player: MediaPlayerView, fields): Command<MediaPlayerValues> => {
      const { media, enqueue, announce } = fields;
      const id = String(media?.media_content_id ?? fields.media_content_id);
      const type = String(media?.media_content_type ?? fields.media_content_type);
      const metadata = media?.metadata === undefined ? {} : { metadata: media.metadata };
      return {
        service: 'play_media',
        fields: {
          media_content_id: id,
          media_content_type: type,
          ...(enqueue === undefined ? {} : { enqueue }),
          ...(announce === undefined ? {} : { announce }),
          extra: { ...metadata, ...fields.extra },
        },
        patch:
          announce === true || enqueue === 'add' || enqueue === 'next'
            ? {}
            : { state: 'playing', media_content_id: id, media_content_type: type },
      };
    },
  }),
  defineService({
    name: 'browse_media',
    fields: { media_content_type: contentType, media_content_id: contentId },
    response: 'only',
    plan: (player: MediaPlayerView, fields): Command<MediaPlayerValues> => {
      if (!player.features.has('browse_media'))
        throw refusal(
          'cannot_browse',
          { key: 'player_cannot_browse_media', parameters: { player: player.id } },
          { domain: 'media_player' },
        );
      return { service: 'browse_media', fields, patch: {} };
    },
  }),
  defineService({
    name: 'search_media',
    fields: {
      search_query: text({ required: true, example: 'Beatles' }),
      media_content_type: contentType,
      media_content_id: contentId,
      media_filter_classes: custom(
        classesSchema,
        { text: { multiple: true } },
        { example: ['album', 'artist'] },
      ),
    },
    response: 'only',
    requires: [['search_media']],
    plan: (_player: MediaPlayerView, fields): Command<MediaPlayerValues> => ({
      service: 'search_media',
      fields,
      patch: {},
    }),
  }),
];

import { isoTime } from '../../core/clock.ts';
import { roundHalfEven } from '../../core/rounding.ts';
import { type Command, defineService, type EntityService } from '../definition/define-domain.ts';
import { entityIdsSchema } from '../definition/entity-list.ts';
import { boolean, custom, float, oneOf, text } from '../definition/field.ts';
import type { MediaPlayerCapabilities, MediaPlayerValues, MediaPlayerView } from './values.ts';

type Planned = Command<MediaPlayerValues>;
type PlayerService = EntityService<MediaPlayerValues, MediaPlayerCapabilities>;

/** A service without fields. */
function simple(
  name: string,
  features: readonly (readonly string[])[],
  patch: Partial<MediaPlayerValues> = {},
): PlayerService {
  return {
    name,
    fields: {},
    requires: features,
    plan: () => ({ service: name, fields: {}, patch }),
  };
}

const TURN_ON: Planned = { service: 'turn_on', fields: {}, patch: { state: 'on' } };
const TURN_OFF: Planned = { service: 'turn_off', fields: {}, patch: { state: 'off' } };
const PLAY: Planned = { service: 'media_play', fields: {}, patch: { state: 'playing' } };
const PAUSE: Planned = { service: 'media_pause', fields: {}, patch: { state: 'paused' } };

/** The services of media players that steer power, volume, playing and grouping. */
export const playerServices: readonly PlayerService[] = [
  simple('turn_on', [['turn_on']], TURN_ON.patch),
  simple('turn_off', [['turn_off']], TURN_OFF.patch),
  {
    name: 'toggle',
    fields: {},
    requires: [['turn_on', 'turn_off']],
    plan: ({ values }) => (values.state === 'off' || values.state === 'standby' ? TURN_ON : TURN_OFF),
  },
  {
    name: 'volume_up',
    fields: {},
    requires: [['volume_set'], ['volume_step']],
    plan: (player) => stepVolume(player, 1),
  },
  {
    name: 'volume_down',
    fields: {},
    requires: [['volume_set'], ['volume_step']],
    plan: (player) => stepVolume(player, -1),
  },
  defineService({
    name: 'volume_set',
    fields: {
      volume_level: float({ required: true, min: 0, max: 1, step: 0.01, example: 0.6 }),
    },
    requires: [['volume_set']],
    plan: (_player: MediaPlayerView, { volume_level }) => ({
      service: 'volume_set',
      fields: { volume_level },
      patch: { volume_level },
    }),
  }),
  defineService({
    name: 'volume_mute',
    fields: {
      is_volume_muted: boolean({ required: true, example: true }),
    },
    requires: [['volume_mute']],
    plan: (_player: MediaPlayerView, { is_volume_muted }) => ({
      service: 'volume_mute',
      fields: { is_volume_muted },
      patch: { is_volume_muted },
    }),
  }),
  simple('media_play', [['play']], PLAY.patch),
  simple('media_pause', [['pause']], PAUSE.patch),
  simple('media_stop', [['stop']], { state: 'idle' }),
  {
    name: 'media_play_pause',
    fields: {},
    requires: [['play', 'pause']],
    plan: ({ values }) => (values.state === 'playing' ? PAUSE : PLAY),
  },
  simple('media_next_track', [['next_track']]),
  simple('media_previous_track', [['previous_track']]),
  defineService({
    name: 'media_seek',
    fields: {
      seek_position: float({ required: true, min: 0, step: 0.01, unit: 'seconds', example: 100 }),
    },
    requires: [['seek']],
    plan: (_player: MediaPlayerView, { seek_position }, { now }) => ({
      service: 'media_seek',
      fields: { seek_position },
      patch: { media_position: seek_position, media_position_updated_at: isoTime(now) },
    }),
  }),
  defineService({
    name: 'select_source',
    fields: {
      source: text({ required: true, example: 'video1', selector: { state: { attribute: 'source' } } }),
    },
    requires: [['select_source']],
    plan: (_player: MediaPlayerView, { source }) => ({
      service: 'select_source',
      fields: { source },
      patch: { source },
    }),
  }),
  defineService({
    name: 'select_sound_mode',
    fields: {
      sound_mode: text({
        required: true,
        example: 'Music',
        selector: { state: { attribute: 'sound_mode' } },
      }),
    },
    requires: [['select_sound_mode']],
    plan: (_player: MediaPlayerView, { sound_mode }) => ({
      service: 'select_sound_mode',
      fields: { sound_mode },
      patch: { sound_mode },
    }),
  }),
  simple('clear_playlist', [['clear_playlist']]),
  defineService({
    name: 'shuffle_set',
    fields: { shuffle: boolean({ required: true, example: true }) },
    requires: [['shuffle_set']],
    plan: (_player: MediaPlayerView, { shuffle }) => ({
      service: 'shuffle_set',
      fields: { shuffle },
      patch: { shuffle },
    }),
  }),
  defineService({
    name: 'repeat_set',
    fields: {
      repeat: oneOf(['off', 'all', 'one'], { required: true, example: 'all' }),
    },
    requires: [['repeat_set']],
    plan: (_player: MediaPlayerView, { repeat }) => ({
      service: 'repeat_set',
      fields: { repeat },
      patch: { repeat },
    }),
  }),
  defineService({
    name: 'join',
    fields: {
      group_members: custom(
        entityIdsSchema,
        { entity: { multiple: true, filter: [{ domain: ['media_player'] }] } },
        {
          required: true,
          example: ['media_player.kitchen', 'media_player.hall'],
        },
      ),
    },
    requires: [['grouping']],
    plan: (player: MediaPlayerView, { group_members }) => ({
      service: 'join',
      fields: { group_members },
      patch: { group_members: [...new Set([player.id, ...group_members])] },
    }),
  }),
  simple('unjoin', [['grouping']], { group_members: [] }),
];

/** The driver receives the resulting volume; one with its own steps may use one of those instead. */
function stepVolume({ values, capabilities }: MediaPlayerView, direction: 1 | -1): Planned {
  const service = direction === 1 ? 'volume_up' : 'volume_down';
  if (values.volume_level == null) return { service, fields: {}, patch: {} };
  const step = capabilities.volume_step ?? 0.1;
  const reached = roundHalfEven(Math.min(1, Math.max(0, values.volume_level + direction * step)), 6);
  return { service, fields: { volume_level: reached }, patch: { volume_level: reached } };
}

import { defineDomain } from '../definition/define-domain.ts';
import { mediaPlayerDevice, mediaPlayerTriggers } from './automations.ts';
import { mediaServices } from './media.ts';
import { reproduceMediaPlayer } from './reproduce.ts';
import { playerServices } from './services.ts';
import {
  MEDIA_ATTRIBUTES,
  MEDIA_PLAYER_STATES,
  type MediaPlayerCapabilities,
  type MediaPlayerValues,
} from './values.ts';

/** Media players: speakers, televisions, receivers, projectors. */
export const mediaPlayerDomain = defineDomain<MediaPlayerValues, MediaPlayerCapabilities>({
  name: 'media_player',
  title: 'Media player',
  states: MEDIA_PLAYER_STATES,
  unrecorded: [
    'entity_picture',
    'entity_picture_local',
    'source_list',
    'sound_mode_list',
    'media_position',
    'media_position_updated_at',
  ],
  features: {
    pause: 1,
    seek: 2,
    volume_set: 4,
    volume_mute: 8,
    previous_track: 16,
    next_track: 32,
    turn_on: 128,
    turn_off: 256,
    play_media: 512,
    volume_step: 1024,
    select_source: 2048,
    stop: 4096,
    clear_playlist: 8192,
    play: 16384,
    shuffle_set: 32768,
    select_sound_mode: 65536,
    browse_media: 131072,
    repeat_set: 262144,
    grouping: 524288,
    media_announce: 1048576,
    media_enqueue: 2097152,
    search_media: 4194304,
  },
  deviceClasses: ['tv', 'speaker', 'receiver', 'projector'],
  attributes: {
    source_list: { description: 'The available sources.', capability: true },
    sound_mode_list: { description: 'The available sound modes.', capability: true },
    group_members: { description: 'The media players of its group, or null.' },
    ...Object.fromEntries(
      Object.entries(MEDIA_ATTRIBUTES).map(([name, description]) => [name, { description }]),
    ),
  },
  services: [...playerServices, ...mediaServices],
  reproduce: reproduceMediaPlayer,
  deviceAutomations: mediaPlayerDevice,
  entityTriggers: mediaPlayerTriggers,
  presentCapabilities: ({ source_list = [], sound_mode_list = [] }, features) => ({
    source_list: features.has('select_source') && source_list.length > 0 ? source_list : undefined,
    sound_mode_list:
      features.has('select_sound_mode') && sound_mode_list.length > 0 ? sound_mode_list : undefined,
  }),
  present: ({ values, features }) => ({
    state: values.state,
    attributes: {
      ...(features.has('grouping') ? { group_members: values.group_members ?? null } : {}),
      ...(values.state === 'off' ? {} : known(values)),
    },
  }),
});

function known(values: MediaPlayerValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(MEDIA_ATTRIBUTES)
      .filter((name) => values[name] !== null && values[name] !== undefined)
      .map((name) => [name, values[name]]),
  );
}

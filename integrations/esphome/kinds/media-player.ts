import type { DomainValues } from 'hearth-integration';
import { type Kind, kind, short } from './kind.ts';

type PlayerState = DomainValues['media_player']['state'];

const STATES: readonly PlayerState[] = [null, 'idle', 'playing', 'paused', 'playing', 'off', 'on'];

/** The bits of its features that a player of ESPHome can carry out. */
const FEATURES = [
  [1 << 0, 'pause'],
  [1 << 2, 'volume_set'],
  [1 << 3, 'volume_mute'],
  [1 << 7, 'turn_on'],
  [1 << 8, 'turn_off'],
  [1 << 9, 'play_media'],
  [1 << 10, 'volume_step'],
  [1 << 12, 'stop'],
  [1 << 13, 'clear_playlist'],
  [1 << 14, 'play'],
  [1 << 20, 'media_announce'],
] as const;
/** What firmware without a list of features can do. */
const OLD = ['play', 'pause', 'volume_set', 'volume_mute', 'play_media', 'stop', 'media_announce'];

const COMMANDS = {
  ...{ mediaPlay: 0, mediaPause: 1, mediaStop: 2, mediaPlayPause: 5, volumeUp: 6, volumeDown: 7 },
  ...{ clearPlaylist: 11, turnOn: 12, turnOff: 13 },
} as const;
const MUTE = 3;
const UNMUTE = 4;

/** Speakers. */
export const mediaPlayerKind: Kind = kind({
  type: 'media_player',
  domain: 'media_player',
  listed: 'ListEntitiesMediaPlayerResponse',
  state: 'MediaPlayerStateResponse',
  unknown: { state: null },
  describe: ({ feature_flags: flags }) => ({
    features: flags === 0 ? OLD : FEATURES.flatMap(([flag, name]) => ((flags & flag) === 0 ? [] : [name])),
  }),
  read: ({ state, volume, muted }) => ({
    ...{ state: STATES[state] ?? null, volume_level: short(volume), is_volume_muted: muted },
  }),
  commands: ({ target }) => {
    const send = (command: number): void =>
      target.send('MediaPlayerCommandRequest', { has_command: true, command });
    const plain = Object.fromEntries(
      Object.entries(COMMANDS).map(([name, command]) => [name, () => send(command)]),
    ) as Record<keyof typeof COMMANDS, () => void>;
    return {
      ...plain,
      volumeMute: ({ is_volume_muted: isMuted }) => send(isMuted === true ? MUTE : UNMUTE),
      volumeSet: ({ volume_level: volume }) =>
        target.send('MediaPlayerCommandRequest', { has_volume: true, volume: Number(volume) }),
      playMedia: ({ media_content_id: id, announce }) => {
        if (!/^https?:\/\//.test(String(id)))
          throw new RangeError('The device plays only addresses that begin with http:// or https://');
        target.send('MediaPlayerCommandRequest', {
          ...{ has_media_url: true, media_url: String(id) },
          ...(announce === true ? { has_announcement: true, announcement: true } : {}),
        });
      },
    };
  },
});

import type { State } from '../../core/state.ts';
import { mediaPlayerDomain } from '../../domains/media-player/media-player.ts';
import type { MediaPlayerValues } from '../../domains/media-player/values.ts';
import { anyFeature, type GroupKind, known } from './group-kind.ts';

/** Features offered together if any member has one of them; commands only go to capable members. */
const TOGETHER = [
  ['play', 'pause', 'stop'],
  ['volume_set', 'volume_mute', 'volume_step'],
  ['previous_track', 'next_track'],
  ['turn_on', 'turn_off'],
  ['seek'],
  ['play_media'],
  ['clear_playlist'],
  ['shuffle_set'],
];

/** Media players as one. */
export const mediaPlayerGroup: GroupKind = {
  domain: mediaPlayerDomain,
  options: {},
  combine: (members) => {
    const values: MediaPlayerValues = { state: stateOf(members) };
    const features = TOGETHER.filter((set) => anyFeature(members, mediaPlayerDomain, set).length > 0);
    return { values, features: features.flat() };
  },
};

function stateOf(members: readonly State[]): MediaPlayerValues['state'] {
  const telling = known(members);
  const [first] = telling;
  if (first === undefined) return null;
  if (members.every(({ state }) => state === first.state)) return first.state as MediaPlayerValues['state'];
  return telling.some(({ state }) => state !== 'off') ? 'on' : 'off';
}

import { mdiCast, mdiSpeaker, mdiTelevision } from '@mdi/js';
import { can, type Entity, textOf } from '../../state/entity.ts';
import { SWITCHED } from '../changes.ts';
import type { DomainView, Tap } from '../domain-view.ts';
import { calls } from '../taps.ts';

function tap(player: Entity): Tap | undefined {
  if (player.state === 'off') return can(player, 128) ? calls('turn_on')(player) : undefined;
  if (!can(player, 16384 | 1)) return undefined;
  const isPlaying = player.state === 'playing';
  if (!isPlaying && player.state !== 'paused') return undefined;
  return calls('media_play_pause', isPlaying ? 'paused' : 'playing')(player);
}

/** How the app shows media player entities. */
export const mediaPlayerView: DomainView = {
  icon: mdiCast,
  classIcons: {
    receiver: mdiSpeaker,
    speaker: mdiSpeaker,
    tv: mdiTelevision,
  },
  tone: 'media',
  tap,
  stateText: (player) => {
    const title = textOf(player, 'media_title');
    return title === undefined || player.state === 'off' ? undefined : title;
  },
  states: ['playing', 'paused', 'idle', 'on', 'off', 'standby', 'buffering'],
  changes: { ...SWITCHED, playing: 'logbook.playing', paused: 'logbook.paused' },
};

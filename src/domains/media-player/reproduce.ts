import {
  attributeSteps,
  hasFeature,
  type Reproduce,
  requestedChange,
  type SavedState,
  type ServiceStep,
  step,
} from '../definition/reproduce.ts';

const ON: ReadonlySet<string> = new Set(['on', 'idle', 'playing', 'paused', 'buffering']);

const SETTINGS = [
  [4, 'volume_level', 'volume_set'],
  [8, 'is_volume_muted', 'volume_mute'],
  [2048, 'source', 'select_source'],
  [65536, 'sound_mode', 'select_sound_mode'],
] as const;

/** The services that play, pause or stop, with the required feature bit. */
const PLAYS: Readonly<Record<string, readonly [service: string, bit: number]>> = {
  playing: ['media_play', 16384],
  paused: ['media_pause', 1],
  idle: ['media_stop', 4096],
};
const TURN_ON = 128;
const TURN_OFF = 256;
const PLAY_MEDIA = 512;

/** Media players: on or off, then volume, source and sound, then playback. */
export const reproduceMediaPlayer: Reproduce = (present, requested) => {
  if (requested.state === 'off')
    return present.state !== 'off' && hasFeature(present, TURN_OFF) ? [step('turn_off')] : [];
  if (!ON.has(requested.state)) return undefined;
  const turnOn = present.state === 'off' && hasFeature(present, TURN_ON) ? [step('turn_on')] : [];
  const settings = SETTINGS.filter(([bit]) => hasFeature(present, bit)).map(
    ([, attribute, service]) => [attribute, service] as const,
  );
  return [...turnOn, ...attributeSteps(present, requested, settings), ...playing(present, requested)];
};

function playing(present: SavedState, requested: SavedState): ServiceStep[] {
  const { media_content_id: id, media_content_type: type } = requested.attributes;
  const isOther = requestedChange(present, requested, 'media_content_id') !== undefined;
  if (isOther && typeof type === 'string' && hasFeature(present, PLAY_MEDIA)) {
    const play = step('play_media', { media_content_id: id, media_content_type: type });
    return requested.state === 'playing' ? [play] : [play, ...toPlayState(requested.state, present)];
  }
  return present.state === requested.state ? [] : toPlayState(requested.state, present);
}

function toPlayState(state: string, present: SavedState): ServiceStep[] {
  const row = Object.hasOwn(PLAYS, state) ? PLAYS[state] : undefined;
  return row !== undefined && hasFeature(present, row[1]) ? [step(row[0])] : [];
}

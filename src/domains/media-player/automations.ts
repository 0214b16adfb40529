import { type DeviceAutomations, plain, reaches, stands } from '../definition/device-automations.ts';
import { type EntityTriggers, type IsOne, statesOption } from '../definition/entity-triggers.ts';
import { percent } from '../definition/measure.ts';
import { states } from '../definition/state-tests.ts';

const STATES = ['on', 'off', 'buffering', 'idle', 'paused', 'playing'];

/** Device triggers and conditions of media players. */
export const mediaPlayerDevice: DeviceAutomations = {
  triggers: [
    reaches('changed_states'),
    reaches('turned_on', 'on'),
    reaches('turned_off', 'off'),
    ...STATES.slice(2).map((state) => reaches(state, state)),
  ],
  conditions: STATES.map((state) => plain(stands(`is_${state}`, state))),
};

/** `standby` is neither on nor off. */
const isOn = states('on', 'idle', 'playing', 'paused', 'buffering');
const isMuted: IsOne = ({ attributes }) =>
  attributes.is_volume_muted === true || attributes.volume_level === 0;
const isUnmuted: IsOne = (state, chosen) =>
  !isMuted(state, chosen) &&
  (state.attributes.is_volume_muted !== undefined || state.attributes.volume_level !== undefined);

/** `media_player.started_playing` and the like. */
export const mediaPlayerTriggers: EntityTriggers = {
  becomes: {
    muted: isMuted,
    unmuted: { is: isUnmuted, was: isMuted },
    paused_playing: { is: states('paused'), was: states('playing', 'buffering') },
    started_playing: { is: states('playing', 'buffering'), was: states('off', 'on', 'idle', 'paused') },
    stopped_playing: { is: states('off', 'on', 'idle'), was: states('playing', 'paused', 'buffering') },
    turned_off: { is: states('off'), was: isOn },
    turned_on: { is: isOn, was: states('off') },
  },
  is: {
    is_muted: isMuted,
    is_unmuted: isUnmuted,
    is_off: states('off'),
    is_on: isOn,
    is_playing: states('playing'),
    is_not_playing: states('off', 'on', 'idle', 'paused', 'buffering'),
    is_paused: states('paused'),
    is_current_source: {
      options: [statesOption('source', { attribute: 'source' })],
      is: ({ attributes }, { source }) => (source as Set<unknown>).has(attributes.source),
    },
  },
  values: { volume: { attribute: 'volume_level', whole: 1, measure: percent() } },
};

import type { Entity, Guess } from '../state/entity.ts';
import { can } from '../state/entity.ts';

/** The service call of a tap on an entity. */
export interface Tap {
  readonly domain: string;
  readonly service: string;
  readonly guess?: Guess;
  /** The state if the entity is a switch to screen readers; undefined for a button. */
  readonly isOn?: boolean;
}

const SWITCHED = new Set('light switch fan input_boolean siren remote humidifier automation'.split(' '));
const TURN_ON = 256;
const OPEN = 1;
const CLOSE = 2;

const OTHERS: Readonly<Record<string, (entity: Entity) => Tap | undefined>> = {
  cover: (cover) => opening(cover, 'cover'),
  valve: (valve) => opening(valve, 'valve'),
  // A tap only locks; unlocking is confirmed in the dialog.
  lock: ({ state }) =>
    state === 'unlocked' || state === 'open'
      ? { domain: 'lock', service: 'lock', guess: { state: 'locking' } }
      : undefined,
  media_player: (player) => {
    if (player.state === 'off') return can(player, 128) ? simple('media_player', 'turn_on') : undefined;
    if (!can(player, 16384 | 1)) return undefined;
    const isPlaying = player.state === 'playing';
    if (!isPlaying && player.state !== 'paused') return undefined;
    return {
      ...simple('media_player', 'media_play_pause'),
      guess: { state: isPlaying ? 'paused' : 'playing' },
    };
  },
  climate: (climate) =>
    can(climate, TURN_ON) && can(climate, 128)
      ? {
          ...simple('climate', climate.state === 'off' ? 'turn_on' : 'turn_off'),
          isOn: climate.state !== 'off',
        }
      : undefined,
  vacuum: ({ state }) =>
    state === 'cleaning'
      ? { ...simple('vacuum', 'return_to_base'), guess: { state: 'returning' } }
      : { ...simple('vacuum', 'start'), guess: { state: 'cleaning' } },
  lawn_mower: ({ state }) =>
    state === 'mowing'
      ? { ...simple('lawn_mower', 'dock'), guess: { state: 'returning' } }
      : { ...simple('lawn_mower', 'start_mowing'), guess: { state: 'mowing' } },
  scene: () => simple('scene', 'turn_on'),
  script: ({ state }) =>
    state === 'on'
      ? simple('script', 'turn_off')
      : { ...simple('script', 'turn_on'), guess: { state: 'on' } },
  button: () => simple('button', 'press'),
  input_button: () => simple('input_button', 'press'),
  counter: () => simple('counter', 'increment'),
  timer: ({ state }) => simple('timer', state === 'active' ? 'pause' : 'start'),
};

/** The service call of a tap; undefined if a tap opens the dialog. */
export function tapOf(entity: Entity): Tap | undefined {
  const { domain, state } = entity;
  if (state === 'unavailable') return undefined;
  if (!SWITCHED.has(domain)) return Object.hasOwn(OTHERS, domain) ? OTHERS[domain]?.(entity) : undefined;
  if (state !== 'on' && state !== 'off') return undefined;
  if (domain === 'siren' && !can(entity, state === 'on' ? 2 : 1)) return undefined;
  if (domain === 'fan' && !can(entity, state === 'on' ? 16 : 32)) return undefined;
  const isOn = state === 'on';
  return {
    domain,
    service: isOn ? 'turn_off' : 'turn_on',
    guess: { state: isOn ? 'off' : 'on' },
    isOn,
  };
}

function simple(domain: string, service: string): Tap {
  return { domain, service };
}

function opening(entity: Entity, domain: 'cover' | 'valve'): Tap | undefined {
  const { state } = entity;
  const isMoving = state === 'opening' || state === 'closing';
  if (isMoving && can(entity, 8)) return simple(domain, `stop_${domain}`);
  const isOpen = state === 'open' || state === 'opening';
  if (!can(entity, isOpen ? CLOSE : OPEN)) return undefined;
  return {
    domain,
    service: `${isOpen ? 'close' : 'open'}_${domain}`,
    guess: { state: isOpen ? 'closing' : 'opening' },
    isOn: isOpen,
  };
}

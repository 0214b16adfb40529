import { domainOf, type EntityId } from '../../core/entity-id.ts';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { defineDomain } from '../definition/define-domain.ts';

/** The values of a group. */
export interface GroupValues {
  readonly [key: string]: unknown;
  /** In the terms of its members. */
  readonly state: string | null;
  /** Whether the state of a member is assumed. */
  readonly assumed: boolean;
}

/** How it was set up. */
export interface GroupCapabilities {
  readonly [key: string]: unknown;
  readonly entity_id: readonly EntityId[];
  /** Whether all members have to be on for the group to be on. */
  readonly all: boolean;
  /** Its position among the groups, in order of creation. */
  readonly order: number;
  /** Whether a service created it. */
  readonly auto: boolean;
}

/** The current state of a member. */
export interface GroupMember {
  readonly entity_id: EntityId;
  readonly state: string;
}

interface Words {
  /** The group's state when it counts as on. */
  readonly on: string;
  /** The member states that count as on; by default only `on`. */
  readonly counted?: ReadonlySet<string>;
}

const ALARM_ON = [
  'armed_away',
  'armed_home',
  'armed_night',
  'armed_vacation',
  'armed_custom_bypass',
  'triggered',
];
const HOT_WATER_ON = ['on', 'eco', 'electric', 'performance', 'high_demand', 'heat_pump', 'gas'];

/** The states of groups whose members are not `on` and `off`, or have several states that count as on. */
const WORDS: Readonly<Record<string, Words>> = {
  alarm_control_panel: { on: 'on', counted: new Set(ALARM_ON) },
  climate: { on: 'on', counted: new Set(['heat', 'cool', 'heat_cool', 'auto', 'fan_only']) },
  cover: { on: 'open' },
  device_tracker: { on: 'home' },
  lock: { on: 'unlocked', counted: new Set(['locking', 'open', 'opening', 'unlocked', 'unlocking']) },
  media_player: { on: 'on', counted: new Set(['on', 'playing', 'paused', 'idle']) },
  person: { on: 'home' },
  plant: { on: 'problem' },
  vacuum: { on: 'on', counted: new Set(['on', 'cleaning', 'returning', 'error']) },
  water_heater: { on: 'on', counted: new Set(HOT_WATER_ON) },
};

const OFF_WORDS: Readonly<Record<string, string>> = {
  on: 'off',
  home: 'not_home',
  open: 'closed',
  unlocked: 'locked',
  problem: 'ok',
};
const ALL_OFF: ReadonlySet<string> = new Set(Object.values(OFF_WORDS));
const ALL_ON: ReadonlySet<string> = new Set([
  ...Object.keys(OFF_WORDS),
  ...Object.values(WORDS).flatMap(({ counted }) => [...(counted ?? [])]),
]);

/** Domains whose states cannot be combined. */
const WITHOUT_GROUP_STATE: ReadonlySet<string> = new Set(['sensor', 'weather', 'air_quality']);

function wordsOf(id: EntityId): Words | undefined {
  const domain = domainOf(id);
  return Object.hasOwn(WORDS, domain) ? WORDS[domain] : undefined;
}

/**
 * The state of a group that is on: the word its members have in common, available or not, else `on`.
 * `ofGroup` returns the word of a nested group, undefined where it is not known.
 */
export function groupWord(
  ids: readonly EntityId[],
  ofGroup: (id: EntityId) => string | undefined = () => undefined,
): string {
  const words = new Set<string>();
  for (const id of ids) {
    const word = domainOf(id) === 'group' ? ofGroup(id) : (wordsOf(id)?.on ?? 'on');
    if (word !== undefined) words.add(word);
  }
  const [first] = words;
  return words.size === 1 && first !== undefined ? first : 'on';
}

/** The combined state of a group; unavailable members are ignored. `word` is its state when it is on. */
export function groupState(members: readonly GroupMember[], word: string, all: boolean): string | null {
  const counted = members.filter(({ entity_id: id }) => !WITHOUT_GROUP_STATE.has(domainOf(id)));
  const known = counted.filter(({ state }) => state !== UNKNOWN && state !== UNAVAILABLE);
  if (known.length === 0) {
    return counted.length > 0 && counted.every(({ state }) => state === UNAVAILABLE) ? UNAVAILABLE : null;
  }
  const states = known.map(isOn).filter((on) => on !== undefined);
  if (states.length === 0) return null;
  const on = states.filter(Boolean).length;
  return (all ? on === counted.length : on > 0) ? word : (OFF_WORDS[word] ?? 'off');
}

/** Whether a member counts as on; undefined for states that groups do not know. */
function isOn({ entity_id: id, state }: GroupMember): boolean | undefined {
  const own = wordsOf(id);
  if (own !== undefined) return own.counted?.has(state) ?? state === own.on;
  if (ALL_ON.has(state)) return true;
  return ALL_OFF.has(state) ? false : undefined;
}

/** Entities of any kind under one name: a call for the group is a call for its members. */
export const groupDomain = defineDomain<GroupValues, GroupCapabilities>({
  name: 'group',
  title: 'Group',
  states:
    '`on` or `off`, `home` or `not_home`, `open` or `closed`, `unlocked` or `locked`, `problem` or `ok`, depending on its members.',
  unrecorded: ['entity_id', 'order', 'auto'],
  features: {},
  deviceClasses: [],
  attributes: {
    entity_id: { description: 'The members.', capability: true },
    order: { description: 'The position among the groups.', capability: true },
    auto: { description: 'Whether it was created by a service.', capability: true },
    assumed_state: { description: 'Present if the state of a member is assumed.' },
  },
  services: [],
  presentCapabilities: ({ entity_id, order, auto }) => ({ entity_id, order, ...(auto ? { auto } : {}) }),
  present: ({ values }) => ({
    state: values.state,
    attributes: values.assumed ? { assumed_state: true } : {},
  }),
});

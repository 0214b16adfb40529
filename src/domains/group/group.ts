import { domainOf, type EntityId } from '../../core/entity-id.ts';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { defineDomain } from '../definition/define-domain.ts';

/** What a group is at the moment. */
export interface GroupValues {
  readonly [key: string]: unknown;
  /** In the words of its members. */
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
  /** The place among the groups, in the order in which they came. */
  readonly order: number;
  /** Whether a service made it. */
  readonly auto: boolean;
}

/** A member as it is now. */
export interface GroupMember {
  readonly entity_id: EntityId;
  readonly state: string;
}

interface Words {
  /** What the group says when it counts as on. */
  readonly on: string;
  /** The states of a member that count as on; by default the word alone. */
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

/** The domains whose members have words of their own, or count as on in more than one state. */
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

/** Members that say nothing a group could add up. */
const WITHOUT_GROUP_STATE: ReadonlySet<string> = new Set(['sensor', 'weather', 'air_quality']);

function wordsOf(id: EntityId): Words | undefined {
  const domain = domainOf(id);
  return Object.hasOwn(WORDS, domain) ? WORDS[domain] : undefined;
}

/**
 * What a group of these says when it is on: the word of its members where they have one in common, whether they are there or not.
 * `ofGroup` tells the word of a group among them, undefined where it is not known.
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

/** What a group is whose members are these; those that are not there do not count. `word` is what it says when it is on. */
export function groupState(members: readonly GroupMember[], word: string, all: boolean): string | null {
  const counted = members.filter(({ entity_id: id }) => !WITHOUT_GROUP_STATE.has(domainOf(id)));
  const known = counted.filter(({ state }) => state !== UNKNOWN && state !== UNAVAILABLE);
  if (known.length === 0) {
    return counted.length > 0 && counted.every(({ state }) => state === UNAVAILABLE) ? UNAVAILABLE : null;
  }
  const said = known.map(isOn).filter((on) => on !== undefined);
  if (said.length === 0) return null;
  const on = said.filter(Boolean).length;
  return (all ? on === counted.length : on > 0) ? word : (OFF_WORDS[word] ?? 'off');
}

/** Whether a member counts as on; undefined where its state is none of the words a group knows. */
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
    'on or off, home or not_home, open or closed, unlocked or locked, problem or ok: the words of its members',
  features: {},
  deviceClasses: [],
  attributes: {
    entity_id: { description: 'Its members.', capability: true },
    order: { description: 'The place among the groups.', capability: true },
    auto: { description: 'Whether a service made it.', capability: true },
    assumed_state: { description: 'There when the state of a member is assumed.' },
  },
  services: [],
  presentCapabilities: ({ entity_id, order, auto }) => ({ entity_id, order, ...(auto ? { auto } : {}) }),
  present: ({ values }) => ({
    state: values.state,
    attributes: values.assumed ? { assumed_state: true } : {},
  }),
});

import { domainOf, type EntityId } from '../core/entity-id.ts';
import { UNAVAILABLE, UNKNOWN } from '../core/state.ts';
import { defineDomain } from './define-domain.ts';

/** What a group is at the moment. */
export interface GroupValues {
  readonly [key: string]: unknown;
  /** In the words of its members. */
  readonly state: string | null;
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
const ON_WORDS = new Map(Object.entries(OFF_WORDS).map(([on, off]) => [off, on]));

/** Members that say nothing a group could add up. */
const WITHOUT_GROUP_STATE: ReadonlySet<string> = new Set(['sensor', 'weather', 'air_quality']);

/** What a group is whose members are these; those that are not there do not count. */
export function groupState(members: readonly GroupMember[], all: boolean): string | null {
  const known = members.filter(({ state }) => state !== UNKNOWN && state !== UNAVAILABLE);
  if (known.length === 0) {
    return members.length > 0 && members.every(({ state }) => state === UNAVAILABLE) ? UNAVAILABLE : null;
  }
  const words = new Set<string>();
  let on = 0;
  for (const member of known) {
    const read = readMember(member);
    if (read === undefined) continue;
    words.add(read.word);
    if (read.isOn) on += 1;
  }
  const [first] = words;
  if (first === undefined) return null;
  const word = words.size === 1 ? first : 'on';
  const isOn = all ? on === members.length : on > 0;
  return isOn ? word : (OFF_WORDS[word] ?? 'off');
}

function readMember({ entity_id: id, state }: GroupMember): { word: string; isOn: boolean } | undefined {
  const domain = domainOf(id);
  if (WITHOUT_GROUP_STATE.has(domain)) return undefined;
  const own = Object.hasOwn(WORDS, domain) ? WORDS[domain] : undefined;
  if (own !== undefined) return { word: own.on, isOn: own.counted?.has(state) ?? state === own.on };
  if (Object.hasOwn(OFF_WORDS, state)) return { word: state, isOn: true };
  const word = ON_WORDS.get(state);
  return word === undefined ? undefined : { word, isOn: false };
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
    all: { description: 'Whether all members have to be on.', capability: true },
    order: { description: 'The place among the groups.', capability: true },
    auto: { description: 'Whether a service made it.', capability: true },
  },
  services: [],
  presentCapabilities: ({ entity_id, order, auto, all }) => ({
    entity_id,
    order,
    ...(auto ? { auto } : {}),
    ...(all ? { all } : {}),
  }),
  present: ({ values }) => ({ state: values.state, attributes: {} }),
});

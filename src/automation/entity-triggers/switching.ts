import { classes, target } from './describe.ts';
import { attribute, states } from './is.ts';
import type { PurposeCondition, PurposeTarget, PurposeTrigger, TargetFilter } from './purpose.ts';
import { becomes, isSo } from './shapes.ts';

/** Names and states of a pair: what it comes to be, and what it is. */
type Named = readonly [trigger: string, condition: string, ...states: readonly string[]];

/** Triggers and conditions of things that are in one of a few states. */
function stateful(domain: string, on: PurposeTarget, names: readonly Named[]): Table {
  return {
    triggers: names.map(([name, , ...words]) =>
      becomes({ key: `${domain}.${name}`, target: on, is: states(...words) }),
    ),
    conditions: names.map(([, name, ...words]) =>
      isSo({ key: `${domain}.${name}`, target: on, is: states(...words) }),
    ),
  };
}

/** Some triggers and conditions. */
export interface Table {
  readonly triggers: readonly PurposeTrigger[];
  readonly conditions: readonly PurposeCondition[];
}

const ON_OFF: readonly Named[] = [
  ['turned_on', 'is_on', 'on'],
  ['turned_off', 'is_off', 'off'],
];
const SENSED: readonly Named[] = [
  ['detected', 'is_detected', 'on'],
  ['cleared', 'is_not_detected', 'off'],
];

function onOff(domain: string, ...also: readonly string[]): Table {
  return stateful(domain, target(domain, ...also), ON_OFF);
}

function sensed(domain: string, deviceClass = domain): Table {
  return stateful(domain, classes(['binary_sensor', deviceClass]), SENSED);
}

/** What opens and closes: contacts by their state, covers and valves by whether they say that they are closed. */
function opening(domain: string, on: PurposeTarget, names: readonly [string, string, string, string]): Table {
  const [opened, closed, isOpen, isClosed] = names;
  const open = closedIs(false);
  const shut = closedIs(true);
  return {
    triggers: [
      becomes({ key: `${domain}.${opened}`, target: on, is: open, was: notUnsure(shut, open) }),
      becomes({ key: `${domain}.${closed}`, target: on, is: shut, was: notUnsure(open, shut) }),
    ],
    conditions: [
      isSo({ key: `${domain}.${isOpen}`, target: on, is: open }),
      isSo({ key: `${domain}.${isClosed}`, target: on, is: shut }),
    ],
  };
}

type Is = ReturnType<typeof states>;

function isContact(state: Parameters<Is>[0]): boolean {
  return state.entity_id.startsWith('binary_sensor.');
}

function closedIs(closed: boolean): Is {
  const contact = states(closed ? 'off' : 'on');
  const told = attribute('is_closed', closed);
  return (state, chosen) => (isContact(state) ? contact : told)(state, chosen);
}

/** A contact comes from anything else; a cover must have said the opposite. */
function notUnsure(opposite: Is, same: Is): Is {
  return (state, chosen) => (isContact(state) ? !same(state, chosen) : opposite(state, chosen));
}

function shades(): readonly Table[] {
  return ['awning', 'blind', 'curtain', 'shade', 'shutter'].map((kind) =>
    opening('cover', classes(['cover', kind]), [
      ...([`${kind}_opened`, `${kind}_closed`, `${kind}_is_open`, `${kind}_is_closed`] as const),
    ]),
  );
}

function openings(): readonly Table[] {
  const names = ['opened', 'closed', 'is_open', 'is_closed'] as const;
  const both = (contact: string, cover = contact): PurposeTarget =>
    classes(['binary_sensor', contact], ['cover', cover]);
  return [
    opening('door', both('door'), names),
    opening('garage_door', both('garage_door', 'garage'), names),
    opening('gate', classes(['cover', 'gate']), names),
    opening('window', both('window'), names),
    opening('valve', target('valve'), names),
  ];
}

function air(): readonly Table[] {
  const kinds = [
    ['gas', 'gas'],
    ['co', 'carbon_monoxide'],
    ['smoke', 'smoke'],
  ] as const;
  return kinds.map(([name, deviceClass]) =>
    stateful('air_quality', classes(['binary_sensor', deviceClass]), [
      [`${name}_detected`, `is_${name}_detected`, 'on'],
      [`${name}_cleared`, `is_${name}_cleared`, 'off'],
    ]),
  );
}

function battery(): readonly Table[] {
  const low: PurposeTarget = { ...classes(['binary_sensor', 'battery']), primary_entities_only: false };
  const charging: PurposeTarget = {
    ...classes(['binary_sensor', 'battery_charging']),
    primary_entities_only: false,
  };
  return [
    stateful('battery', low, [
      ['became_low', 'is_low', 'on'],
      ['no_longer_low', 'is_not_low', 'off'],
    ]),
    stateful('battery', charging, [
      ['started_charging', 'is_charging', 'on'],
      ['stopped_charging', 'is_not_charging', 'off'],
    ]),
  ];
}

function alarm(): readonly Table[] {
  const ARMED = ['armed_away', 'armed_custom_bypass', 'armed_home', 'armed_night', 'armed_vacation'];
  const withFeature = (feature: number): PurposeTarget => {
    const filter: TargetFilter = { domain: ['alarm_control_panel'], supported_features: [feature] };
    return { entity: [filter] };
  };
  const plain = target('alarm_control_panel');
  const one = (state: string, on: PurposeTarget): Table =>
    stateful('alarm_control_panel', on, [[state, `is_${state}`, state]]);
  return [
    stateful('alarm_control_panel', plain, [['armed', 'is_armed', ...ARMED]]),
    one('armed_home', withFeature(1)),
    one('armed_away', withFeature(2)),
    one('armed_night', withFeature(4)),
    one('armed_vacation', withFeature(32)),
    one('disarmed', plain),
    one('triggered', plain),
  ];
}

/** Things that are switched, opened, sensed or armed. */
export const switching: readonly Table[] = [
  ...air(),
  ...alarm(),
  stateful('assist_satellite', target('assist_satellite'), [
    ['idle', 'is_idle', 'idle'],
    ['listening', 'is_listening', 'listening'],
    ['processing', 'is_processing', 'processing'],
    ['responding', 'is_responding', 'responding'],
  ]),
  ...battery(),
  ...shades(),
  ...openings(),
  onOff('fan'),
  onOff('light'),
  onOff('remote'),
  onOff('siren'),
  onOff('switch', 'input_boolean'),
  sensed('illuminance', 'light'),
  sensed('moisture'),
  sensed('motion'),
  sensed('occupancy'),
  sensed('vibration'),
  stateful('lawn_mower', target('lawn_mower'), [
    ['returned_to_dock', 'is_docked', 'docked'],
    ['errored', 'is_encountering_an_error', 'error'],
    ['paused_mowing', 'is_paused', 'paused'],
    ['started_mowing', 'is_mowing', 'mowing'],
    ['started_returning', 'is_returning', 'returning'],
    ['became_idle', 'is_idle', 'idle'],
  ]),
  stateful('lock', target('lock'), [
    ['jammed', 'is_jammed', 'jammed'],
    ['locked', 'is_locked', 'locked'],
    ['opened', 'is_open', 'open'],
    ['unlocked', 'is_unlocked', 'unlocked'],
  ]),
  stateful('vacuum', target('vacuum'), [
    ['returned_to_dock', 'is_docked', 'docked'],
    ['errored', 'is_encountering_an_error', 'error'],
    ['paused_cleaning', 'is_paused', 'paused'],
    ['started_cleaning', 'is_cleaning', 'cleaning'],
    ['started_returning', 'is_returning', 'returning'],
  ]),
];

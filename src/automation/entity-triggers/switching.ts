import { type PurposeTarget, target } from '../../domains/definition/entity-triggers.ts';
import { attribute, states } from '../../domains/definition/state-tests.ts';
import { classes } from './describe.ts';
import type { PurposeCondition, PurposeTrigger } from './purpose.ts';
import { becomes, happens, isSo } from './shapes.ts';

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

const SENSED: readonly Named[] = [
  ['detected', 'is_detected', 'on'],
  ['cleared', 'is_not_detected', 'off'],
];

function sensed(domain: string, deviceClass = domain): Table {
  return stateful(domain, classes(['binary_sensor', deviceClass]), SENSED);
}

/** What opens and closes: contacts by their state, covers by whether they say that they are closed. */
function opening(domain: string, on: PurposeTarget): Table {
  const open = closedIs(false);
  const shut = closedIs(true);
  return {
    triggers: [
      becomes({ key: `${domain}.opened`, target: on, is: open, was: notUnsure(shut, open) }),
      becomes({ key: `${domain}.closed`, target: on, is: shut, was: notUnsure(open, shut) }),
    ],
    conditions: [
      isSo({ key: `${domain}.is_open`, target: on, is: open }),
      isSo({ key: `${domain}.is_closed`, target: on, is: shut }),
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

function openings(): readonly Table[] {
  const both = (contact: string, cover = contact): PurposeTarget =>
    classes(['binary_sensor', contact], ['cover', cover]);
  return [
    opening('door', both('door')),
    opening('garage_door', both('garage_door', 'garage')),
    opening('gate', classes(['cover', 'gate'])),
    opening('window', both('window')),
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

/** What names a class of entities, of one domain or of several: a door is a contact or a cover. */
export const switching: readonly Table[] = [
  ...air(),
  stateful('assist_satellite', target('assist_satellite'), [
    ['idle', 'is_idle', 'idle'],
    ['listening', 'is_listening', 'listening'],
    ['processing', 'is_processing', 'processing'],
    ['responding', 'is_responding', 'responding'],
  ]),
  ...battery(),
  ...openings(),
  sensed('illuminance', 'light'),
  sensed('moisture'),
  sensed('motion'),
  sensed('occupancy'),
  sensed('vibration'),
  {
    triggers: [
      happens({
        key: 'doorbell.rang',
        fromUnknown: true,
        is: attribute('event_type', 'ring'),
        target: classes(['event', 'doorbell']),
      }),
    ],
    conditions: [],
  },
];

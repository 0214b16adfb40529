import { HOME_FILTERS, HOME_FUNCTIONS, HOME_TESTS, homeLanguage } from '../../../src/templates/language.ts';
import type { Aim } from './aim.ts';

/** Arguments in template syntax; a filter or test takes the first from its left. */
type Arguments = (aim: Aim) => readonly (readonly string[])[];

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
const none: Arguments = () => [[]];
const entities =
  (...domains: string[]): Arguments =>
  (aim) =>
    domains.map((one) => [quoted(aim.entity(one))]);
const ofEntity =
  (...more: (readonly string[])[]): Arguments =>
  (aim) =>
    ['light', 'group', 'camera', 'person'].flatMap((domain) =>
      more.map((rest) => [quoted(aim.entity(domain)), ...rest]),
    );
const ANYTHING = ofEntity([]);
/** The possible arguments of place functions: IDs and names of every kind, and an entity. */
const lookup: Arguments = (aim) => [
  ...(['device', 'area', 'floor', 'label'] as const).flatMap((kind) => [
    [quoted(aim.place(kind))],
    [quoted(aim.nameOf(kind))],
  ]),
  [quoted(aim.entity('light'))],
  [quoted(aim.entity('input_text'))],
];
const withDevice =
  (...rest: string[]): Arguments =>
  (aim) => [
    [quoted(aim.place('device')), ...rest],
    [quoted(aim.entity('light')), ...rest],
  ];

/**
 * The arguments of functions, filters and tests that access the home. One without an entry fails the walk by
 * name.
 */
const HOME_ARGUMENTS: Readonly<Record<string, Arguments>> = {
  states: (aim) => [...ANYTHING(aim), ...ofEntity(['true', 'true'])(aim)],
  is_state: ofEntity([quoted('on')], [quoted('off')], [quoted('unknown')]),
  is_state_attr: (aim) => ofEntity([quoted('friendly_name'), quoted(aim.nameOf('device'))])(aim),
  state_attr: ofEntity(
    ...['friendly_name', 'entity_id', 'access_token', 'options'].map((key) => [quoted(key)]),
  ),
  state_translated: ANYTHING,
  state_attr_translated: ofEntity([quoted('friendly_name')], [quoted('hvac_action')]),
  has_value: ANYTHING,
  is_hidden_entity: ANYTHING,
  entity_name: ofEntity([], ['true']),
  expand: (aim) => [
    ...entities('group', 'light', 'zone', 'scene')(aim),
    [`[${['group', 'light'].map((domain) => quoted(aim.entity(domain))).join(', ')}]`],
    ['states.light'],
  ],
  closest: (aim) => [
    [quoted(aim.entity('person'))],
    ['states'],
    ['states.zone'],
    [quoted(aim.entity('zone')), 'states.person'],
  ],
  distance: entities('person', 'zone', 'device_tracker'),
  ...Object.fromEntries(
    [
      ...['area_id', 'area_name', 'area_entities', 'area_devices', 'floor_id', 'floor_name', 'floor_areas'],
      ...['floor_entities', 'labels', 'label_id', 'label_name', 'label_description', 'label_areas'],
      ...['label_devices', 'label_entities', 'device_id', 'device_name', 'device_entities'],
    ].map((name) => [name, lookup] as const),
  ),
  device_attr: withDevice(quoted('name')),
  is_device_attr: withDevice(quoted('manufacturer'), quoted('Lumen')),
  config_entry_id: ANYTHING,
  config_entry_attr: (aim) => [[`config_entry_id(${quoted(aim.entity('light'))})`, quoted('title')]],
  integration_entities: () => ['demo', 'mqtt', 'group', 'template', 'person'].map((name) => [quoted(name)]),
  ...{ areas: none, floors: none, issues: none },
  issue: () => [[quoted('mqtt'), quoted('broker')]],
  ...{ now: none, utcnow: none, today_at: none },
  ...Object.fromEntries(
    ['relative_time', 'time_since', 'time_until', 'as_local'].map((name): [string, Arguments] => [
      name,
      (aim) => [[`states[${quoted(aim.entity('light'))}].last_changed`]],
    ]),
  ),
};

/** Expressions over all states and their members, without functions. */
const EXPRESSIONS: readonly ((aim: Aim) => string)[] = [
  () => 'states | map(attribute="entity_id") | list',
  () => 'states | list | length',
  () => 'states | map(attribute="name") | list',
  () => 'states.light | map(attribute="state") | list',
  () => 'states.group | map(attribute="attributes") | list',
  () => 'states | selectattr("state", "eq", "on") | list | length',
  () => 'states | groupby("domain") | map("first") | list',
  () => 'states.person | sort(attribute="name") | map(attribute="attributes") | list',
  () => 'states.scene | map(attribute="attributes.entity_id") | list',
  () => 'states.zone | map(attribute="attributes.persons") | list',
  () => 'states | tojson',
  () => 'states',
  (aim) => `states.${aim.entity('light')}`,
  (aim) => `states.${aim.entity('light')}.name`,
  (aim) => `states.${aim.entity('group')}.attributes`,
  (aim) => `states.${aim.entity('light')}.context`,
  (aim) => `states[${quoted(aim.entity('light'))}].state_with_unit`,
  (aim) => `${quoted(aim.entity('light'))} in states | map(attribute="entity_id")`,
  (aim) => `states[${quoted(aim.entity('light'))}] is defined`,
  (aim) => `states[${quoted(aim.entity('light'))}] == none`,
];

/** A template and the name it tests. */
export interface TemplateProbe {
  readonly name: string;
  readonly template: (aim: Aim) => readonly string[];
  /** Whether it accesses the home itself. */
  readonly isHome: boolean;
}

const isOf = (list: readonly { readonly name: string }[], name: string): boolean =>
  list.some((one) => one.name === name);

/** Templates for each function, filter and test of the language, whether or not it accesses the home. */
export function templateProbes(): readonly TemplateProbe[] {
  const { filters, tests, globals } = homeLanguage();
  const forms: readonly (readonly [
    kind: string,
    names: Iterable<string>,
    home: readonly { readonly name: string }[],
    write: (name: string, args: readonly string[]) => string,
  ])[] = [
    ['function', globals.keys(), HOME_FUNCTIONS, (name, args) => `${name}(${args.join(', ')})`],
    [
      'filter',
      filters.keys(),
      HOME_FILTERS,
      (name, [first = 'none', ...rest]) =>
        `${first} | ${name}${rest.length > 0 ? `(${rest.join(', ')})` : ''}`,
    ],
    [
      'test',
      tests.keys(),
      HOME_TESTS,
      (name, [first = 'none', ...rest]) =>
        /^\w+$/.test(name)
          ? `${first} is ${name}${rest.length > 0 ? `(${rest.join(', ')})` : ''}`
          : `[${first}] | select('${name}', 1) | list`,
    ],
  ];
  const called = forms.flatMap(([kind, names, home, write]) =>
    [...names].map((name): TemplateProbe => {
      const args = isOf(home, name) ? HOME_ARGUMENTS[name] : withoutHome;
      if (args === undefined) throw new Error(`The ${kind} ${name} of templates has no probe`);
      return {
        name: `the ${kind} ${name}`,
        isHome: isOf(home, name),
        template: (aim) => args(aim).map((one) => `{{ ${write(name, one)} }}`),
      };
    }),
  );
  return [
    ...called,
    ...EXPRESSIONS.map((expression, index) => ({
      name: `expression ${index}`,
      isHome: true,
      template: (aim: Aim) => [`{{ ${expression(aim)} }}`],
    })),
  ];
}

/** What does not access the home itself is applied to the result of what does. */
function withoutHome(aim: Aim): readonly (readonly string[])[] {
  return [
    [`[states[${quoted(aim.entity('light'))}], state_attr(${quoted(aim.entity('group'))}, 'entity_id')]`],
  ];
}

import { sorted } from '../../parts/form/choices.ts';
import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import { domainName } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { classField, stateClassField } from './device-classes.ts';

/** The types of groups, and the domains of their members. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  binary_sensor: ['binary_sensor'],
  button: ['button'],
  calendar: ['calendar'],
  cover: ['cover'],
  event: ['event'],
  fan: ['fan'],
  light: ['light'],
  lock: ['lock'],
  media_player: ['media_player'],
  notify: ['notify'],
  sensor: ['sensor', 'number', 'input_number'],
  switch: ['switch'],
  valve: ['valve'],
};
/** How the value of a sensor group is computed. */
const RULES = [
  'mean',
  'sum',
  'min',
  'max',
  'median',
  'range',
  'last',
  'first_available',
  'product',
  'stdev',
] as const;

/** The fields of a group entity. Its type is fixed once created. */
export function groupFields(common: readonly FormField[]): readonly FormField[] {
  const is =
    (...types: readonly string[]) =>
    ({ group_type }: FormValues): boolean =>
      types.includes(String(group_type));
  return [
    ...common,
    {
      kind: 'select',
      name: 'group_type',
      label: say('helpers.group_of'),
      isRequired: true,
      options: sorted(Object.keys(GROUPS).map((id) => ({ id, name: domainName(id) }))),
      isFor: ({ id }) => id === undefined,
    },
    ...Object.entries(GROUPS).map(
      ([type, domains]): FormField => ({
        kind: 'choose',
        what: 'entity',
        isMultiple: true,
        domains,
        name: 'entities',
        label: say('helpers.members'),
        isRequired: true,
        isFor: is(type),
      }),
    ),
    {
      kind: 'boolean',
      name: 'all',
      label: say('helpers.all_on'),
      isFor: is('light', 'switch', 'binary_sensor'),
    },
    {
      kind: 'select',
      name: 'type',
      label: say('helpers.rule'),
      isRequired: true,
      options: RULES.map((id) => ({ id, name: say(`rule.${id}`) })),
      isFor: is('sensor'),
    },
    {
      kind: 'boolean',
      name: 'ignore_non_numeric',
      label: say('helpers.ignore_non_numeric'),
      isFor: is('sensor'),
    },
    { kind: 'text', name: 'unit_of_measurement', label: say('helpers.unit'), isFor: is('sensor') },
    { ...classField('sensor'), isFor: is('sensor') },
    { ...classField('binary_sensor'), isFor: is('binary_sensor') },
    { ...classField('event'), isFor: is('event') },
    { ...stateClassField(), isFor: is('sensor') },
  ];
}

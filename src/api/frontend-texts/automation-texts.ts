import type { DeviceKind, KindsByEntity } from '../../domains/definition/device-automations.ts';
import { domains } from '../../domains/index.ts';
import { type FlatTexts, plain, type Texts } from './catalog.ts';

/** Triggers or conditions by key, such as `light.turned_on`, with the fields of their options. */
export type Purposes = Readonly<Record<string, { readonly fields?: Readonly<Record<string, unknown>> }>>;

type Pairs = [string, string][];

/** Buttons that devices announce by a number. */
const NUMBERED = [1, 2, 3, 4, 5, 6, 7, 8];
/** Announced types whose subtype says all there is to say. */
const PLAIN_TYPES = ['action', 'click'];

/** The names of entity triggers or conditions and of their options. */
export function purposeTexts(of: 'triggers' | 'conditions', purposes: Purposes, texts: Texts): FlatTexts {
  return Object.fromEntries(
    Object.entries(purposes).flatMap(([key, { fields = {} }]): Pairs => {
      const [domain = '', type] = key.split('.');
      if (type === undefined) return [];
      const base = `component.${domain}.${of}.${type}`;
      return [
        [`${base}.name`, `${groupName(domain, texts)}: ${purposeText(type, texts)}`],
        ...Object.keys(fields).map((field): [string, string] => [
          `${base}.fields.${field}.name`,
          fieldText(field, texts),
        ]),
      ];
    }),
  );
}

/** The names of device triggers, conditions and actions; clients fill in `{entity_name}` and `{subtype}`. */
export function deviceTexts(texts: Texts): FlatTexts {
  const own = domains.flatMap(({ name, deviceClasses, deviceAutomations = {} }): Pairs => {
    const base = `component.${name}.device_automation`;
    const { triggers = [], conditions = [], actions = [] } = deviceAutomations;
    const named = (group: string, types: readonly string[]): Pairs =>
      types.map((type) => [
        `${base}.${group}.${type}`,
        `{entity_name}: ${measureText(type, name, texts) ?? purposeText(type, texts)}`,
      ]);
    return [
      ...named('trigger_type', typesOf(triggers, deviceClasses, texts)),
      ...named('condition_type', typesOf(conditions, deviceClasses, texts)),
      ...named(
        'action_type',
        actions.map(({ type }) => type),
      ),
      ...extraFields(base, texts),
    ];
  });
  return Object.fromEntries([...own, ...announcedTexts(texts)]);
}

/** The types of a list; of kinds that depend on the entity, all that have a text. */
function typesOf(
  kinds: readonly DeviceKind[] | KindsByEntity,
  deviceClasses: readonly string[],
  { app }: Texts,
): readonly string[] {
  if (!('named' in kinds)) return kinds.map(({ type }) => type);
  const texts = Object.keys(app).flatMap((key) => (key.startsWith('purpose.') ? [key.slice(8)] : []));
  const measures = deviceClasses.flatMap((kind) => [kind, `is_${kind}`]);
  return [...new Set([...texts, ...measures])].filter((type) => kinds.named(type) !== undefined);
}

/** The triggers and conditions of sensors are named after the device class. */
function measureText(type: string, domain: string, { app }: Texts): string | undefined {
  if (domain !== 'sensor') return undefined;
  const kind = type.replace(/^is_/, '');
  const what = app[`class.${kind}`];
  const pattern = app[type === kind ? 'purpose.measured_changes' : 'purpose.measured_is'];
  return what === undefined ? undefined : pattern?.replace('{what}', what);
}

/** Options of device automations: their keys are those of the catalog. */
function extraFields(base: string, { app }: Texts): Pairs {
  return Object.entries(app).flatMap(([key, text]): Pairs => {
    const [, field] = /^purpose\.field_(\w+)$/.exec(key) ?? [];
    return field === undefined ? [] : [[`${base}.extra_fields.${field}`, text]];
  });
}

/** The triggers that MQTT devices announce: a button and how it is used. */
function announcedTexts({ app }: Texts): Pairs {
  const base = 'component.mqtt.device_automation';
  return Object.entries(app)
    .flatMap(([key, text]): Pairs => {
      if (key.startsWith('purpose.button_'))
        return [[`${base}.trigger_type.${key.slice('purpose.'.length)}`, `{subtype}: ${text}`]];
      const [, kind, part = ''] = /^purpose\.(part|gesture)_(\w+)$/.exec(key) ?? [];
      if (kind === undefined) return [];
      if (!text.includes('{number}')) return [[`${base}.trigger_subtype.${part}`, text]];
      return NUMBERED.map((number) => [
        `${base}.trigger_subtype.${part}_${number}`,
        text.replace('{number}', String(number)),
      ]);
    })
    .concat(PLAIN_TYPES.map((type) => [`${base}.trigger_type.${type}`, '{subtype}']));
}

function groupName(domain: string, { app }: Texts): string {
  return app[`purpose.of_${domain}`] ?? app[`domain.${domain}`] ?? plain(domain);
}

function purposeText(type: string, { app }: Texts): string {
  return app[`purpose.${type}`] ?? plain(type);
}

function fieldText(field: string, { app }: Texts): string {
  return app[`purpose.field_${field}`] ?? plain(field);
}

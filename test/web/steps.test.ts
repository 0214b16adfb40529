import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conditionKinds } from '../../src/automation/conditions/index.ts';
import { purposeConditions, purposeTriggers } from '../../src/automation/entity-triggers/index.ts';
import { triggerKinds } from '../../src/automation/triggers/index.ts';
import { isObject } from '../../src/core/coerce.ts';
import { newContext } from '../../src/core/context.ts';
import type { Json } from '../../src/core/json.ts';
import { State } from '../../src/core/state.ts';
import type { Domain } from '../../src/domains/definition/define-domain.ts';
import { domains } from '../../src/domains/index.ts';
import sensorClasses from '../../src/domains/sensor/device-classes.json' with { type: 'json' };
import { readCatalogs } from '../../web/catalog-plugin.ts';
import { newWebhookId } from '../../web/parts/steps/new-webhook-id.ts';

const FOLDER = new URL('../../web/parts/steps/', import.meta.url);
const purposes = [...purposeTriggers, ...purposeConditions];

/** The names of the forms of a file: `name: 'state'`, and those that functions make. */
function formsIn(file: string): string[] {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const names = [...text.matchAll(/\b(?:name: |joined\()'(\w+)'/g)].map(([, name = '']) => name);
  return [...new Set([...names, ...(text.includes('deviceStep(') ? ['device'] : [])])];
}

/** The types that Home Assistant suggests to devices that announce their buttons. */
const PRESSES = [
  ...['short_press', 'short_release', 'long_press', 'long_release'],
  ...['double_press', 'triple_press', 'quadruple_press', 'quintuple_press'],
].map((press) => `button_${press}`);

/** A sensor of each class, and one without. */
const sensors = [undefined, ...Object.keys(sensorClasses)].map(
  (device_class) =>
    new State({
      entity_id: 'sensor.any',
      state: '1',
      attributes: { device_class, unit_of_measurement: 'one' },
      ...{ last_changed: 0, last_reported: 0, last_updated: 0, context: newContext(0) },
    }),
);

/**
 * All device triggers, conditions and actions of a domain, including those that depend on the device class.
 */
function deviceItems({
  name: domain,
  deviceAutomations: { triggers = [], conditions = [], actions = [] } = {},
}: Domain) {
  const kinds = [triggers, conditions].flatMap((of) =>
    'of' in of ? sensors.flatMap((state) => of.of(state)) : of,
  );
  return [...kinds, ...actions].map(({ type, fields }) => ({
    domain,
    type,
    fields: (fields?.(undefined) ?? []).flatMap((one) => (isObject(one) ? [String(one.name)] : [])),
  }));
}

/** The values of a field that offers a choice. */
function valuesOf(field: Json): string[] {
  const { selector } = field as { selector?: { select?: { options?: readonly unknown[] } } };
  return (selector?.select?.options ?? []).map(String);
}

describe('the forms of the automation editor', () => {
  it('are there for each kind of trigger and condition, and for no other', () => {
    const names = (kinds: readonly { readonly name: string }[]): string[] => kinds.map(({ name }) => name);
    const shown = readFileSync(new URL('../../controls/trigger-name.ts', FOLDER), 'utf8');
    const inCauses = [...shown.matchAll(/\['(\w+)', 'step/g)].map(([, name]) => name);
    expect(inCauses.sort()).toEqual(names(triggerKinds).sort());
    expect(formsIn('trigger-kinds.ts').sort()).toEqual([...names(triggerKinds), 'purpose'].sort());
    const joined = ['and', 'or', 'not'];
    expect(formsIn('condition-kinds.ts').sort()).toEqual(
      [...names(conditionKinds), ...joined, 'purpose'].sort(),
    );
  });
});

describe.each(Object.entries(readCatalogs()))('the texts of %s', (_language, { app }) => {
  const keys = new Set(Object.values(app).flatMap((area) => Object.keys(area)));
  const missing = (wanted: readonly string[]): string[] =>
    [...new Set(wanted)].filter((key) => !keys.has(key));
  const device = domains.flatMap(deviceItems);
  /** Those of sensors are named by the device class where it has a name. */
  const isMeasured = ({ domain, type }: (typeof device)[number]): boolean =>
    domain === 'sensor' && keys.has(`class.${type.replace(/^is_/, '')}`);
  const types = [
    ...purposes.map(({ key }) => `purpose.${key.split('.')[1]}`),
    ...device.filter((item) => !isMeasured(item)).map(({ type }) => `purpose.${type}`),
    ...PRESSES.map((type) => `purpose.${type}`),
  ];

  it('name each trigger, condition and action of entities and devices, and no other', () => {
    expect(device.length).toBeGreaterThan(300);
    expect(missing(types)).toEqual([]);
    const named = [...keys].filter((key) => /^purpose\.(?!of_|field_|measured_|part_|gesture_)/.test(key));
    expect(named.filter((key) => !types.includes(key))).toEqual([]);
  });

  it('name what triggers and conditions are about', () => {
    const subjects = [...new Set(purposes.map(({ key }) => key.split('.')[0]))];
    const isNamed = (one = ''): boolean => keys.has(`purpose.of_${one}`) || keys.has(`domain.${one}`);
    expect(subjects.filter((one) => !isNamed(one))).toEqual([]);
  });

  it('name the options of each, and their values', () => {
    const fields = purposes.flatMap((one) => Object.entries(one.fields));
    const names = [...fields.map(([name]) => name), ...device.flatMap((item) => item.fields)];
    expect(missing(names.map((name) => `purpose.field_${name}`))).toEqual([]);
    const values = fields.flatMap(([, field]) => valuesOf(field));
    expect(values).toContain('full_moon');
    expect(missing(values.map((value) => `option.${value}`))).toEqual([]);
  });
});

it('gives each new webhook a secret ID of 32 random bytes', () => {
  const [one, other] = [newWebhookId(), newWebhookId()];
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(Buffer.from(one, 'base64url')).toHaveLength(32);
  expect(other).not.toBe(one);
});

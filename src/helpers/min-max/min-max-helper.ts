import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
import type { State } from '../../core/state.ts';
import { floatText } from '../../domains/definition/number-text.ts';
import { sensorDeviceClasses } from '../../domains/sensor/device-classes.ts';
import { ComputedSensor, type SensorTraits } from '../entries/computed-sensor.ts';
import type { EntryKind, EntryParts, HelperSource, OpenHelper } from '../entries/entry-kind.ts';
import { entityIdSchema, singleFileForm } from '../entries/file-form.ts';
import { entitiesField, numberField, selectField, textField } from '../entries/form-field.ts';
import { sourceIdOf } from '../entries/source-id.ts';
import { COMBINATIONS, type Combination, CombinedValue } from './combined-value.ts';

const own = [
  entitiesField('entity_ids', { domain: ['sensor', 'number', 'input_number'] }),
  selectField('type', { options: COMBINATIONS, translation_key: 'type' }),
  numberField('round_digits', { min: 0, max: 6, step: 1 }, { initial: 2 }),
];

/** `min_max`: a sensor that combines the states of several sensors. */
export const minMaxHelper: EntryKind = {
  domain: 'min_max',
  title: 'Combine the state of several sensors',
  version: [1, 1],
  config: [{ id: 'user', isLast: true, fields: () => [textField('name'), ...own] }],
  options: [{ id: 'init', isLast: true, fields: () => own }],
  file: singleFileForm('sensor', {
    name: ({ type }) => `${String(type).charAt(0).toUpperCase()}${String(type).slice(1)} sensor`,
    fields: {
      entity_ids: z.array(entityIdSchema).min(1, schemaError('expects_members')),
      type: z
        .enum(COMBINATIONS, schemaError('expects_one_of', { words: COMBINATIONS.join(', ') }))
        .default('max'),
      round_digits: z.int().min(0).max(6).default(2),
    },
  }),
  open: openMinMax,
};

function openMinMax(source: HelperSource, parts: EntryParts): OpenHelper {
  const { states, registry, watch } = parts;
  const named = Array.isArray(source.options.entity_ids) ? source.options.entity_ids : [];
  const ids = named.map((id) => sourceIdOf(id, registry));
  const { type = 'max', round_digits: digits = 2 } = source.options;
  const combined = new CombinedValue(ids, type as Combination, Number(digits));
  for (const id of ids) combined.take(id, states.get(id));
  const traits = (): SensorTraits => ({
    ...{ unit: combined.unit, deviceClass: deviceClassOf(ids, parts) },
    ...{ stateClass: 'measurement', icon: 'mdi:calculator' },
  });
  const sensor = new ComputedSensor(source, parts, {
    ...{ platform: 'min_max', sourceId: ids[0] ?? '', traits: traits() },
  });
  const update = (): void => {
    sensor.show(traits());
    const { value, attributes } = combined;
    sensor.report({ value: value === null ? null : floatText(value) }, attributes);
  };
  update();
  const undos = ids.map((id) =>
    watch.follow([id], (state: State | null) => {
      combined.take(id, state);
      update();
    }),
  );
  return {
    close: () => {
      for (const undo of undos) undo();
      sensor.remove();
    },
  };
}

/** The device class that all of them have, if it is one of measurements. */
function deviceClassOf(ids: readonly string[], { states }: Pick<EntryParts, 'states'>): string | undefined {
  const classes = new Set(ids.map((id) => states.get(id)?.attributes.device_class));
  const [only] = classes;
  if (classes.size !== 1 || typeof only !== 'string') return undefined;
  return sensorDeviceClasses.get(only)?.stateClasses.includes('measurement') === true ? only : undefined;
}

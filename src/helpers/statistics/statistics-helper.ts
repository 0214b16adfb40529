import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { booleanSchema } from '../../domains/definition/field.ts';
import { sensorDomain } from '../../domains/sensor/sensor.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import type { EntryKind, EntryParts, HelperSource, OpenHelper, Preview } from '../entries/entry-kind.ts';
import { entityIdSchema, fileDurationSchema, singleFileForm } from '../entries/file-form.ts';
import type { FormValues } from '../entries/form.ts';
import {
  booleanField,
  durationField,
  entityField,
  type FormField,
  numberField,
  selectField,
  textField,
} from '../entries/form-field.ts';
import { helperIdentity } from '../entries/helper-identity.ts';
import { lengthOf } from '../entries/length-of.ts';
import { sourceIdOf } from '../entries/source-id.ts';
import { BINARY_CHARACTERISTICS, NUMERIC_CHARACTERISTICS } from './characteristics.ts';
import type { ShownAs } from './shown-as.ts';
import { StatisticsReading, type StatisticsSettings } from './statistics-reading.ts';

const NAME = 'Statistical characteristic';
const SOURCE = { domain: ['binary_sensor', 'sensor'] };
const ALL_CHARACTERISTICS = [...new Set([...NUMERIC_CHARACTERISTICS, ...BINARY_CHARACTERISTICS])];
const choice = { translation_key: 'state_characteristic', mode: 'dropdown' } as const;
const fixed = { isReadOnly: true, isOptional: true };

const own: readonly FormField[] = [
  entityField('entity_id', {}, fixed),
  selectField('state_characteristic', { ...choice, options: ALL_CHARACTERISTICS }, fixed),
  numberField('sampling_size', { min: 1, step: 1 }, { isOptional: true }),
  durationField(
    'max_age',
    { enable_day: false, allow_negative: false, enable_second: true },
    { isOptional: true },
  ),
  booleanField('keep_last_sample', { isOptional: true, initial: false }),
  numberField('percentile', { min: 1, max: 99, step: 1 }, { isOptional: true, initial: 50 }),
  numberField('precision', { min: 0, step: 1 }, { isOptional: true, initial: 2 }),
];
const options = { fields: () => own, check: refusedOptions, isLast: true, hasPreview: true };

/** `statistics`: a sensor of a characteristic of the newest states of another one. */
export const statisticsHelper: EntryKind = {
  domain: 'statistics',
  title: 'Statistics',
  version: [1, 3],
  config: [
    {
      id: 'user',
      isLast: false,
      fields: () => [textField('name', { initial: NAME }), entityField('entity_id', SOURCE)],
    },
    {
      id: 'state_characteristic',
      isLast: false,
      fields: ({ entity_id: id }, { registry }) => [
        selectField('state_characteristic', {
          ...{ ...choice, sort: true },
          options: characteristicsOf(sourceIdOf(id, registry)),
        }),
      ],
    },
    { ...options, id: 'options' },
  ],
  options: [{ ...options, id: 'init' }],
  file: singleFileForm('sensor', {
    name: NAME,
    fields: {
      entity_id: entityIdSchema,
      state_characteristic: z.enum(
        ALL_CHARACTERISTICS,
        schemaError('expects_one_of', { words: ALL_CHARACTERISTICS.join(', ') }),
      ),
      sampling_size: z.int().min(1).optional(),
      max_age: fileDurationSchema.optional(),
      keep_last_sample: booleanSchema.default(false),
      percentile: z.int().min(1).max(99).default(50),
      precision: z.int().min(0).default(2),
    },
    check: refusedItem,
  }),
  open: openStatistics,
  preview: previewStatistics,
};

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  missing_max_age_or_sampling_size: schemaError('expects_max_age_or_sampling_size'),
  missing_keep_last_sample: schemaError('expects_max_age_to_keep_last_sample'),
};

function characteristicsOf(sourceId: string): readonly string[] {
  return sourceId.startsWith('binary_sensor.') ? BINARY_CHARACTERISTICS : NUMERIC_CHARACTERISTICS;
}

function refusedOptions({
  max_age: maxAge,
  sampling_size: size,
  keep_last_sample: keeps,
}: FormValues): string | undefined {
  if (maxAge === undefined && size === undefined) return 'missing_max_age_or_sampling_size';
  return keeps === true && maxAge === undefined ? 'missing_keep_last_sample' : undefined;
}

function refusedItem(given: FormValues): string | undefined {
  const allowed = characteristicsOf(String(given.entity_id));
  if (!allowed.includes(String(given.state_characteristic)))
    return schemaError('expects_one_of', { words: allowed.join(', ') });
  return FILE_PROBLEMS[refusedOptions(given) ?? ''];
}

function settingsOf(given: FormValues, { registry }: EntryParts): StatisticsSettings {
  const { sampling_size: size, percentile = 50, precision = 2 } = given;
  return {
    sourceId: sourceIdOf(given.entity_id, registry),
    characteristic: String(given.state_characteristic),
    limits: {
      size: typeof size === 'number' ? size : undefined,
      maxAge: given.max_age === undefined ? undefined : lengthOf(given.max_age),
      keepsLast: given.keep_last_sample === true,
    },
    precision: Number(precision),
    percentile: Number(percentile),
  };
}

function openStatistics(source: HelperSource, parts: EntryParts): OpenHelper {
  const { entities, registry } = parts;
  const settings = settingsOf(source.options, parts);
  const description = (shown: ShownAs): EntityDescription => ({
    ...helperIdentity(source, settings.sourceId, registry),
    domain: sensorDomain,
    platform: 'statistics',
    icon: 'mdi:calculator',
    capabilities: shown.stateClass === undefined ? {} : { state_class: shown.stateClass },
    ...(shown.unit === undefined ? {} : { unit: shown.unit }),
    ...(shown.deviceClass === undefined ? {} : { deviceClass: shown.deviceClass }),
    values: { value: null },
    driver: { execute: () => undefined },
  });
  // The reading calls back once its history is read: never before there is an entity.
  const reading = new StatisticsReading(settings, parts, () => update());
  let described = reading.shown;
  const entity = entities.add(description(described));
  const update = (): void => {
    const { shown, value, attributes, isAvailable: available } = reading;
    if (shown.unit !== described.unit || shown.deviceClass !== described.deviceClass) {
      described = shown;
      entities.redescribe(entity, description(shown));
    }
    entity.report({ value }, { extra: attributes, available });
  };
  update();
  return {
    close: () => {
      reading.close();
      entities.remove(entity);
    },
  };
}

function previewStatistics(given: FormValues, parts: EntryParts, changed: () => void): Preview {
  const reading = new StatisticsReading(settingsOf(given, parts), parts, changed);
  return {
    show: () => {
      const { shown, value, attributes, isAvailable } = reading;
      return {
        state: isAvailable ? (value ?? UNKNOWN) : UNAVAILABLE,
        attributes: {
          ...attributes,
          ...(shown.stateClass === undefined ? {} : { state_class: shown.stateClass }),
          ...(shown.unit === undefined ? {} : { unit_of_measurement: shown.unit }),
          ...(shown.deviceClass === undefined ? {} : { device_class: shown.deviceClass }),
          icon: 'mdi:calculator',
          ...(typeof given.name === 'string' ? { friendly_name: given.name } : {}),
        },
      };
    },
    close: () => reading.close(),
  };
}

import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import { textListSchema, textSchema } from '../../domains/definition/field.ts';
import { sensorDomain } from '../../domains/sensor/sensor.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import type { EntryKind, EntryParts, HelperSource, OpenHelper, Preview } from '../entries/entry-kind.ts';
import { entityIdSchema, fileDurationSchema, singleFileForm } from '../entries/file-form.ts';
import { type FormValues, sectionField } from '../entries/form.ts';
import {
  durationField,
  entityField,
  type FormField,
  selectField,
  stateClassField,
  statesField,
  templateField,
  textField,
} from '../entries/form-field.ts';
import { helperIdentity } from '../entries/helper-identity.ts';
import { lengthOf } from '../entries/length-of.ts';
import { sourceIdOf } from '../entries/source-id.ts';
import { HistoryStatsReading, type HistoryStatsSettings, STATS_TYPES } from './history-stats-reading.ts';

const NAME = 'unnamed statistics';
const ICON = 'mdi:chart-line';
const CLASSES = ['measurement', 'total_increasing'] as const;
const PERIOD_KEYS = ['start', 'end', 'duration'];
const DURATION = { enable_day: true, allow_negative: false, enable_second: true };
const types = { options: STATS_TYPES, mode: 'dropdown', translation_key: 'type' } as const;
const fixed = { isReadOnly: true, isOptional: true };
const open = { isOptional: true };

const options = {
  fields: ({ entity_id: id, type }: FormValues): readonly FormField[] => [
    entityField('entity_id', {}, fixed),
    statesField('state', id, fixed),
    selectField('type', types, fixed),
    templateField('start', open),
    templateField('end', open),
    durationField('duration', DURATION, open),
    stateClassField('state_class', type === 'ratio' ? ['measurement'] : CLASSES, open),
    sectionField('additional_settings', [durationField('min_state_duration', DURATION, open)]),
  ],
  check: refusedPeriod,
  ...{ isLast: true, hasPreview: true },
};

/** `history_stats`: a sensor of how long or how often an entity had a state in a period. */
export const historyStatsHelper: EntryKind = {
  domain: 'history_stats',
  title: 'History statistics',
  version: [2, 1],
  config: [
    {
      id: 'user',
      isLast: false,
      fields: () => [
        textField('name', { initial: NAME }),
        entityField('entity_id', {}),
        selectField('type', types, { initial: 'time' }),
      ],
    },
    {
      id: 'state',
      isLast: false,
      fields: ({ entity_id: id }) => [entityField('entity_id', {}, fixed), statesField('state', id)],
    },
    { ...options, id: 'options' },
  ],
  options: [{ ...options, id: 'init' }],
  file: singleFileForm('sensor', {
    name: NAME,
    fields: {
      entity_id: entityIdSchema,
      state: textListSchema,
      type: z
        .enum(STATS_TYPES, schemaError('expects_one_of', { words: STATS_TYPES.join(', ') }))
        .default('time'),
      start: textSchema.optional(),
      end: textSchema.optional(),
      duration: fileDurationSchema.optional(),
      min_state_duration: fileDurationSchema.optional(),
      state_class: z
        .enum(CLASSES, schemaError('expects_one_of', { words: CLASSES.join(', ') }))
        .default('measurement'),
    },
    check: refusedItem,
  }),
  open: openHistoryStats,
  preview: previewHistoryStats,
};

function refusedPeriod(given: FormValues): string | undefined {
  return PERIOD_KEYS.filter((key) => given[key] !== undefined).length === 2
    ? undefined
    : 'only_two_keys_allowed';
}

function refusedItem(given: FormValues): string | undefined {
  if (refusedPeriod(given) !== undefined) return schemaError('expects_two_of_start_end_duration');
  return given.type === 'ratio' && given.state_class === 'total_increasing'
    ? schemaError('expects_measurement_of_ratio')
    : undefined;
}

function settingsOf(given: FormValues, isRounded: boolean, { registry }: EntryParts): HistoryStatsSettings {
  const { start, end, state, additional_settings: additional } = given;
  const { min_state_duration: minimum } = { ...given, ...(additional as FormValues | undefined) };
  return {
    sourceId: sourceIdOf(given.entity_id, registry),
    states: (Array.isArray(state) ? state : [state]).map(String),
    type: STATS_TYPES.find((type) => type === given.type) ?? 'time',
    period: {
      start: typeof start === 'string' ? start : undefined,
      end: typeof end === 'string' ? end : undefined,
      duration: lengthOf(given.duration),
    },
    minLength: lengthOf(minimum),
    isRounded,
  };
}

/** What follows from the type and the state class. */
function shownOf({ type, state_class: stateClass }: FormValues) {
  const unit = { time: 'h', ratio: '%', count: '' }[String(type)] ?? 'h';
  return {
    unit,
    ...(unit === 'h' ? { deviceClass: 'duration' } : {}),
    ...(typeof stateClass === 'string' ? { stateClass } : {}),
  };
}

function openHistoryStats(source: HelperSource, parts: EntryParts): OpenHelper {
  const { entities, registry } = parts;
  const settings = settingsOf(source.options, source.uniqueId === undefined, parts);
  const { unit, deviceClass, stateClass } = shownOf(source.options);
  const description: EntityDescription = {
    ...helperIdentity(source, settings.sourceId, registry),
    domain: sensorDomain,
    platform: 'history_stats',
    ...{ icon: ICON, unit },
    ...(stateClass === undefined ? {} : { capabilities: { state_class: stateClass } }),
    ...(deviceClass === undefined
      ? {}
      : { deviceClass, options: { sensor: { suggested_display_precision: 2 } } }),
    values: { value: null },
    driver: { execute: () => undefined },
  };
  const entity = entities.add(description);
  const reading = new HistoryStatsReading(settings, parts, () => update());
  const update = (): void => entity.report({ value: reading.value }, { available: reading.isAvailable });
  return {
    close: () => {
      reading.close();
      entities.remove(entity);
    },
  };
}

function previewHistoryStats(given: FormValues, parts: EntryParts, changed: () => void): Preview {
  const reading = new HistoryStatsReading(settingsOf(given, false, parts), parts, changed);
  const { unit, deviceClass, stateClass } = shownOf(given);
  return {
    show: () => ({
      state: reading.isAvailable ? (reading.value ?? UNKNOWN) : UNAVAILABLE,
      attributes: {
        ...(stateClass === undefined ? {} : { state_class: stateClass }),
        unit_of_measurement: unit,
        ...(deviceClass === undefined ? {} : { device_class: deviceClass }),
        icon: ICON,
        ...(typeof given.name === 'string' ? { friendly_name: given.name } : {}),
      },
    }),
    close: () => reading.close(),
  };
}

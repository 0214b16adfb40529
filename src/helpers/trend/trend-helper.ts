import { z } from 'zod';
import { decimalOf } from '../../core/coerce.ts';
import { isSlug } from '../../core/entity-id.ts';
import { schemaError } from '../../core/schema-error.ts';
import type { State } from '../../core/state.ts';
import { binarySensorDomain } from '../../domains/binary-sensor/binary-sensor.ts';
import { booleanSchema, textSchema } from '../../domains/definition/field.ts';
import type { EntryKind, EntryParts, FileHelper, HelperSource, OpenHelper } from '../entries/entry-kind.ts';
import { entityIdSchema, oneOf } from '../entries/file-form.ts';
import type { FormValues } from '../entries/form.ts';
import {
  attributeField,
  booleanField,
  entityField,
  type FormField,
  numberField,
  textField,
} from '../entries/form-field.ts';
import { helperIdentity } from '../entries/helper-identity.ts';
import { sourceIdOf } from '../entries/source-id.ts';
import { Trend } from './trend.ts';

const isOptional = true;
const shared = ({ entity_id: id }: FormValues): FormField[] => [
  entityField('entity_id', {}, { isOptional, isReadOnly: true }),
  attributeField('attribute', id, { isOptional }),
  booleanField('invert', { isOptional, initial: false }),
];
const limits: readonly FormField[] = [
  numberField('max_samples', { min: 2 }, { isOptional, initial: 2 }),
  numberField('min_samples', { min: 2 }, { isOptional, initial: 2 }),
  numberField('min_gradient', { step: 'any' }, { isOptional, initial: 0 }),
  numberField('sample_duration', { min: 0, unit_of_measurement: 's' }, { isOptional, initial: 0 }),
];

const ofFile = z.strictObject({
  entity_id: entityIdSchema,
  attribute: textSchema.optional(),
  device_class: oneOf(binarySensorDomain.deviceClasses ?? []).optional(),
  friendly_name: textSchema.optional(),
  invert: booleanSchema.default(false),
  max_samples: z.int().min(2).default(2),
  min_samples: z.int().min(2).default(2),
  min_gradient: z.number().default(0),
  sample_duration: z.int().min(0).default(0),
  unique_id: textSchema.optional(),
});

/** `trend`: a binary sensor that is on while a value rises, or falls. */
export const trendHelper: EntryKind = {
  domain: 'trend',
  title: 'Trend',
  version: [1, 2],
  config: [
    {
      id: 'user',
      isLast: false,
      fields: () => [textField('name'), entityField('entity_id', { domain: ['counter', 'sensor'] })],
    },
    { id: 'settings', isLast: true, fields: shared },
  ],
  options: [{ id: 'init', isLast: true, fields: (entered) => [...shared(entered), ...limits] }],
  file: {
    section: 'binary_sensor',
    schema: z
      .strictObject({
        platform: z.string(),
        sensors: z.record(
          z.string().refine(isSlug, schemaError('expects_slug', { example: 'attic_rises' })),
          ofFile,
        ),
      })
      .transform(({ sensors }) => Object.entries(sensors).map(helperOf)),
  },
  open: openTrend,
};

function helperOf([slug, { unique_id: uniqueId, friendly_name: name = slug, ...options }]: [
  string,
  z.infer<typeof ofFile>,
]): FileHelper {
  return { uniqueId, name, objectId: slug, options };
}

function openTrend(source: HelperSource, parts: EntryParts): OpenHelper {
  const { options } = source;
  const { max_samples, min_samples, min_gradient: minGradient = 0, sample_duration = 0 } = options;
  const { attribute, invert = false } = options;
  const sourceId = sourceIdOf(options.entity_id, parts.registry);
  const trend = new Trend({
    maxSamples: Number(max_samples ?? 2),
    minSamples: Number(min_samples ?? 2),
    minGradient: Number(minGradient),
    sampleDuration: Number(sample_duration) * 1000,
    invert: invert === true,
  });
  const entity = parts.entities.add({
    domain: binarySensorDomain,
    platform: 'trend',
    ...helperIdentity(source, sourceId, parts.registry),
    ...(typeof options.device_class === 'string' ? { deviceClass: options.device_class } : {}),
    restoresValues: true,
    values: { on: null },
    driver: { execute: () => undefined },
  });
  const { on } = entity.values;
  trend.isOn = typeof on === 'boolean' ? on : null;
  const report = (): void => {
    const extra = {
      entity_id: sourceId,
      gradient: trend.gradient,
      invert,
      min_gradient: Number(minGradient),
      sample_count: trend.sampleCount,
      sample_duration: Number(sample_duration),
    };
    entity.report({ on: trend.isOn }, { available: true, extra });
  };
  report();
  const undo = parts.watch.follow([sourceId], (state) => {
    if (state === null) return;
    const value = readingOf(state, attribute);
    if (value === 'unknown' || value === 'unavailable') {
      entity.setAvailable(false);
      return;
    }
    const number = typeof value === 'number' ? value : decimalOf(value);
    if (number === undefined || !Number.isFinite(number)) return;
    trend.take(number, state.last_updated);
    report();
  });
  return {
    close: () => {
      undo();
      parts.entities.remove(entity);
    },
  };
}

function readingOf({ state, attributes }: State, attribute: unknown): string | number {
  if (typeof attribute !== 'string') return state;
  const value = attributes[attribute];
  return typeof value === 'number' ? value : String(value ?? '');
}

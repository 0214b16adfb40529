import { z } from 'zod';
import { decimalOf } from '../../core/coerce.ts';
import { schemaError } from '../../core/schema-error.ts';
import type { State } from '../../core/state.ts';
import { binarySensorDomain } from '../../domains/binary-sensor/binary-sensor.ts';
import type { EntryKind, EntryParts, HelperSource, OpenHelper, Preview } from '../entries/entry-kind.ts';
import { entityIdSchema, singleFileForm } from '../entries/file-form.ts';
import type { FormValues } from '../entries/form.ts';
import { entityField, numberField, textField } from '../entries/form-field.ts';
import { helperIdentity } from '../entries/helper-identity.ts';
import { sourceIdOf } from '../entries/source-id.ts';
import { Threshold } from './threshold.ts';

const own = [
  numberField('hysteresis', { step: 'any' }, { initial: 0 }),
  numberField('lower', { step: 'any' }, { isOptional: true }),
  numberField('upper', { step: 'any' }, { isOptional: true }),
  entityField('entity_id', { domain: ['sensor'] }),
];

function needsLimit({ lower, upper }: FormValues): string | undefined {
  return lower == null && upper == null ? 'need_lower_upper' : undefined;
}

const form = { check: needsLimit, isLast: true, hasPreview: true };

/** `threshold`: a binary sensor that is on while a sensor is beyond a limit, or between two. */
export const thresholdHelper: EntryKind = {
  domain: 'threshold',
  title: 'Threshold',
  version: [1, 2],
  config: [{ ...form, id: 'user', fields: () => [textField('name'), ...own] }],
  options: [{ ...form, id: 'init', fields: () => own }],
  stored: (entered) => ({ lower: null, upper: null, ...entered }),
  file: singleFileForm('binary_sensor', {
    name: 'Threshold',
    fields: {
      entity_id: entityIdSchema,
      lower: z.number().optional(),
      upper: z.number().optional(),
      hysteresis: z.number().default(0),
      device_class: z.enum(binarySensorDomain.deviceClasses ?? []).optional(),
    },
    check: (options) =>
      needsLimit(options) === undefined ? undefined : schemaError('expects_lower_or_upper'),
  }),
  open: openThreshold,
  preview: previewThreshold,
};

function openThreshold(source: HelperSource, parts: EntryParts): OpenHelper {
  const { options } = source;
  const sourceId = sourceIdOf(options.entity_id, parts.registry);
  const reading = new ThresholdReading(options, sourceId);
  const entity = parts.entities.add({
    domain: binarySensorDomain,
    platform: 'threshold',
    ...helperIdentity(source, sourceId, parts.registry),
    ...(typeof options.device_class === 'string' ? { deviceClass: options.device_class } : {}),
    values: { on: null },
    driver: { execute: () => undefined },
  });
  const update = (state: State | null | undefined): void => {
    reading.take(state);
    entity.report({ on: reading.isOn }, { extra: reading.attributes });
  };
  update(parts.states.get(sourceId));
  const undo = parts.watch.follow([sourceId], update);
  return {
    close: () => {
      undo();
      parts.entities.remove(entity);
    },
  };
}

function previewThreshold(options: FormValues, parts: EntryParts, changed: () => void): Preview {
  const sourceId = sourceIdOf(options.entity_id, parts.registry);
  const reading = new ThresholdReading(options, sourceId);
  reading.take(parts.states.get(sourceId));
  const close = parts.watch.follow([sourceId], (state) => {
    reading.take(state);
    changed();
  });
  const name = typeof options.name === 'string' ? { friendly_name: options.name } : {};
  const show = () => ({
    state: reading.isOn === null ? 'unknown' : reading.isOn ? 'on' : 'off',
    attributes: { ...reading.attributes, ...name },
  });
  return { show, close };
}

/** A threshold with the attributes of its entity. */
class ThresholdReading {
  private readonly threshold: Threshold;
  private readonly options: FormValues;
  private readonly sourceId: string;
  private value: number | null = null;

  constructor(options: FormValues, sourceId: string) {
    this.options = options;
    this.sourceId = sourceId;
    const {
      lower = null,
      upper = null,
      hysteresis = 0,
    } = options as {
      lower?: number | null;
      upper?: number | null;
      hysteresis?: number;
    };
    this.threshold = new Threshold({ lower, upper, hysteresis });
  }

  get isOn(): boolean | null {
    return this.threshold.isOn;
  }

  get attributes(): Readonly<Record<string, unknown>> {
    const { hysteresis = 0, lower = null, upper = null } = this.options;
    const { position, kind: type } = this.threshold;
    return { entity_id: this.sourceId, hysteresis, lower, position, sensor_value: this.value, type, upper };
  }

  take(state: State | null | undefined): void {
    this.value = decimalOf(state?.state ?? '') ?? null;
    this.threshold.take(this.value);
  }
}

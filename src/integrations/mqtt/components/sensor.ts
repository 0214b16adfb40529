import { decimalOf } from '../../../core/coerce.ts';
import { sensorDeviceClasses } from '../../../domains/sensor/device-classes.ts';
import { sensorDomain } from '../../../domains/sensor/sensor.ts';
import { defineComponent, NONE, type Reading, type ReadingContext } from '../entity/component.ts';
import {
  deviceClass,
  flag,
  integer,
  nullableText,
  stateTopic,
  template,
  textList,
  word,
} from '../schema/config-values.ts';
import { entityConfig, readOnlyCategory } from '../schema/entity-schema.ts';
import { isoText, readMoment } from '../schema/time-text.ts';

const STATE_CLASSES = ['measurement', 'measurement_angle', 'total', 'total_increasing'] as const;

const keys = {
  state_topic: stateTopic,
  value_template: template.optional(),
  unit_of_measurement: nullableText.optional(),
  device_class: deviceClass(sensorDomain.deviceClasses).optional(),
  state_class: word(STATE_CLASSES).nullish(),
  options: textList.optional(),
  entity_category: readOnlyCategory,
  expire_after: integer({ min: 0 }).default(0),
  force_update: flag.default(false),
  suggested_display_precision: integer({ min: 0 }).optional(),
  last_reset_value_template: template.optional(),
};

/** How units were written before they were settled. */
const OLD_UNITS: Readonly<Record<string, string>> = {
  VAr: 'var',
  kVAr: 'kvar',
  VArh: 'varh',
  kVArh: 'kvarh',
};

/** The unit in its current spelling; undefined for none. */
export function unitOf(unit: string | null | undefined): string | undefined {
  const trimmed = unit?.trim();
  if (trimmed === undefined || trimmed === '') return undefined;
  return (
    (Object.hasOwn(OLD_UNITS, trimmed) ? OLD_UNITS[trimmed] : undefined) ?? trimmed.replaceAll('\u00b5', 'μ')
  );
}

/** Sensors over MQTT. */
export const sensorComponent = defineComponent({
  name: 'sensor',
  domain: sensorDomain,
  schema: entityConfig(keys, (config) => {
    const { device_class: kind, state_class: state, options } = config;
    const unit = unitOf(config.unit_of_measurement);
    if (options !== undefined) {
      if (kind !== 'enum') return 'options come with device_class enum';
      if (state != null || unit !== undefined) return 'options exclude state_class and unit_of_measurement';
      if (options.length === 0) return 'options are not empty';
    }
    if (config.last_reset_value_template !== undefined && state !== 'total') {
      return 'last_reset_value_template comes with state_class total';
    }
    if (state === 'measurement_angle' && unit !== '°') return 'measurement_angle comes with the unit °';
    return kind == null ? undefined : unitProblem(kind, unit);
  }),
  describe: (config) => {
    const kind = config.device_class ?? undefined;
    return {
      kind: 'MQTT Sensor',
      deviceClass: kind,
      isNamedByClass: kind !== 'enum',
      unit: unitOf(config.unit_of_measurement),
      capabilities: {
        ...(config.state_class == null ? {} : { state_class: config.state_class }),
        ...(config.options === undefined ? {} : { options: config.options }),
      },
      values: { value: null },
      forceUpdate: config.force_update,
      expireAfter: config.expire_after,
      options:
        config.suggested_display_precision === undefined
          ? undefined
          : { suggested_display_precision: config.suggested_display_precision },
      blockedAttributes: ['last_reset', 'state_class'],
    };
  },
  readings: (config) => {
    const isNumeric =
      sensorDeviceClasses.get(config.device_class ?? '')?.numeric === true ||
      config.state_class != null ||
      unitOf(config.unit_of_measurement) !== undefined;
    const main: Reading = {
      topic: config.state_topic,
      template: config.value_template,
      needsTemplate: true,
      isMain: true,
      read: (text, context) => {
        if (text === NONE) return { value: null };
        if (isNumeric) return readNumber(text, context);
        if (config.options !== undefined && !config.options.includes(text)) {
          return text === '' ? null : context.warn('it is none of the options');
        }
        if (config.device_class === 'timestamp' || config.device_class === 'date') {
          return readTime(text, config.device_class, context);
        }
        return { value: text.length > MAX_LENGTH ? null : text };
      },
    };
    const lastReset: Reading = {
      topic: config.last_reset_value_template === undefined ? undefined : config.state_topic,
      template: config.last_reset_value_template,
      needsTemplate: true,
      read: (text, context) => {
        if (text === '') return null;
        const moment = readMoment(text);
        return moment === undefined
          ? context.warn('its last reset is no time')
          : { last_reset: isoText(moment.fields, moment.offset) };
      },
    };
    return [main, lastReset];
  },
});

/** The longest text a sensor shows. */
const MAX_LENGTH = 255;

function unitProblem(kind: string, unit: string | undefined): string | undefined {
  if (kind === 'monetary') return undefined;
  const facts = sensorDeviceClasses.get(kind);
  if (facts === undefined) return undefined;
  const isBareToo = kind === 'power_factor' || facts.units.length === 0;
  if (unit === undefined) return undefined;
  if (facts.units.includes(unit)) return undefined;
  return isBareToo && facts.units.length === 0
    ? `device_class ${kind} has no unit`
    : `device_class ${kind} comes with ${facts.units.join(', ')}`;
}

function readNumber(text: string, context: ReadingContext): { value: string } | null {
  if (text === '') return null;
  return decimalOf(text) === undefined ? context.warn('it is no number') : { value: text };
}

function readTime(
  text: string,
  kind: 'timestamp' | 'date',
  context: ReadingContext,
): { value: string | null } | null {
  const moment = readMoment(text);
  if (moment === undefined) {
    context.warn('it is no time');
    return { value: null };
  }
  if (kind === 'date') return { value: new Date(moment.fields).toISOString().slice(0, 10) };
  if (moment.offset === undefined) return context.warn('its time names no zone');
  return { value: isoText(moment.fields, moment.offset) };
}

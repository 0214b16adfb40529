import { z } from 'zod';
import { fault } from '../../core/errors.ts';
import { message } from '../../core/messages.ts';
import { schemaError } from '../../core/schema-error.ts';
import { counterDomain, withinLimits } from '../../domains/counter/counter.ts';
import type { Values } from '../../domains/definition/define-domain.ts';
import { booleanSchema, floatSchema, integerSchema, textSchema } from '../../domains/definition/field.ts';
import { inputBooleanDomain } from '../../domains/input-boolean/input-boolean.ts';
import { inputButtonDomain } from '../../domains/input-button/input-button.ts';
import { inputNumberDomain } from '../../domains/input-number/input-number.ts';
import { inputSelectDomain, OptionList } from '../../domains/input-select/input-select.ts';
import { hasLength, inputTextDomain } from '../../domains/input-text/input-text.ts';
import { numberDomain } from '../../domains/number/number.ts';
import { sensorDeviceClasses } from '../../domains/sensor/device-classes.ts';
import { beginsLike, isPattern } from '../../jinja/regex/pattern.ts';
import { holdingDriver } from '../drivers.ts';
import {
  defineKind,
  type HelperKind,
  type HelperShape,
  helperFields,
  looseHelperFields,
} from '../helper-kind.ts';

function shapeOfSelect(options: readonly string[], initial: string | undefined): HelperShape {
  const chosen = ({ option }: Values) => (options.includes(String(option)) ? option : null);
  return {
    capabilities: { options },
    registered: ['options'],
    values: { option: initial ?? options[0] ?? null },
    restoresState: initial === undefined,
    // After a settings change that removes the selected option, none is selected.
    change: (values) => ({ option: chosen(values) }),
    fit: (values) => ({ option: chosen(values) ?? options[0] ?? null }),
  };
}

function hasDoubles(options: readonly string[]): boolean {
  return new Set(options).size < options.length;
}

/** Whether the unit is valid for the device class; classes without units have none, and `monetary` any. */
function isNumberUnit(kind: string | undefined, unit: string | undefined): boolean {
  if (kind === undefined || kind === 'monetary') return true;
  const { units = [] } = sensorDeviceClasses.get(kind) ?? {};
  const mayLack = units.length === 0 || kind === 'power_factor';
  return unit === undefined ? mayLack : units.includes(unit.replaceAll('\u00b5', '\u03bc'));
}

/** Helpers that only hold a value. */
export const simpleKinds: readonly HelperKind[] = [
  defineKind({
    domain: inputBooleanDomain,
    reload: 'admin',
    driver: holdingDriver,
    schema: z.strictObject({ ...helperFields, initial: booleanSchema.optional() }),
    shape: ({ initial }) => ({
      capabilities: {},
      values: { on: initial ?? false },
      restoresState: initial === undefined,
      fit: (values) => values,
    }),
  }),
  defineKind({
    domain: inputButtonDomain,
    reload: 'admin',
    driver: holdingDriver,
    schema: z.strictObject(helperFields),
    shape: () => ({
      capabilities: {},
      values: { pressed: null },
      restoresState: true,
      fit: (values) => values,
    }),
  }),
  defineKind({
    domain: inputNumberDomain,
    reload: 'admin',
    driver: holdingDriver,
    schema: z
      .strictObject({
        ...helperFields,
        min: floatSchema(),
        max: floatSchema(),
        initial: floatSchema().optional(),
        step: floatSchema({ min: 1e-9 }).default(1),
        mode: z.enum(['slider', 'box']).default('slider'),
        unit_of_measurement: textSchema.optional(),
        device_class: z.enum(numberDomain.deviceClasses).optional(),
      })
      .refine(({ device_class: kind, unit_of_measurement: unit }) => isNumberUnit(kind, unit), {
        path: ['unit_of_measurement'],
        error: schemaError('expects_unit_of_device_class'),
      })
      .refine(({ min, max }) => max > min, {
        path: ['max'],
        error: schemaError('expects_maximum_above_minimum'),
      })
      .refine(({ min, max, initial }) => initial === undefined || (initial >= min && initial <= max), {
        path: ['initial'],
        error: schemaError('expects_initial_value_within_limits'),
      }),
    shape: ({ min, max, initial, step, mode, unit_of_measurement: unit, device_class: deviceClass }) => ({
      capabilities: { initial: initial ?? null, min, max, step, mode },
      registered: ['min', 'max', 'step', 'mode'],
      values: { value: initial ?? min },
      restoresState: initial === undefined,
      unit,
      deviceClass,
      fit: ({ value }) => ({ value: typeof value === 'number' ? Math.min(max, Math.max(min, value)) : min }),
    }),
  }),
  defineKind({
    domain: inputSelectDomain,
    reload: 'admin',
    driver: {
      execute: (command, entity) => {
        const { options } = command.fields;
        const capabilities = { ...entity.capabilities, options };
        entity.report(command.patch, command.service === 'set_options' ? { capabilities } : {});
      },
    },
    schema: z
      .strictObject({ ...helperFields, options: OptionList, initial: textSchema.optional() })
      .refine(
        ({ options, initial }) => initial === undefined || options.includes(initial) || hasDoubles(options),
        {
          path: ['initial'],
          error: schemaError('expects_option'),
        },
      ),
    isFree: ({ options }) => {
      if (!hasDoubles(options)) return undefined;
      throw fault('home_assistant_error', 'duplicate_options_are_not_allowed', {
        options: options.join(', '),
      });
    },
    // Items of the settings file are not checked with `isFree`; their duplicates are removed.
    shape: ({ options: requested, initial }) => shapeOfSelect([...new Set(requested)], initial),
  }),
  defineKind({
    domain: inputTextDomain,
    reload: 'admin',
    driver: holdingDriver,
    schema: z
      .strictObject({
        ...helperFields,
        min: integerSchema({ min: 0, max: 255 }).default(0),
        max: integerSchema({ min: 1, max: 255 }).default(100),
        initial: textSchema.optional(),
        pattern: textSchema.refine(isPattern, schemaError('expects_regular_expression')).optional(),
        mode: z.enum(['text', 'password']).default('text'),
        unit_of_measurement: textSchema.optional(),
      })
      .refine(({ min, max }) => max >= min, {
        path: ['max'],
        error: schemaError('expects_maximum_not_below_minimum'),
      })
      .refine(({ initial, ...limits }) => initial === undefined || hasLength(initial, limits), {
        path: ['initial'],
        error: schemaError('expects_initial_text_within_limits'),
      }),
    shape: ({ min, max, initial, pattern, mode, unit_of_measurement: unit }) => {
      const fitsPattern = (text: string) => pattern === undefined || beginsLike(pattern, text);
      return {
        capabilities: { min, max, pattern: pattern ?? null, mode },
        registered: ['min', 'max', 'pattern', 'mode'],
        values: { text: initial ?? null },
        restoresState: initial === undefined,
        unit,
        refuses: ({ text }) => {
          if (typeof text !== 'string') return undefined;
          if (!hasLength(text, { min, max })) return message('current_text_has_other_length', { min, max });
          return fitsPattern(text)
            ? undefined
            : message('current_text_does_not_match', { pattern: String(pattern) });
        },
        fit: ({ text }) => ({
          text: typeof text === 'string' && hasLength(text, { min, max }) && fitsPattern(text) ? text : null,
        }),
      };
    },
  }),
  defineKind({
    domain: counterDomain,
    reload: 'none',
    driver: holdingDriver,
    schema: z
      .strictObject({
        ...looseHelperFields,
        initial: integerSchema().default(0),
        step: integerSchema({ min: 0 }).default(1),
        minimum: integerSchema().nullable().default(null),
        maximum: integerSchema().nullable().default(null),
        restore: booleanSchema.default(true),
      })
      .refine(({ minimum, maximum }) => minimum === null || maximum === null || minimum <= maximum, {
        path: ['maximum'],
        error: schemaError('expects_maximum_not_below_minimum'),
      }),
    shape: ({ initial, step, minimum, maximum, restore }) => {
      const limits = { ...(minimum === null ? {} : { minimum }), ...(maximum === null ? {} : { maximum }) };
      return {
        capabilities: { initial, step, ...limits },
        values: { count: initial },
        restoresState: restore,
        fit: ({ count }) => ({ count: typeof count === 'number' ? withinLimits(count, limits) : initial }),
      };
    },
  }),
];

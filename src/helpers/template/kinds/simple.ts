import { z } from 'zod';
import { buttonDomain } from '../../../domains/button/button.ts';
import { eventDomain } from '../../../domains/event/event.ts';
import { imageDomain } from '../../../domains/image/image.ts';
import { numberDomain } from '../../../domains/number/number.ts';
import { selectDomain } from '../../../domains/select/select.ts';
import { switchDomain } from '../../../domains/switch/switch.ts';
import { textDomain } from '../../../domains/text/text.ts';
import { actions, commonFields, deviceClass, template } from '../fields.ts';
import { defineTemplateKind, type TemplateKind } from '../template-kind.ts';
import { isUnknown, textOf, textsOf } from '../values.ts';
import { booleanReading, numberReading, textReading } from './readings.ts';

/** Template entities with a single value, and buttons. */
export const simpleTemplateKinds: readonly TemplateKind[] = [
  defineTemplateKind({
    domain: switchDomain,
    schema: z.strictObject({
      ...commonFields,
      state: template.optional(),
      turn_on: actions.optional(),
      turn_off: actions.optional(),
      device_class: deviceClass(switchDomain.deviceClasses),
    }),
    actionKeys: ['turn_on', 'turn_off'],
    describe: (config) => ({
      deviceClass: config.device_class,
      values: { on: config.state === undefined ? false : null },
    }),
    readings: ({ state }) => [booleanReading({ key: 'state', template: state, reports: 'on', isMain: true })],
    actions: ({ service }) => [{ key: service, variables: {} }],
  }),
  defineTemplateKind({
    domain: buttonDomain,
    schema: z.strictObject({
      ...commonFields,
      press: actions.optional(),
      device_class: deviceClass(buttonDomain.deviceClasses),
    }),
    actionKeys: ['press'],
    describe: (config) => ({ deviceClass: config.device_class, values: { pressed_at: null } }),
    readings: () => [],
    actions: () => [{ key: 'press', variables: {} }],
  }),
  defineTemplateKind({
    domain: numberDomain,
    schema: z.strictObject({
      ...commonFields,
      state: template.optional(),
      set_value: actions.optional(),
      min: template.default('0'),
      max: template.default('100'),
      step: template.default('1'),
      mode: z.enum(['auto', 'box', 'slider']).optional(),
      unit_of_measurement: z.string().optional(),
      device_class: deviceClass(numberDomain.deviceClasses),
    }),
    actionKeys: ['set_value'],
    describe: (config) => ({
      deviceClass: config.device_class,
      unit: config.unit_of_measurement,
      capabilities: { min: 0, max: 100, step: 1, mode: config.mode ?? 'auto' },
      values: { value: null },
    }),
    readings: ({ state, min, max, step }) => [
      numberReading({ key: 'state', template: state, reports: 'value', isMain: true }),
      ...Object.entries({ min, max, step }).map(([key, one]) => ({
        ...numberReading({ key, template: one }),
        isCapability: true,
      })),
    ],
    actions: ({ fields }) => [{ key: 'set_value', variables: { value: fields.value } }],
  }),
  defineTemplateKind({
    domain: selectDomain,
    schema: z.strictObject({
      ...commonFields,
      state: template.optional(),
      options: template,
      select_option: actions.optional(),
    }),
    actionKeys: ['select_option'],
    describe: () => ({ capabilities: { options: [] }, values: { option: null } }),
    readings: ({ state, options }) => [
      {
        key: 'options',
        template: options,
        reports: ['options'],
        isCapability: true,
        read: (value) => {
          const texts = textsOf(value);
          return texts === undefined ? 'a list' : { options: texts };
        },
      },
      {
        key: 'state',
        template: state,
        reports: ['option'],
        isMain: true,
        read: (value) => ({ option: isUnknown(value) ? null : textOf(value) }),
      },
    ],
    actions: ({ fields }) => [{ key: 'select_option', variables: { option: fields.option } }],
  }),
  defineTemplateKind({
    domain: textDomain,
    schema: z.strictObject({
      ...commonFields,
      state: template.optional(),
      set_value: actions.optional(),
      min: z.int().min(0).max(255).default(0),
      max: z.int().min(1).max(255).default(255),
      pattern: z.string().optional(),
      mode: z.enum(['text', 'password']).default('text'),
    }),
    actionKeys: ['set_value'],
    describe: ({ min, max, pattern, mode }) => ({
      capabilities: { min, max, pattern: pattern ?? null, mode },
      values: { value: null },
    }),
    readings: ({ state }) => [textReading({ key: 'state', template: state, reports: 'value', isMain: true })],
    actions: ({ fields }) => [{ key: 'set_value', variables: { value: fields.value } }],
  }),
  defineTemplateKind({
    domain: eventDomain,
    schema: z.strictObject({
      ...commonFields,
      event_type: template,
      event_types: template,
      device_class: deviceClass(eventDomain.deviceClasses),
    }),
    actionKeys: [],
    describe: (config) => ({
      deviceClass: config.device_class,
      capabilities: { event_types: [] },
      values: { at: null },
    }),
    readings: ({ event_type, event_types }) => [
      {
        key: 'event_types',
        template: event_types,
        reports: ['event_types'],
        isCapability: true,
        read: (value) => {
          const texts = textsOf(value);
          return texts === undefined ? 'a list' : { event_types: texts };
        },
      },
      {
        key: 'event_type',
        template: event_type,
        reports: ['event_type'],
        isMain: true,
        stamps: 'at',
        read: (value) => (isUnknown(value) ? {} : { event_type: textOf(value) }),
      },
    ],
  }),
  defineTemplateKind({
    domain: imageDomain,
    schema: z.strictObject({ ...commonFields, url: template, verify_ssl: z.boolean().default(true) }),
    actionKeys: [],
    describe: () => ({ values: { updated_at: null } }),
    readings: ({ url }) => [
      {
        key: 'url',
        template: url,
        reports: ['url'],
        isMain: true,
        stamps: 'updated_at',
        read: (value) => {
          const address = textOf(value) ?? '';
          const isAddress = /^https?:\/\//i.test(address) && URL.canParse(address);
          return isAddress ? { url: address } : 'an address of a picture';
        },
      },
    ],
    pictureUrl: ({ url }) => (typeof url === 'string' ? url : undefined),
  }),
];

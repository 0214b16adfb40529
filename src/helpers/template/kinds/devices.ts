import { z } from 'zod';
import { alarmControlPanelDomain } from '../../../domains/alarm-control-panel/alarm-control-panel.ts';
import { lockDomain } from '../../../domains/lock/lock.ts';
import { updateDomain } from '../../../domains/update/update.ts';
import { vacuumDomain } from '../../../domains/vacuum/vacuum.ts';
import { actions, commonFields, deviceClass, template } from '../fields.ts';
import { defineTemplateKind, type TemplateKind } from '../template-kind.ts';
import { booleanOf, isUnknown } from '../values.ts';
import { booleanReading, numberReading, textReading, wordOf, wordReading } from './readings.ts';

const LOCK_STATES = lockDomain.states as readonly string[];
const ALARM_MODES = ['home', 'away', 'night', 'vacation', 'custom_bypass'] as const;
const VACUUM = {
  start: 'start',
  pause: 'pause',
  stop: 'stop',
  return_to_base: 'return_home',
  clean_spot: 'clean_spot',
  locate: 'locate',
  set_fan_speed: 'fan_speed',
} as const;

/** Template locks, alarms, vacuum cleaners and updates. */
export const deviceKinds: readonly TemplateKind[] = [
  defineTemplateKind({
    domain: lockDomain,
    schema: z.strictObject({
      ...commonFields,
      state: template.optional(),
      lock: actions,
      unlock: actions,
      open: actions.optional(),
      code_format: template.optional(),
    }),
    actionKeys: ['lock', 'unlock', 'open'],
    describe: (config) => ({
      features: config.open === undefined ? [] : ['open'],
      values: { state: config.state === undefined ? 'unlocked' : null },
    }),
    readings: ({ state, code_format }) => [
      {
        key: 'state',
        template: state,
        reports: ['state'],
        isMain: true,
        read: (value) => {
          if (isUnknown(value)) return { state: null };
          const word = wordOf(value);
          return { state: LOCK_STATES.includes(word) ? word : booleanOf(value) ? 'locked' : 'unlocked' };
        },
      },
      { ...textReading({ key: 'code_format', template: code_format }), isCapability: true },
    ],
    actions: ({ service, fields }) => [
      { key: service, variables: fields.code === undefined ? {} : { code: fields.code } },
    ],
  }),
  defineTemplateKind({
    domain: alarmControlPanelDomain,
    schema: z.strictObject({
      ...commonFields,
      state: template.optional(),
      disarm: actions.optional(),
      arm_home: actions.optional(),
      arm_away: actions.optional(),
      arm_night: actions.optional(),
      arm_vacation: actions.optional(),
      arm_custom_bypass: actions.optional(),
      trigger: actions.optional(),
      code_arm_required: z.boolean().default(true),
      code_format: z.enum(['number', 'text', 'no_code']).default('number'),
    }),
    actionKeys: ['disarm', ...ALARM_MODES.map((mode) => `arm_${mode}`), 'trigger'],
    describe: (config) => ({
      features: [
        ...ALARM_MODES.filter((mode) => config[`arm_${mode}`] !== undefined).map((mode) => `arm_${mode}`),
        ...(config.trigger === undefined ? [] : ['trigger']),
      ],
      capabilities: {
        code_format: config.code_format === 'no_code' ? null : config.code_format,
        code_arm_required: config.code_arm_required,
      },
      values: { state: config.state === undefined ? 'disarmed' : null },
    }),
    readings: ({ state }) => [
      wordReading(
        { key: 'state', template: state, isMain: true },
        alarmControlPanelDomain.states as string[],
      ),
    ],
    actions: ({ service, fields }) => [
      { key: service.replace('alarm_', ''), variables: { code: fields.code ?? null } },
    ],
  }),
  defineTemplateKind({
    domain: vacuumDomain,
    schema: z.strictObject({
      ...commonFields,
      state: template.optional(),
      fan_speed: template.optional(),
      fan_speeds: z.array(z.string()).default([]),
      start: actions,
      pause: actions.optional(),
      stop: actions.optional(),
      return_to_base: actions.optional(),
      clean_spot: actions.optional(),
      locate: actions.optional(),
      set_fan_speed: actions.optional(),
    }),
    actionKeys: Object.keys(VACUUM),
    describe: (config) => ({
      features: [
        ...Object.entries(VACUUM)
          .filter(([key]) => config[key as keyof typeof VACUUM] !== undefined)
          .map(([, feature]) => feature),
        ...(config.state === undefined ? [] : ['state']),
      ],
      capabilities: { fan_speed_list: config.fan_speeds },
      values: { state: null },
    }),
    readings: ({ state, fan_speed }) => [
      wordReading({ key: 'state', template: state, isMain: true }, vacuumDomain.states as string[]),
      textReading({ key: 'fan_speed', template: fan_speed }),
    ],
    actions: ({ service, fields }) => [
      { key: service, variables: fields.fan_speed === undefined ? {} : { fan_speed: fields.fan_speed } },
    ],
  }),
  defineTemplateKind({
    domain: updateDomain,
    schema: z.strictObject({
      ...commonFields,
      installed_version: template,
      latest_version: template,
      title: template.optional(),
      release_summary: template.optional(),
      release_url: template.optional(),
      in_progress: template.optional(),
      update_percentage: template.optional(),
      install: actions.optional(),
      backup: z.boolean().default(false),
      specific_version: z.boolean().default(false),
      device_class: deviceClass(updateDomain.deviceClasses),
    }),
    actionKeys: ['install'],
    describe: (config) => ({
      deviceClass: config.device_class,
      features: [
        ...(config.install === undefined ? [] : ['install']),
        ...(config.backup ? ['backup'] : []),
        ...(config.specific_version ? ['specific_version'] : []),
        ...(config.in_progress === undefined && config.update_percentage === undefined ? [] : ['progress']),
      ],
      values: { installed_version: null, latest_version: null },
    }),
    readings: (config) => [
      textReading({ key: 'installed_version', template: config.installed_version, isMain: true }),
      textReading({ key: 'latest_version', template: config.latest_version }),
      ...(['title', 'release_summary', 'release_url'] as const).map((key) =>
        textReading({ key, template: config[key] }),
      ),
      booleanReading({ key: 'in_progress', template: config.in_progress }),
      numberReading({ key: 'update_percentage', template: config.update_percentage }, [0, 100]),
    ],
    actions: ({ fields }) => [
      {
        key: 'install',
        variables: { specific_version: fields.version ?? null, backup: fields.backup ?? false },
      },
    ],
  }),
];

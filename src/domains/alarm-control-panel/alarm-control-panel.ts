import {
  type Command,
  defineDomain,
  defineService,
  type EntityService,
  type EntityView,
} from '../definition/define-domain.ts';
import { text } from '../definition/field.ts';
import { refusal } from '../definition/refusal.ts';
import { byState } from '../definition/reproduce.ts';
import { alarmDevice, alarmTriggers } from './automations.ts';

const ARMED = ['home', 'away', 'night', 'vacation', 'custom_bypass'] as const;
const STATES = [
  'disarmed',
  'armed_home',
  'armed_away',
  'armed_night',
  'armed_vacation',
  'armed_custom_bypass',
  'arming',
  'pending',
  'disarming',
  'triggered',
] as const;

/** The reported values of an alarm panel. */
export interface AlarmValues {
  readonly [key: string]: unknown;
  readonly state: (typeof STATES)[number] | null;
  /** The person or device that changed it last. */
  readonly changed_by?: string | null;
}

/** The capabilities of an alarm panel. */
export interface AlarmCapabilities {
  readonly [key: string]: unknown;
  /** Null for a panel without codes. */
  readonly code_format?: 'number' | 'text' | null;
  /** Whether arming requires a code; true by default. */
  readonly code_arm_required?: boolean;
}

type AlarmView = EntityView<AlarmValues, AlarmCapabilities>;

/** Alarm panels. The code is checked by the driver of the entity: for MQTT, `mqtt/components/alarm-code.ts`. */
export const alarmControlPanelDomain = defineDomain<AlarmValues, AlarmCapabilities>({
  name: 'alarm_control_panel',
  title: 'Alarm control panel',
  states: STATES,
  features: {
    arm_home: 1,
    arm_away: 2,
    arm_night: 4,
    trigger: 8,
    arm_custom_bypass: 16,
    arm_vacation: 32,
  },
  deviceClasses: [],
  attributes: {
    code_format: { description: '`number` or `text`; null without codes.' },
    changed_by: { description: 'Who last changed the state, or null.' },
    code_arm_required: { description: 'Whether arming requires a code.' },
  },
  services: [
    alarmService('alarm_disarm', 'disarmed'),
    ...ARMED.map((mode) => ({
      ...alarmService(`alarm_arm_${mode}`, `armed_${mode}`),
      requires: [[`arm_${mode}`]],
    })),
    { ...alarmService('alarm_trigger', 'triggered'), requires: [['trigger']] },
  ],
  reproduce: byState({
    armed_away: 'alarm_arm_away',
    armed_custom_bypass: 'alarm_arm_custom_bypass',
    armed_home: 'alarm_arm_home',
    armed_night: 'alarm_arm_night',
    armed_vacation: 'alarm_arm_vacation',
    disarmed: 'alarm_disarm',
    triggered: 'alarm_trigger',
  }),
  deviceAutomations: alarmDevice,
  entityTriggers: alarmTriggers,
  presentCapabilities: () => ({}),
  present: ({ values, capabilities }) => ({
    state: values.state,
    attributes: {
      code_format: capabilities.code_format ?? null,
      changed_by: values.changed_by ?? null,
      code_arm_required: armsWithCode(capabilities),
    },
  }),
});

function armsWithCode(capabilities: AlarmCapabilities): boolean {
  return capabilities.code_arm_required !== false;
}

function alarmService(
  name: string,
  state: (typeof STATES)[number],
): EntityService<AlarmValues, AlarmCapabilities> {
  return defineService({
    name,
    fields: { code: text({ example: '1234' }) },
    plan: (panel: AlarmView, fields): Command<AlarmValues> => {
      const code = fields.code || defaultCode(panel);
      if (code === '' && state.startsWith('armed_') && armsWithCode(panel.capabilities)) {
        throw refusal(
          'code_arm_required',
          { key: 'arming_requires_code', parameters: { panel: panel.id } },
          {
            domain: 'alarm_control_panel',
            entity_id: panel.id,
          },
        );
      }
      return { service: name, fields: code === '' ? {} : { code }, patch: { state } };
    },
  });
}

/** The default code the user stored for the panel. */
function defaultCode(panel: AlarmView): string {
  const { default_code: code } = panel.options ?? {};
  return typeof code === 'string' ? code : '';
}

import type { FormValues } from '../form/form-field.ts';
import { deviceTriggerText, purposeText } from './purpose-text.ts';
import { field, type StepKind } from './step-kind.ts';

/** The keys common to all steps. */
const KEPT: ReadonlySet<string> = new Set(['alias', 'enabled', 'id', 'variables', 'continue_on_error']);

const BLANKS = {
  trigger: { trigger: 'device' },
  condition: { condition: 'device' },
  action: { domain: '', type: '' },
} as const;

/** A device trigger, condition or action: first the device is chosen, then one of those it offers. */
export function deviceStep(of: keyof typeof BLANKS, iconPath: string): StepKind {
  return {
    name: 'device',
    title: 'step.device',
    iconPath,
    blank: { ...BLANKS[of], device_id: '' },
    fields: () => [
      field('choose', 'device_id', 'step.device', { what: 'device', isRequired: true }),
      field('device_automation', 'device_automation', 'step.what', { of, isRequired: true }),
    ],
    summary: ({ device_id, domain, type, subtype }) => [
      device_id,
      type === undefined || type === ''
        ? ''
        : subtype === undefined
          ? purposeText(String(type), domain)
          : deviceTriggerText(String(type), String(subtype)),
    ],
    toForm: (step): FormValues => ({ ...step, device_automation: withoutSaved(step) }),
    toStep: ({ device_automation: action, device_id, ...rest }) => {
      const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => KEPT.has(key)));
      const chosen = (action ?? {}) as FormValues;
      return {
        ...kept,
        ...(chosen.device_id === device_id ? chosen : { ...BLANKS[of], device_id: device_id ?? '' }),
      };
    },
  };
}

function withoutSaved(step: FormValues): FormValues {
  return Object.fromEntries(Object.entries(step).filter(([key]) => !KEPT.has(key)));
}

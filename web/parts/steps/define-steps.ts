import { define } from '../../app/define.ts';
import { DeviceAction } from './device-action-form.ts';
import { StepList } from './step-list.ts';
import { UnknownReferences } from './unknown-references.ts';

/** Registers the custom elements of step lists, used by form fields of steps. */
export function defineSteps(): void {
  define({
    'hearth-unknown-references': UnknownReferences,
    'hearth-step-list': StepList,
    'hearth-device-automation': DeviceAction,
  });
}

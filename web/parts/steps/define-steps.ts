import { define } from '../../app/define.ts';
import { DeviceDeed } from './device-deed.ts';
import { StepList } from './step-list.ts';

/** Makes lists of steps known to the browser; forms hold them where a field asks for steps. */
export function defineSteps(): void {
  define({ 'hearth-step-list': StepList, 'hearth-device-deed': DeviceDeed });
}

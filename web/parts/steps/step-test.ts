import { mdiPlayOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { toast, toastTrouble } from '../../app/toasts.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { failure } from '../failure.ts';
import type { StepPlace } from '../form/form-field.ts';
import { labeledButton } from '../tool-button.ts';
import { ConditionState } from './condition-state.ts';
import type { StepConfig } from './step-kind.ts';

define({ 'hearth-condition-state': ConditionState });

/** Tests one step on its own: a condition live, an action at the press of a button. */
export function stepTest(
  home: HomeStore,
  place: StepPlace,
  step: StepConfig,
): TemplateResult | typeof nothing {
  if (place === 'conditions')
    return html`<hearth-condition-state .home=${home} .condition=${step}></hearth-condition-state>`;
  if (place === 'triggers') return nothing;
  const run = (): Promise<void> =>
    home.connection.sendMessagePromise({ type: 'execute_script', sequence: [step] }).then(
      () => toast(say('step.has_run')),
      (error) => toastTrouble(failure(error)),
    );
  return labeledButton(mdiPlayOutline, say('step.run'), () => void run());
}

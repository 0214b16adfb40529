import { html, nothing, type TemplateResult } from 'lit';
import type { TextKey } from '../../texts/catalog.ts';
import { say } from '../../texts/say.ts';
import type { StepPlace } from '../form/form-field.ts';
import { copiedStep } from './step-clipboard.ts';
import type { StepConfig } from './step-kind.ts';
import { STEP_GROUPS } from './step-kinds.ts';

const ADD: Readonly<Record<StepPlace, TextKey>> = {
  triggers: 'step.add_trigger',
  conditions: 'step.add_condition',
  actions: 'step.add_action',
};

/** A step to add, and whether it is shown as YAML since it has no form. */
export interface NewStep {
  readonly step: StepConfig;
  readonly asYaml: boolean;
}

/** A list of all kinds of steps, and the copied one, to add to a part. */
export function stepAdder(place: StepPlace, add: (chosen: NewStep) => void): TemplateResult {
  const choose = (event: Event): void => {
    const select = event.target as HTMLSelectElement;
    const chosen = newStep(place, select.value);
    select.value = '';
    if (chosen !== undefined) add(chosen);
  };
  return html`<select class="step-add" aria-label=${say(ADD[place])} @change=${choose}>
    <option value="">${say(ADD[place])}</option>
    ${copiedStep(place) === undefined ? nothing : html`<option value="paste">${say('step.paste')}</option>`}
    ${STEP_GROUPS[place].map(
      ({ title, kinds }) => html`<optgroup label=${say(title)}>
        ${kinds.map(({ name, title: own }) => html`<option value="${title === 'step.group_only_if' ? `if-${name}` : name}">${say(own)}</option>`)}
      </optgroup>`,
    )}
    <option value="yaml">${say('step.other')}</option>
  </select>`;
}

function newStep(place: StepPlace, value: string): NewStep | undefined {
  if (value === 'paste') {
    const step = copiedStep(place);
    return step === undefined ? undefined : { step, asYaml: false };
  }
  if (value === 'yaml') return { step: {}, asYaml: true };
  const [, isIf, wanted = ''] = /^(if-)?(.*)$/.exec(value) ?? [];
  const kinds = STEP_GROUPS[isIf === undefined ? place : 'conditions'].flatMap((group) => group.kinds);
  const kind = kinds.find(({ name }) => name === wanted);
  return kind === undefined ? undefined : { step: kind.blank, asYaml: false };
}

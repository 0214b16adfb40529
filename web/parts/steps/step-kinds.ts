import { say } from '../../texts/say.ts';
import type { FormField, FormValues, StepPlace } from '../form/form-field.ts';
import { isDataField } from './action-form.ts';
import { ACTION_GROUPS } from './action-kinds.ts';
import { CONDITION_GROUPS } from './condition-kinds.ts';
import { field, type StepConfig, type StepGroup, type StepKind } from './step-kind.ts';
import { TRIGGER_GROUPS } from './trigger-kinds.ts';

const JOINED = ['and', 'or', 'not'] as const;

/** All conditions in one group: as actions they decide whether to continue. */
const ONLY_IF: StepGroup = {
  title: 'step.group_only_if',
  kinds: CONDITION_GROUPS.flatMap(({ kinds }) => kinds),
};

/** The types of steps with a form, in display order. */
export const STEP_GROUPS: Readonly<Record<StepPlace, readonly StepGroup[]>> = {
  triggers: TRIGGER_GROUPS,
  conditions: CONDITION_GROUPS,
  actions: [...ACTION_GROUPS, ONLY_IF],
};

/** The type of a step; undefined if there is only YAML for it. */
export function kindOf(place: StepPlace, step: StepConfig): StepKind | undefined {
  if (typeof step === 'string') return place === 'triggers' ? undefined : byName('conditions', 'template');
  if (typeof step !== 'object' || step === null || Array.isArray(step)) return undefined;
  const values = step as FormValues;
  if (place === 'triggers') return byKind('triggers', values.trigger ?? values.platform);
  const short = JOINED.find((name) => values[name] !== undefined);
  if (place === 'conditions') return byKind('conditions', values.condition ?? short);
  if (values.condition !== undefined || short !== undefined) return kindOf('conditions', step);
  if ('service' in values) return byName('actions', 'action');
  return (
    ACTION_GROUPS.flatMap(({ kinds }) => kinds).find(({ name }) => name in values) ??
    (values.device_id === undefined ? undefined : byName('actions', 'device'))
  );
}

/** Normalizes a step for its form: a bare template is a condition. */
export function stepValues(step: StepConfig): FormValues {
  if (typeof step === 'string') return { condition: 'template', value_template: step };
  const { platform, service, ...rest } = (step ?? {}) as FormValues;
  return {
    ...(platform === undefined ? {} : { trigger: platform }),
    ...(service === undefined ? {} : { action: service }),
    ...rest,
  };
}

/** The optional fields of every step of a part. */
export function commonFields(place: StepPlace): readonly FormField[] {
  return [
    field('text', 'alias', 'step.alias'),
    ...(place === 'triggers'
      ? [
          field('text', 'id', 'step.own_id', { hint: say('step.own_id_hint') }),
          field('yaml', 'variables', 'step.variables'),
        ]
      : []),
    ...(place === 'actions' ? [field('boolean', 'continue_on_error', 'step.continue_on_error')] : []),
  ];
}

/** Whether a field is filled in or specific to its type: others are behind "more". */
export function isMain(place: StepPlace, { name, isRequired }: FormField, values: FormValues): boolean {
  if (isRequired === true || values[name] !== undefined) return true;
  return !isDataField(name) && commonFields(place).every((one) => one.name !== name);
}

function byKind(place: 'triggers' | 'conditions', value: unknown): StepKind | undefined {
  if (typeof value !== 'string') return undefined;
  return byName(place, value.includes('.') ? 'purpose' : value);
}

function byName(place: StepPlace, wanted: string): StepKind | undefined {
  for (const { kinds } of STEP_GROUPS[place]) {
    const found = kinds.find(({ name }) => name === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

import type { HassServices } from 'home-assistant-js-websocket';
import type { TextKey } from '../../texts/catalog.ts';
import { say } from '../../texts/say.ts';
import type { FormField, FormValues, StepPlace } from '../form/form-field.ts';
import type { WireField } from '../form/wire-selector.ts';

/** A step as configured: a mapping, or just a template. */
export type StepConfig = unknown;

/** A purpose-specific trigger or condition (`light.turned_on`) as described by the server. */
export interface Purpose {
  readonly target?: { readonly entity?: unknown } | undefined;
  readonly fields: Readonly<Record<string, WireField>>;
}

/** The server's descriptions, from which some forms are generated. */
export interface Described {
  readonly services: HassServices;
  readonly triggers: Readonly<Record<string, Purpose>>;
  readonly conditions: Readonly<Record<string, Purpose>>;
}

/** A type of step with a form. */
export interface StepKind {
  readonly name: string;
  readonly title: TextKey;
  /** A path from the icon set. */
  readonly iconPath: string;
  /** The initial configuration. */
  readonly blank: FormValues;
  readonly fields: (values: FormValues, described: Described) => readonly FormField[];
  /** The form values, if they differ from the step. */
  readonly toForm?: (step: FormValues, described: Described) => FormValues;
  readonly toStep?: (values: FormValues) => StepConfig;
  /** A short summary. */
  readonly summary?: (values: FormValues) => unknown;
}

/** A group of step types, in display order. */
export interface StepGroup {
  readonly title: TextKey;
  readonly kinds: readonly StepKind[];
}

type Facts = Partial<Omit<FormField, 'kind'>> & Readonly<Record<string, unknown>>;

/** A field of a step. */
export const field = (kind: FormField['kind'], name: string, word: TextKey, facts: Facts = {}): FormField =>
  ({ kind, name, label: say(word), ...facts }) as FormField;

/** The entities of a step. */
export const entities = (facts: Facts = {}): FormField =>
  field('choose', 'entity_id', 'form.entity', {
    what: 'entity',
    isMultiple: true,
    isRequired: true,
    ...facts,
  });

/** Steps nested in a step. */
export const steps = (name: string, word: TextKey, place: StepPlace, facts: Facts = {}): FormField =>
  field('steps', name, word, { place, ...facts });

/** How long the condition must hold. */
export const durationField = (): FormField => field('duration', 'for', 'step.for', { hasDays: true });

/** A template. */
export const template = (name = 'value_template', word: TextKey = 'step.template'): FormField =>
  field('long_text', name, word, { isCode: true, isRequired: true });

/** A select of translated options. */
export const keywords = (
  name: string,
  word: TextKey,
  options: Readonly<Record<string, TextKey>>,
  facts: Facts = {},
): FormField =>
  field('select', name, word, {
    options: Object.entries(options).map(([id, one]) => ({ id, name: say(one) })),
    ...facts,
  });

/** Days of the week. */
export const weekdays = (): FormField =>
  field('checks', 'weekday', 'step.weekday', {
    options: (['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const).map((id) => ({
      id,
      name: say(`day.${id}`),
    })),
  });

/** The lower and upper bound of a number. */
export const bounds = (): FormField[] => [
  entities(),
  field('number', 'above', 'step.above'),
  field('number', 'below', 'step.below'),
  field('attribute', 'attribute', 'step.attribute'),
];

import type { HassServices } from 'home-assistant-js-websocket';
import type { Word } from '../../words/catalog.ts';
import { say } from '../../words/say.ts';
import type { FormField, FormValues, StepPlace } from '../form/form-field.ts';
import type { WireField } from '../form/wire-selector.ts';

/** A step as it is written: a mapping, or a template alone. */
export type StepConfig = unknown;

/** A trigger or a condition of a purpose (`light.turned_on`), as the server describes it. */
export interface Purpose {
  readonly target?: { readonly entity?: unknown } | undefined;
  readonly fields: Readonly<Record<string, WireField>>;
}

/** What the server describes: forms of some steps are made of it. */
export interface Described {
  readonly services: HassServices;
  readonly triggers: Readonly<Record<string, Purpose>>;
  readonly conditions: Readonly<Record<string, Purpose>>;
}

/** One kind of step there is a form for. */
export interface StepKind {
  readonly name: string;
  readonly title: Word;
  /** From the icon set. */
  readonly drawing: string;
  /** What a new one begins with. */
  readonly blank: FormValues;
  readonly fields: (values: FormValues, described: Described) => readonly FormField[];
  /** The values of the form, where these are not the step itself. */
  readonly toForm?: (step: FormValues, described: Described) => FormValues;
  readonly toStep?: (values: FormValues) => StepConfig;
  /** What it is about, in a few words. */
  readonly about?: (values: FormValues) => unknown;
}

/** The kinds of one part, as they are offered. */
export interface StepGroup {
  readonly title: Word;
  readonly kinds: readonly StepKind[];
}

type Facts = Partial<Omit<FormField, 'kind'>> & Readonly<Record<string, unknown>>;

/** A field of a step. */
export const field = (kind: FormField['kind'], name: string, word: Word, facts: Facts = {}): FormField =>
  ({ kind, name, label: say(word), ...facts }) as FormField;

/** The entities a step is about. */
export const entities = (facts: Facts = {}): FormField =>
  field('choose', 'entity_id', 'form.entity', {
    what: 'entity',
    isMultiple: true,
    isRequired: true,
    ...facts,
  });

/** Steps inside a step. */
export const steps = (name: string, word: Word, place: StepPlace, facts: Facts = {}): FormField =>
  field('steps', name, word, { place, ...facts });

/** How long something has to be so. */
export const lasting = (): FormField => field('duration', 'for', 'step.for', { hasDays: true });

/** A template. */
export const template = (name = 'value_template', word: Word = 'step.template'): FormField =>
  field('long_text', name, word, { isCode: true, isRequired: true });

/** Words to choose from, by what they stand for. */
export const words = (
  name: string,
  word: Word,
  options: Readonly<Record<string, Word>>,
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

/** The two bounds of a number. */
export const bounds = (): FormField[] => [
  entities(),
  field('number', 'above', 'step.above'),
  field('number', 'below', 'step.below'),
  field('attribute', 'attribute', 'step.attribute'),
];

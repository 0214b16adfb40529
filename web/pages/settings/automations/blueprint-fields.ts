import type { FormField, FormValues } from '../../../parts/form/form-field.ts';
import { fieldOf } from '../../../parts/form/wire-selector.ts';
import type { BlueprintFacts, BlueprintInput, BlueprintSection } from '../../../server/blueprints.ts';
import { plain } from '../../../texts/domain-name.ts';

/** The blueprint of an instance, and its inputs. */
export interface BlueprintUse {
  readonly path: string;
  readonly input: FormValues;
}

/** The fields of a blueprint's inputs, grouped by section. */
export function inputFields({ input }: BlueprintFacts): readonly FormField[] {
  return Object.entries(input ?? {}).map(([key, one]) =>
    isSection(one)
      ? {
          kind: 'section',
          name: key,
          label: one.name ?? plain(key),
          hint: one.description,
          isFolded: one.collapsed === true,
          fields: Object.entries(one.input ?? {}).map(([inner, item]) => inputField(inner, item)),
        }
      : inputField(key, one),
  );
}

/** The displayed inputs: those of the instance over the blueprint's defaults. */
export function shownInputs(facts: BlueprintFacts, given: FormValues): FormValues {
  return { ...defaultsOf(facts), ...given };
}

/** The inputs to store: those that differ from the defaults or were stored before. */
export function givenInputs(facts: BlueprintFacts, shown: FormValues, before: FormValues): FormValues {
  const defaults = defaultsOf(facts);
  return Object.fromEntries(
    Object.entries(shown).filter(
      ([key, value]) => Object.hasOwn(before, key) || JSON.stringify(value) !== JSON.stringify(defaults[key]),
    ),
  );
}

/** The blueprint use in an item's configuration. */
export function useIn(config: FormValues): BlueprintUse {
  const { path, input } = (config.use_blueprint ?? {}) as { path?: unknown; input?: unknown };
  return { path: String(path ?? ''), input: (input ?? {}) as FormValues };
}

function inputField(key: string, input: BlueprintInput | null): FormField {
  const hasDefault = input !== null && Object.hasOwn(input, 'default');
  const { name, description, selector } = input ?? {};
  const field = fieldOf(key, { name: name ?? plain(key), description, selector: selector ?? { text: {} } });
  // With a default, a boolean has no "not set" option.
  const { isRequired: _unsaid, ...rest } = field;
  return field.kind === 'boolean' && hasDefault ? rest : { ...field, isRequired: !hasDefault };
}

function defaultsOf({ input }: BlueprintFacts): FormValues {
  const inputs = Object.entries(input ?? {}).flatMap(([key, one]) =>
    isSection(one) ? Object.entries(one.input ?? {}) : [[key, one] as const],
  );
  return Object.fromEntries(
    inputs.flatMap(([key, one]) => {
      const value = (one as BlueprintInput | null)?.default;
      return value === undefined || value === null || value === '' ? [] : [[key, value]];
    }),
  );
}

function isSection(one: BlueprintInput | BlueprintSection | null): one is BlueprintSection {
  return one !== null && Object.hasOwn(one, 'input');
}

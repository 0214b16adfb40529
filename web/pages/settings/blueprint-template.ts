import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import type { BlueprintFacts } from '../../server/blueprints.ts';
import { say } from '../../texts/say.ts';
import {
  type BlueprintUse,
  givenInputs,
  inputFields,
  shownInputs,
  useIn,
} from './automations/blueprint-fields.ts';

/** Distinguishes an input called `name` from the name of the entity. */
const PREFIX = 'input_';

/** The form of a template entity made from a blueprint: its name and the blueprint's inputs. */
export interface BlueprintTemplate {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  /** Converts the form values to the configuration. */
  toWire(values: FormValues): FormValues;
}

/**
 * The form of an entity made from the blueprint at `path`; `item` is the stored one, if any. Without `facts`,
 * the inputs are edited as YAML.
 */
export function blueprintTemplate(
  path: string,
  facts: BlueprintFacts | undefined,
  item: FormValues = {},
): BlueprintTemplate {
  const name: FormField = {
    kind: 'text',
    name: 'name',
    label: say('record.name'),
    isRequired: true,
    maxLength: 100,
  };
  if (facts === undefined)
    return {
      fields: [
        name,
        {
          kind: 'yaml',
          name: 'use_blueprint',
          label: 'use_blueprint',
          hint: say('blueprints.gone', { path }),
        },
      ],
      values: item,
      toWire: ({ id: _id, ...values }) => values,
    };
  const { input = {} } = useIn(item);
  const { id: _id, use_blueprint: _use, ...rest } = item;
  return {
    fields: [name, ...prefixed(inputFields(facts))],
    values: { name: facts.name, ...rest, ...renamed(shownInputs(facts, input), (key) => PREFIX + key) },
    toWire: (values) => {
      const inputs = Object.entries(values).filter(([key]) => key.startsWith(PREFIX));
      const given = renamed(Object.fromEntries(inputs), (key) => key.slice(PREFIX.length));
      const use: BlueprintUse = { path, input: givenInputs(facts, given, input) };
      return { ...rest, name: values.name, use_blueprint: use };
    },
  };
}

function prefixed(fields: readonly FormField[]): readonly FormField[] {
  return fields.map((field) =>
    field.kind === 'section'
      ? { ...field, fields: prefixed(field.fields) }
      : { ...field, name: PREFIX + field.name },
  );
}

function renamed(values: FormValues, rename: (key: string) => string): FormValues {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [rename(key), value]));
}

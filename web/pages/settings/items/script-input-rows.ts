import type { FormField, FormValues } from '../../../parts/form/form-field.ts';
import { fieldOf } from '../../../parts/form/wire-selector.ts';
import { wordOr } from '../../../words/domain-name.ts';
import { say } from '../../../words/say.ts';

/** An input of a script as its row in the editor: what its selector says stands beside its kind. */
export type InputRow = FormValues & { readonly key?: string };

/** The kinds of inputs the editor proposes, with the ecosystem's names. */
const KINDS = [
  ...['text', 'number', 'boolean', 'select', 'entity', 'device', 'area', 'floor', 'label', 'target'],
  ...['time', 'date', 'datetime', 'duration', 'color_rgb', 'color_temp', 'icon', 'location', 'media'],
  ...['template', 'action', 'condition', 'trigger', 'object'],
] as const;

const multiple = (): FormField => ({ kind: 'boolean', name: 'multiple', label: say('inputs.multiple') });

/** What can be said of a kind in fields of its own. */
const OPTIONS: Readonly<Record<string, () => readonly FormField[]>> = {
  text: () => [
    { kind: 'boolean', name: 'multiline', label: say('inputs.multiline') },
    { kind: 'boolean', name: 'multiple', label: say('inputs.multiple') },
  ],
  number: () => [
    { kind: 'number', name: 'min', label: say('helpers.min'), step: 'any' },
    { kind: 'number', name: 'max', label: say('helpers.max'), step: 'any' },
    { kind: 'number', name: 'step', label: say('helpers.step'), step: 'any', min: 0 },
    { kind: 'text', name: 'unit_of_measurement', label: say('helpers.unit') },
  ],
  select: () => [
    {
      kind: 'list',
      name: 'options',
      label: say('helpers.options'),
      hint: say('helpers.options_hint'),
      isRequired: true,
    },
    multiple(),
    { kind: 'boolean', name: 'custom_value', label: say('inputs.custom_value') },
  ],
  entity: () => [{ kind: 'text', name: 'domain', label: say('inputs.domain'), isCode: true }, multiple()],
  device: () => [multiple()],
  area: () => [multiple()],
  floor: () => [multiple()],
  label: () => [multiple()],
};

/** The row of each input, in the order they are declared in. */
export function rowsOf(inputs: unknown): readonly InputRow[] {
  return Object.entries((inputs ?? {}) as Readonly<Record<string, FormValues | null>>).map(([key, input]) => {
    const { selector, ...rest } = input ?? {};
    const [kind = 'text', options] = Object.entries((selector ?? {}) as FormValues)[0] ?? [];
    return { ...rest, key, kind, ...(options == null ? {} : { options }) };
  });
}

/** The inputs the rows stand for. */
export function inputsOf(rows: readonly InputRow[]): FormValues {
  return Object.fromEntries(
    rows.map(({ key = '', kind = 'text', options, ...rest }) => {
      const { name, description, ...more } = rest;
      const texts = Object.fromEntries(
        Object.entries({ name, description }).filter(([, text]) => text !== undefined),
      );
      return [key, { ...texts, ...more, selector: { [String(kind)]: options ?? null } }];
    }),
  );
}

/** What is asked for in a row: the value to begin with is asked for as the script will ask for it. */
export function rowFields({ kind = 'text', options, key }: InputRow): readonly FormField[] {
  const type = String(kind);
  const own = OPTIONS[type]?.();
  const selector = { [type]: (options ?? null) as FormValues | null };
  const begin = fieldOf('default', { name: say('inputs.default'), selector });
  const { isRequired: _unsaid, ...switched } = begin;
  return [
    { kind: 'text', name: 'name', label: say('record.name') },
    {
      kind: 'text',
      name: 'key',
      label: say('inputs.key'),
      isCode: true,
      isRequired: true,
      hint: say('inputs.key_hint', { key: key ?? '…' }),
    },
    {
      kind: 'select',
      name: 'kind',
      label: say('inputs.kind'),
      isRequired: true,
      options: KINDS.map((id) => ({ id, name: wordOr(`inputs.kind_${id}`, id) })),
    },
    ...(own === undefined
      ? []
      : [{ kind: 'group', name: 'options', label: say('inputs.options'), fields: own } as const]),
    ...(own === undefined && options !== undefined
      ? [{ kind: 'yaml', name: 'options', label: say('inputs.options') } as const]
      : []),
    begin.kind === 'boolean' ? switched : begin,
    { kind: 'boolean', name: 'required', label: say('inputs.required') },
    { kind: 'text', name: 'description', label: say('labels.description') },
  ];
}

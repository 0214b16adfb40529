import type { Fault } from '../../../parts/form/fault.ts';
import type { FormField, FormValues } from '../../../parts/form/form-field.ts';
import { fieldOf } from '../../../parts/form/wire-selector.ts';
import { wordOr } from '../../../texts/domain-name.ts';
import { say } from '../../../texts/say.ts';
import { type InputRow, KEY } from './script-input-rows.ts';

/** The types of inputs that the editor offers, by Home Assistant's selector names. */
const KINDS = [
  ...['text', 'number', 'boolean', 'select', 'entity', 'device', 'area', 'floor', 'label', 'target'],
  ...['time', 'date', 'datetime', 'duration', 'color_rgb', 'color_temp', 'icon', 'location', 'media'],
  ...['template', 'action', 'condition', 'trigger', 'object'],
] as const;

const multiple = (): FormField => ({ kind: 'boolean', name: 'multiple', label: say('inputs.multiple') });

/** The options of each type that have fields. */
const OPTIONS: Readonly<Record<string, () => readonly FormField[]>> = {
  text: () => [{ kind: 'boolean', name: 'multiline', label: say('inputs.multiline') }, multiple()],
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

/** The fields of a row; the default value uses the field that the script will show. */
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

/** The first invalid or duplicate key. */
export function keyFault(rows: readonly InputRow[]): Fault | undefined {
  const seen = new Set<unknown>();
  for (const [at, { key }] of rows.entries()) {
    if (key === undefined || !KEY.test(key)) return { path: [at, 'key'], text: say('inputs.bad_key') };
    if (seen.has(key)) return { path: [at, 'key'], text: say('inputs.same_key') };
    seen.add(key);
  }
  return undefined;
}

import type { FormField, FormValues } from '../../../parts/form/form-field.ts';
import { say } from '../../../texts/say.ts';
import type { ItemKind } from './item-kind.ts';

const MODES = ['single', 'restart', 'queued', 'parallel'] as const;

/** The general fields of an item, besides its parts. */
export function itemFields({ domain, nameKey }: ItemKind): readonly FormField[] {
  const name: FormField = {
    kind: 'text',
    name: nameKey,
    label: say('record.name'),
    isRequired: true,
    maxLength: 255,
  };
  const icon: FormField = { kind: 'icon', name: 'icon', label: say('record.icon') };
  if (domain === 'scene') return [name, icon];
  return [name, ...(domain === 'script' ? [icon] : []), ...runFields()];
}

/** The run mode fields; a blueprint sets these itself. */
function runFields(): readonly FormField[] {
  const isOwn = ({ use_blueprint: use }: FormValues): boolean => use === undefined;
  return [
    { kind: 'long_text', name: 'description', label: say('labels.description') },
    {
      kind: 'select',
      name: 'mode',
      label: say('items.mode'),
      options: MODES.map((id) => ({ id, name: say(`mode.${id}`) })),
      isFor: isOwn,
    },
    {
      kind: 'number',
      name: 'max',
      label: say('items.max'),
      min: 2,
      step: 1,
      isFor: (values) => isOwn(values) && (values.mode === 'queued' || values.mode === 'parallel'),
    },
  ];
}

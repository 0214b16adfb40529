import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { choicesOf } from './choices.ts';
import type { FormField } from './form-field.ts';
import type { DrawnField } from './plain-input.ts';

/** A value that is only shown, in words; those of a list are separated by commas. */
export function fixedText({ field, value, home }: Pick<DrawnField, 'field' | 'value' | 'home'>): string {
  const values = Array.isArray(value) ? value : [value];
  return values
    .filter((one) => one !== undefined && one !== null)
    .map((one) => (typeof one === 'object' ? JSON.stringify(one) : wordFor(field, String(one), home)))
    .join(', ');
}

function wordFor(field: FormField, value: string, home: HomeStore): string {
  if (field.kind === 'choose') {
    const entity = field.what === 'entity' ? home.entity(value) : undefined;
    if (entity !== undefined) return nameOf(entity);
    return choicesOf(home, field.what).find(({ id }) => id === value)?.name ?? value;
  }
  const options = 'options' in field ? field.options : [];
  return options.find(({ id }) => id === value)?.name ?? value;
}

import type { FormTask } from '../../parts/form/form-dialog.ts';
import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { nameOfEntry, type RegistryEntry, updateEntry } from './registry.ts';

/** The form to rename, move, hide and disable an entity. */
export function entityTask(home: HomeStore, entry: RegistryEntry): FormTask {
  const fields: FormField[] = [
    {
      kind: 'text',
      name: 'name',
      label: say('record.name'),
      hint:
        entry.original_name == null
          ? say('entities.device_name_hint')
          : say('entities.name_hint', { name: entry.original_name }),
      maxLength: 255,
    },
    { kind: 'text', name: 'new_entity_id', label: say('states.entity_id'), isCode: true, isRequired: true },
    { kind: 'icon', name: 'icon', label: say('record.icon') },
    {
      kind: 'choose',
      what: 'area',
      name: 'area_id',
      label: say('entities.area'),
      hint: entry.device_id === null ? undefined : say('entities.area_hint'),
    },
    { kind: 'choose', what: 'label', isMultiple: true, name: 'labels', label: say('labels.title') },
    { kind: 'boolean', name: 'hidden', label: say('entities.hide'), hint: say('entities.hide_hint') },
    { kind: 'boolean', name: 'disabled', label: say('entities.disable'), hint: say('entities.disable_hint') },
  ];
  const { name, icon, area_id, labels, entity_id, hidden_by, disabled_by } = entry;
  return {
    title: nameOfEntry(home, entry),
    fields,
    values: {
      ...given({ name, icon, area_id }),
      labels,
      new_entity_id: entity_id,
      hidden: hidden_by !== null,
      disabled: disabled_by !== null,
    },
    save: (values) => updateEntry(home, entity_id, changesOf(entry, values)),
  };
}

/** Only the changed values: renaming an entity must not move it as well. */
function changesOf(entry: RegistryEntry, values: FormValues): object {
  const requested: Record<string, unknown> = {
    name: values.name ?? null,
    icon: values.icon ?? null,
    area_id: values.area_id ?? null,
    labels: values.labels ?? [],
    hidden_by: values.hidden === true ? 'user' : null,
    disabled_by: values.disabled === true ? 'user' : null,
  };
  const before: Readonly<Record<string, unknown>> = { ...entry };
  const isSame = (key: string): boolean => {
    // Compares whether it is hidden or disabled, not by whom.
    if (key.endsWith('_by')) return (before[key] !== null) === (requested[key] !== null);
    return JSON.stringify(before[key]) === JSON.stringify(requested[key]);
  };
  const changes = Object.fromEntries(Object.entries(requested).filter(([key]) => !isSame(key)));
  const { new_entity_id } = values;
  return new_entity_id === entry.entity_id ? changes : { ...changes, new_entity_id };
}

function given(values: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

import type { FormTask } from '../../parts/form/form-dialog.ts';
import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import { say } from '../../texts/say.ts';
import type { Config } from '../config.ts';
import { cardOf } from './card-values.ts';

const TYPES = ['sections', 'masonry', 'panel', 'sidebar'] as const;

/** The form of a view. */
export function viewTask(view: Config, isNew: boolean, save: (view: Config) => Promise<void>): FormTask {
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'title', label: say('dashboards.card_title'), isRequired: true },
    { kind: 'icon', name: 'icon', label: say('dashboards.card_icon') },
    {
      ...({
        kind: 'select',
        options: TYPES.map((id) => ({ id, name: say(`dashboards.view_${id}`) })),
      } as const),
      ...{ name: 'type', label: say('dashboards.view_type') },
    },
    {
      ...({ kind: 'text', maxLength: 60 } as const),
      ...{ name: 'path', label: say('dashboards.path'), hint: say('dashboards.path_hint') },
    },
  ];
  return {
    title: say(isNew ? 'dashboards.add_view' : 'dashboards.edit_view'),
    fields,
    values: view,
    save: (values: FormValues) => save(cardOf(view, values, fields)),
  };
}

/** The form of a section. */
export function sectionTask(section: Config, save: (section: Config) => Promise<void>): FormTask {
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'title', label: say('dashboards.card_title') },
    { kind: 'number', name: 'column_span', label: say('dashboards.columns'), min: 1, max: 10, step: 1 },
  ];
  return {
    title: say('dashboards.edit_section'),
    fields,
    values: section,
    save: (values: FormValues) => save(cardOf(section, values, fields)),
  };
}

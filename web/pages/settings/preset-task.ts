import type { FormTask } from '../../parts/form/form-dialog.ts';
import type { UserPolicy } from '../../server/people.ts';
import { say } from '../../texts/say.ts';
import { PRESETS, presetPolicy } from './policy-presets.ts';

/** Chooses a preset and its rooms; the policy is saved afterwards, once it was read. */
export function presetTask(take: (policy: UserPolicy) => void): FormTask {
  return {
    title: say('rights.use_preset'),
    fields: [
      {
        kind: 'select',
        name: 'preset',
        label: say('rights.preset'),
        isRequired: true,
        options: PRESETS.map((id) => ({ id, name: say(`rights.preset_${id}`) })),
      },
      {
        kind: 'choose',
        what: 'area',
        isMultiple: true,
        name: 'areas',
        label: say('form.area'),
        hint: say('rights.preset_areas_hint'),
      },
    ],
    values: { preset: 'guest' },
    yes: say('rights.use_preset'),
    save: async ({ preset, areas }) => {
      const chosen = PRESETS.find((one) => one === preset);
      const ids = Array.isArray(areas) ? areas.map(String) : [];
      if (chosen !== undefined) take(presetPolicy(chosen, ids, Date.now()));
    },
  };
}

import '../../styles/editors.css';
import '../../styles/inner.css';
import '../../texts/inner.ts';
import { define } from '../../app/define.ts';
import { FormDialog, type FormTask } from '../../parts/form/form-dialog.ts';
import type { FormValues } from '../../parts/form/form-field.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { numberIn, textIn } from '../config.ts';
import { showWall } from './wall-display.ts';
import { hashedCode, keepWall, readWall } from './wall-settings.ts';

defineForms();
define({ 'hearth-form-dialog': FormDialog });

/** The form that puts this device on the wall. */
export function wallTask(home: HomeStore): FormTask {
  const { dimAfter, brightness, wakeEntity } = readWall();
  return {
    title: say('dashboards.wall'),
    yes: say('dashboards.start_wall'),
    values: { dimAfter, brightness, ...(wakeEntity === undefined ? {} : { wakeEntity }) },
    fields: [
      {
        kind: 'number',
        name: 'dimAfter',
        label: say('dashboards.dim_after'),
        hint: say('dashboards.dim_hint'),
        min: 0,
        max: 1440,
        unit: say('unit.minutes'),
      },
      {
        kind: 'number',
        name: 'brightness',
        label: say('dashboards.dim_to'),
        min: 0,
        max: 100,
        unit: '%',
        isSlider: true,
      },
      {
        kind: 'choose',
        what: 'entity',
        name: 'wakeEntity',
        label: say('dashboards.wake_on'),
        hint: say('dashboards.wake_hint'),
        filters: [{ domains: ['binary_sensor', 'input_boolean'] }],
      },
      {
        kind: 'text',
        type: 'password',
        name: 'code',
        label: say('dashboards.wall_code'),
        hint: say('dashboards.wall_code_hint'),
        maxLength: 64,
      },
      ...('wakeLock' in navigator
        ? []
        : [{ kind: 'section', name: 'note', label: say('dashboards.no_wake_lock'), fields: [] } as const]),
    ],
    save: async (values: FormValues) => {
      const code = textIn(values.code);
      keepWall({
        isOn: true,
        address: location.pathname,
        dimAfter: numberIn(values.dimAfter) ?? 0,
        brightness: numberIn(values.brightness) ?? 15,
        wakeEntity: textIn(values.wakeEntity),
        code: code === undefined ? undefined : hashedCode(code),
      });
      showWall(home);
    },
  };
}

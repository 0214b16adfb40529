import { mdiPlay } from '@mdi/js';
import { html } from 'lit';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { facts } from '../../controls/facts.ts';
import { when } from '../../parts/when.ts';
import { textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { powerSwitch } from '../switch/switch-control.ts';

/** Enabled or not, a run button, and the last run. */
export const automationControl: Control = (view) => {
  const last = textOf(view.entity, 'last_triggered');
  return html`${powerSwitch(view, say('control.enabled'))}
  ${actionButtons(
    say('control.run'),
    [{ text: say('control.run'), icon: mdiPlay, onPress: () => view.act('trigger') }],
    view.isLocked,
  )}
  ${facts([[say('control.last_run'), last === undefined ? say('control.never') : when(last)]])}`;
};

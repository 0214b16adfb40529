import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { facts } from '../../controls/facts.ts';
import { when } from '../../parts/when.ts';
import { textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { ScriptPanel } from './script-panel.ts';

define({ 'hearth-script-panel': ScriptPanel });

/** Run with inputs, stop, and the last run. */
export const scriptControl: Control = (view) => {
  const last = textOf(view.entity, 'last_triggered');
  return html`<hearth-script-panel .view=${view}></hearth-script-panel>
    ${facts([[say('control.last_run'), last === undefined ? say('control.never') : when(last)]])}`;
};

import { mdiScriptText } from '@mdi/js';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';
import { calls } from '../taps.ts';

/** How the app shows script entities. */
export const scriptView: DomainView = {
  icon: mdiScriptText,
  tap: (script) => (script.state === 'on' ? calls('turn_off')(script) : calls('turn_on', 'on')(script)),
  states: ON_OFF_STATES,
  changes: { on: 'logbook.script_started', off: 'logbook.script_finished' },
};

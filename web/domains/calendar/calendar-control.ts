import { html } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { CalendarEvents } from './calendar-events.ts';

define({ 'hearth-calendar-events': CalendarEvents });

/** The upcoming events. */
export const calendarControl: Control = (view) =>
  html`<hearth-calendar-events .view=${view}></hearth-calendar-events>`;

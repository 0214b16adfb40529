import { html, nothing, type TemplateResult } from 'lit';
import { locale } from '../../../app/preferences.ts';
import { timeText } from '../../../parts/time-text.ts';
import type { TraceStep } from '../../../server/items.ts';
import { say } from '../../../texts/say.ts';
import { failureText } from '../../../texts/server-error.ts';

/** The executions of a step: when, how long, its error, its result, and the variables it changed. */
export function visitViews(visits: readonly TraceStep[]): readonly TemplateResult[] {
  return visits.map(
    (step) => html`<p class="hint">${momentText(step.timestamp)}${
      step.duration === undefined
        ? nothing
        : ` · ${say('traces.took', { seconds: secondsText(step.duration) })}`
    }</p>
    ${step.error === undefined ? nothing : html`<p class="error">${failureText(step.error, step.error_translation)}</p>`}
    ${values(say('traces.result'), step.result)} ${values(say('traces.variables'), step.changed_variables)}`,
  );
}

function values(
  title: string,
  some: Readonly<Record<string, unknown>> | undefined,
): TemplateResult | typeof nothing {
  if (some === undefined || Object.keys(some).length === 0) return nothing;
  return html`<h3>${title}</h3>
    <pre class="code" tabindex="0">${JSON.stringify(some, null, 2)}</pre>`;
}

/** A date with the time to the second. */
export function momentText(time: string): string {
  return timeText(time, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A number of seconds, to the millisecond. */
export function secondsText(seconds: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 3 }).format(seconds);
}

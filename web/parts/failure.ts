import { html, type TemplateResult } from 'lit';
import type { ServerError } from '../server/server-error.ts';
import { say } from '../texts/say.ts';
import { serverErrorText } from '../texts/server-error.ts';

/** An alert that screen readers announce immediately. */
export function alert(text: string | undefined): TemplateResult {
  return html`<div role="alert" class=${text === undefined ? 'alert empty' : 'alert'}>${text ?? ''}</div>`;
}

/** The error message for a failure without a message of its own. */
export function failure(error: unknown): string {
  const { status, message } = error as { status?: unknown; message?: unknown };
  if (status === 0 || typeof message !== 'string') return say('error.no_answer');
  return say('error.failed', { message: serverErrorText(error as ServerError) });
}

import { html, type TemplateResult } from 'lit';
import { prefer, preferences } from '../app/preferences.ts';
import type { ServerError } from '../server/server-error.ts';
import { LANGUAGES } from '../texts/catalog.ts';
import { say } from '../texts/say.ts';
import { serverErrorText } from '../texts/server-error.ts';
import { mark } from './icon.ts';

/** The frame of all pages before login: the logo, one card, and the language choice. */
export function door(title: string, content: TemplateResult): TemplateResult {
  document.title = `${title} · Hearth`;
  return html`<main class="door" id="content">
    <p class="brand">${mark()} <span>Hearth</span></p>
    <section class="card">
      <h1>${title}</h1>
      ${content}
    </section>
    <p class="languages">${languages()}</p>
  </main>`;
}

function languages(): TemplateResult[] {
  const now = document.documentElement.lang;
  return [...LANGUAGES].map(
    ([one, name]) => html`<button
      type="button"
      class="link"
      lang=${one}
      aria-pressed=${now === one ? 'true' : 'false'}
      @click=${() => {
        if (preferences().language !== one) void prefer({ language: one });
      }}
    >
      ${name}
    </button>`,
  );
}

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

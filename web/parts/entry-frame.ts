import { html, type TemplateResult } from 'lit';
import { prefer, preferences } from '../app/preferences.ts';
import { LANGUAGES } from '../texts/catalog.ts';
import { mark } from './icon.ts';

/** The frame of all pages before login: the logo, one card, and the language choice. */
export function entryFrame(title: string, content: TemplateResult): TemplateResult {
  document.title = `${title} · Hearth`;
  return html`<main class="entry-page" id="content">
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

import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import type { HomeStore } from '../state/home-store.ts';
import type { TextKey } from '../texts/catalog.ts';
import { say } from '../texts/say.ts';
import { icon } from './icon.ts';

/** A page within a sectioned page. */
export interface Section {
  /** The last part of its address. */
  readonly name: string;
  readonly title: TextKey;
  readonly hint: TextKey;
  /** A path from the icon set. */
  readonly iconPath: string;
  /** Loads the page's code. */
  readonly load: () => Promise<unknown>;
  /** Renders the page; `rest` is the part of the address after its name. */
  readonly view: (home: HomeStore, rest: string) => TemplateResult;
}

/** A sectioned page. */
export interface SectionList {
  /** The common start of the addresses. */
  readonly base: string;
  readonly title: string;
  readonly groups: readonly (readonly Section[])[];
}

/** The page element; `section` in its address is the open section. */
interface Host extends LitElement {
  readonly home: HomeStore;
  readonly params: Readonly<Record<string, string>>;
}

/** Sections whose code is loaded, and those for which that failed. */
const loaded = new Set<Section>();
const failed = new Set<Section>();

/** A list of sections, with the open one next to it on wide screens. */
export function sectionsPage(host: Host, { base, title, groups }: SectionList): TemplateResult {
  const { section: name, rest = '', more } = host.params;
  const behind = more === undefined ? rest : `${rest}/${more}`;
  const open = groups.flat().find((one) => one.name === name);
  document.title = `${open === undefined ? title : say(open.title)} · Hearth`;
  const list = html`<nav class="section-list" aria-label=${title}>
    ${groups.map((group) => groupView(base, group, open))}
  </nav>`;
  if (open === undefined) return html`<div class="page"><h1>${title}</h1>${list}</div>`;
  return html`<div class="sections">
    ${list}
    <div class="section">
      ${behind === '' ? back(base, title) : back(`${base}/${open.name}`, say(open.title))}
      ${loaded.has(open) ? open.view(host.home, behind) : waiting(host, open)}
    </div>
  </div>`;
}

/** Links to the list, on screens that do not show it next to the page. */
function back(path: string, text: string): TemplateResult {
  return html`<a class="section-back" href=${path}>${icon(mdiChevronLeft)}${text}</a>`;
}

function groupView(base: string, group: readonly Section[], open: Section | undefined): TemplateResult {
  return html`<ul class="card section-group">
    ${group.map(
      (one) => html`<li>
        <a href="${base}/${one.name}" aria-current=${one === open ? 'page' : 'false'}>
          ${icon(one.iconPath)}
          <span class="row-main"><span>${say(one.title)}</span><span class="hint">${say(one.hint)}</span></span>
          ${icon(mdiChevronRight)}
        </a>
      </li>`,
    )}
  </ul>`;
}

function waiting(host: Host, section: Section): TemplateResult {
  const isBroken = failed.delete(section);
  if (!isBroken)
    section
      .load()
      .then(
        () => loaded.add(section),
        () => failed.add(section),
      )
      .then(() => host.requestUpdate());
  return html`<h1>${say(section.title)}</h1>
    <p role="status">${isBroken ? say('error.no_answer') : say('list.loading')}</p>
    ${isBroken ? html`<button type="button" @click=${() => host.requestUpdate()}>${say('connection.retry')}</button>` : nothing}`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { entityIcon } from '../../cards/entity-icon.ts';
import { toneOf } from '../../cards/entity-tone.ts';
import { stateText } from '../../cards/state-text.ts';
import { nameOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { act, hasAction } from '../actions.ts';
import { appAddress } from '../addresses.ts';
import type { CardKind, CardView } from '../card-kind.ts';
import { cardNote } from '../card-note.ts';
import { type Config, configIn, entityIn, itemsIn, textIn } from '../config.ts';
import { isVisible } from '../visibility.ts';
import { ClockCard } from './clock-card.ts';
import { MarkdownCard } from './markdown-card.ts';

define({ 'hearth-clock-card': ClockCard, 'hearth-markdown-card': MarkdownCard });

function markdown({ home, config }: CardView): TemplateResult {
  const title = textIn(config.title);
  const isBare = config.text_only === true;
  return html`<section class=${isBare ? 'card-markdown' : 'dash-card card-markdown'}>
    ${title === undefined ? nothing : html`<h2>${title}</h2>`}
    <hearth-markdown-card .home=${home} .config=${config}></hearth-markdown-card>
  </section>`;
}

function heading(view: CardView): TemplateResult {
  const { config } = view;
  const text = textIn(config.heading) ?? '';
  const label = html`<hearth-icon .name=${textIn(config.icon)} .path=${''}></hearth-icon>${text}`;
  const content = hasAction(config, 'tap_action')
    ? html`<button type="button" class="quiet" @click=${() => act(view)}>${label}</button>`
    : label;
  const isSmall = config.heading_style === 'subtitle';
  return html`<div class="card-heading" ?data-small=${isSmall}>
    <h2>${content}</h2>
    <ul class="chips">${itemsIn(config.badges).map((badge) => headingBadge(view, badge))}</ul>
  </div>`;
}

function headingBadge({ home, host }: CardView, badge: Config): TemplateResult | typeof nothing {
  if (!isVisible(home, badge.visibility)) return nothing;
  const id = entityIn(badge);
  const entity = id === undefined ? undefined : home.entity(id);
  const text = textIn(badge.text) ?? textIn(badge.name) ?? '';
  if (entity === undefined && badge.type !== 'button') return nothing;
  const label =
    entity === undefined ? text || say('dashboards.button') : `${nameOf(entity)}: ${stateText(entity, home)}`;
  return html`<li><button type="button" class="chip" data-tone=${(entity && toneOf(entity)) ?? nothing} aria-label=${label}
    @click=${() => act({ home, host, config: badge })}>
    ${badge.show_icon === false ? nothing : html`<hearth-icon .name=${textIn(badge.icon)} .path=${entity === undefined ? '' : entityIcon(entity)}></hearth-icon>`}
    ${entity === undefined || badge.show_state === false ? text : html`<span>${stateText(entity, home)}</span>`}
  </button></li>`;
}

function clock({ config }: CardView): TemplateResult {
  return html`<div class="dash-card card-clock">
    <hearth-clock-card .config=${config}></hearth-clock-card></div>`;
}

/** Pages of other servers are not framed: the browser is told to allow none. They open in a window of their own. */
function iframe({ config }: CardView): TemplateResult {
  const url = textIn(config.url) ?? '';
  const title = textIn(config.title) ?? url;
  if (url.startsWith('/') && !url.startsWith('//'))
    return html`<section class="dash-card"><a class="card-row" href=${appAddress(url)}>${title}</a></section>`;
  if (!/^https?:\/\//i.test(url)) return cardNote(say('dashboards.no_page'), title);
  return html`<section class="dash-card"><h2>${title}</h2>
    <p><a href=${url} target="_blank" rel="noopener noreferrer">${say('dashboards.open_page')}</a></p></section>`;
}

function emptyState(view: CardView): TemplateResult {
  const { config, home, host } = view;
  return html`<section class="dash-card card-empty">
    <hearth-icon .name=${textIn(config.icon)} .path=${''}></hearth-icon>
    ${textIn(config.title) === undefined ? nothing : html`<h2>${textIn(config.title)}</h2>`}
    <p>${textIn(config.content) ?? textIn(config.description) ?? ''}</p>
    ${itemsIn(config.buttons).map((button) => html`<button type="button" @click=${() => act({ home, host, config: button })}>${textIn(button.text) ?? say('dashboards.run')}</button>`)}
  </section>`;
}

/** A link to a page or a service as a tile. */
function shortcut(view: CardView): TemplateResult {
  const { config } = view;
  const path = textIn(configIn(config.tap_action)?.navigation_path) ?? '';
  return html`<button type="button" class="dash-card card-button" @click=${() => act(view)}>
    <hearth-icon .name=${textIn(config.icon) ?? 'mdi:arrow-right-circle-outline'} .path=${''}></hearth-icon>
    <span>${textIn(config.label) ?? textIn(config.name) ?? textIn(config.title) ?? path}</span></button>`;
}

/** A message with an icon; the official frontend shows it in a color. */
function alert({ config }: CardView): TemplateResult {
  return html`<section class="dash-card card-alert" data-kind=${textIn(config.severity) ?? textIn(config.alert_type) ?? 'info'}>
    ${textIn(config.title) === undefined ? nothing : html`<h2>${textIn(config.title)}</h2>`}
    <p>${textIn(config.text) ?? textIn(config.content) ?? textIn(config.message) ?? ''}</p></section>`;
}

/** The cards of texts and times. */
export const TEXT_KINDS: Readonly<Record<string, CardKind>> = {
  markdown: {
    render: markdown,
    size: ({ content }) => 2 + Math.min(10, (textIn(content)?.length ?? 0) / 60),
  },
  heading: { render: heading, size: () => 1 },
  clock: { render: clock, size: () => 3, columns: 6 },
  date: { render: clock, size: () => 3, columns: 6 },
  iframe: { render: iframe, size: () => 3 },
  'empty-state': { render: emptyState },
  shortcut: { render: shortcut, size: () => 3, columns: 6 },
  alert: { render: alert, size: () => 2 },
  spacer: { render: () => html``, size: () => 1 },
};

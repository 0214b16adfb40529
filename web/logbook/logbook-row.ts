import { mdiHomeOutline, mdiRobotOutline, mdiScriptTextOutline, mdiTextBoxOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { entityIcon } from '../cards/entity-icon.ts';
import { toneOf } from '../cards/entity-tone.ts';
import { openEntity } from '../cards/open-entity.ts';
import { icon } from '../parts/icon.ts';
import { momentText } from '../parts/moment-text.ts';
import { timeText } from '../parts/time-text.ts';
import { nameOf } from '../state/entity.ts';
import { tracePath } from '../state/item-id.ts';
import { say } from '../texts/say.ts';
import { type LogbookEntry, timeOf } from './logbook-entry.ts';
import { isRun, type Narrator, pastEntity, sentenceOf } from './sentence.ts';
import { sourceEntity } from './trigger-source.ts';

/** One entry: a sentence that unfolds to what led to it. */
export class LogbookRow extends LightElement {
  static override properties = {
    entry: { attribute: false },
    narrator: { attribute: false },
    isDated: { attribute: false },
    isOpen: { state: true },
  };

  declare entry: LogbookEntry;
  declare narrator: Narrator;
  /** Whether the time has a date, unless it is today's; under the heading of a day it has none. */
  declare isDated: boolean;
  declare isOpen: boolean;

  constructor() {
    super();
    this.isDated = false;
    this.isOpen = false;
  }

  protected override render() {
    const { entry, narrator } = this;
    const { before, name, after } = sentenceOf(entry, narrator);
    const entity = pastEntity(entry, narrator.home);
    const tone = entry.state === undefined || entity === undefined ? undefined : toneOf(entity);
    return html`<details @toggle=${this.toggle}>
      <summary class="log-summary">
        <span class="log-icon" data-tone=${tone ?? nothing}>${icon(this.iconPath())}</span>
        <span class="log-text">${before}<strong>${name}</strong>${after}</span>
        <time datetime=${new Date(timeOf(entry)).toISOString()}>${this.timeText()}</time>
      </summary>
      ${this.isOpen ? this.behind() : nothing}
    </details>`;
  }

  /** What led to the entry, and where to go from it. */
  private behind(): TemplateResult {
    const { entry, narrator } = this;
    const { home } = narrator;
    const entity = home.entity(entry.entity_id ?? '');
    const trace =
      isRun(entry) && entity !== undefined
        ? tracePath(home, entity.entity_id, entry.run_id ?? '')
        : undefined;
    return html`<div class="log-behind">
      ${this.cause()}
      <p class="log-links">
        ${trace === undefined ? nothing : html`<a href=${trace}>${say('cause.trace')}</a>`}
        ${
          entity === undefined
            ? nothing
            : html`<button type="button" class="link" @click=${() => openEntity(this, entity.entity_id)}>
                ${say('logbook.show', { name: nameOf(entity) })}
              </button>`
        }
      </p>
    </div>`;
  }

  private cause(): TemplateResult | typeof nothing {
    const { entry, narrator } = this;
    const { home } = narrator;
    const isChange = entry.state !== undefined;
    // A run has no state of its own: its cause is the change that triggered it.
    const id = isChange ? entry.entity_id : (entry.context_entity_id ?? sourceEntity(entry.source));
    if (id === undefined || home.entity(id) === undefined) return isRun(entry) ? this.starter() : nothing;
    return html`<hearth-cause
      .home=${home}
      .entityId=${id}
      .since=${entry.when}
      .time=${entry.when}
      .isWhole=${!isChange}
    ></hearth-cause>`;
  }

  /** Who started a run that no change triggered. */
  private starter(): TemplateResult {
    const { context_user_id: id } = this.entry;
    const user = id === undefined ? undefined : this.narrator.userName(id);
    return html`<p class="hint">${user === undefined ? say('cause.unknown') : say('logbook.started_by', { name: user })}</p>`;
  }

  private iconPath(): string {
    const { entry, narrator } = this;
    const entity = pastEntity(entry, narrator.home);
    if (isRun(entry)) return entry.domain === 'script' ? mdiScriptTextOutline : mdiRobotOutline;
    if (entity !== undefined) return entityIcon(entity);
    return entry.domain === 'homeassistant' ? mdiHomeOutline : mdiTextBoxOutline;
  }

  private timeText(): string {
    const date = new Date(timeOf(this.entry));
    return this.isDated ? momentText(date.toISOString()) : timeText(date, { timeStyle: 'medium' });
  }

  private readonly toggle = (event: Event): void => {
    this.isOpen = (event.currentTarget as HTMLDetailsElement).open;
  };
}

import { mdiDeleteOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { toastTrouble } from '../../app/toasts.ts';
import type { ControlView } from '../../controls/control.ts';
import { failure } from '../../parts/failure.ts';
import { field, valuesOf } from '../../parts/field.ts';
import { icon } from '../../parts/icon.ts';
import { repeat } from '../../parts/repeat.ts';
import { rangeText } from '../../parts/time-text.ts';
import { can } from '../../state/entity.ts';
import { isDay, momentOf } from '../../state/home-zone.ts';
import { say } from '../../texts/say.ts';

interface CalendarEvent {
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly location?: string | null;
  readonly uid?: string | null;
  readonly recurrence_id?: string | null;
}

const DAY = 86_400_000;
const DAYS = 14;
const [CREATE, DELETE] = [1, 2];

/**
 * The events of a calendar for the next two weeks, updated live; events can be added and deleted if
 * supported.
 */
export class CalendarEvents extends LightElement {
  static override properties = {
    view: { attribute: false },
    events: { state: true },
    isWriting: { state: true },
  };

  declare view: ControlView;
  declare events: readonly CalendarEvent[] | undefined;
  declare isWriting: boolean;
  private ending: Promise<() => Promise<void>> | undefined;

  constructor() {
    super();
    this.events = undefined;
    this.isWriting = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { home, entity } = this.view;
    const now = Date.now();
    this.ending = home.connection.subscribeMessage<{ readonly events: readonly CalendarEvent[] | null }>(
      ({ events }) => {
        this.events = events ?? [];
      },
      {
        type: 'calendar/event/subscribe',
        entity_id: entity.entity_id,
        start: new Date(now).toISOString(),
        end: new Date(now + DAYS * DAY).toISOString(),
      },
    );
    this.ending.catch(() => {
      this.events = [];
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.ending?.then((end) => end()).catch(() => {});
  }

  protected override render() {
    const { events } = this;
    const { entity, isLocked } = this.view;
    if (events === undefined) return html`<p class="hint" role="status">${say('home.loading')}</p>`;
    const sorted = [...events].sort((a, b) => beginOf(a) - beginOf(b));
    return html`${
      sorted.length === 0
        ? html`<p class="hint">${say('control.no_events')}</p>`
        : html`<ul class="rows">
            ${repeat(
              sorted,
              ({ uid, start }) => `${uid} ${start}`,
              (event) => this.event(event),
            )}
          </ul>`
    }
    ${can(entity, CREATE) && !isLocked ? this.form() : nothing}`;
  }

  private event(event: CalendarEvent): TemplateResult {
    const { summary, location, uid } = event;
    const place = location == null || location === '' ? '' : ` · ${location}`;
    return html`<li class="row">
      <span class="row-main">
        <span class="row-name">${summary}</span>
        <span class="hint">${spanText(event)}${place}</span>
      </span>
      ${
        can(this.view.entity, DELETE) && !this.view.isLocked && typeof uid === 'string'
          ? html`<button
              type="button"
              class="quiet round"
              aria-label=${say('control.remove', { name: summary })}
              @click=${() => this.send('calendar/event/delete', this.nameOf(event))}
            >
              ${icon(mdiDeleteOutline)}
            </button>`
          : nothing
      }
    </li>`;
  }

  private nameOf({ uid, recurrence_id: recurrence }: CalendarEvent): object {
    return recurrence == null ? { uid } : { uid, recurrence_id: recurrence };
  }

  private form(): TemplateResult {
    return html`<details>
      <summary>${say('control.new_event')}</summary>
      <form class="value-field" @submit=${this.create}>
        ${field({ name: 'summary', label: say('control.event_title'), maxLength: 200 })}
        <label class="field">
          <span>${say('control.begins')}</span><input name="start" type="datetime-local" required />
        </label>
        <label class="field">
          <span>${say('control.ends')}</span><input name="end" type="datetime-local" required />
        </label>
        <div class="actions end"><button class="primary">${say('control.add')}</button></div>
      </form>
    </details>`;
  }

  private async create(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const { summary = '', start = '', end = '' } = valuesOf(form);
    const [dtstart, dtend] = [momentOf(start)?.toISOString(), momentOf(end)?.toISOString()];
    if (summary === '' || dtstart === undefined || dtend === undefined) return;
    const isSaved = await this.send('calendar/event/create', { event: { summary, dtstart, dtend } });
    if (isSaved) form.reset();
  }

  private async send(type: string, fields: object): Promise<boolean> {
    const { home, entity } = this.view;
    try {
      await home.connection.sendMessagePromise({ type, entity_id: entity.entity_id, ...fields });
      return true;
    } catch (error) {
      toastTrouble(failure(error));
      return false;
    }
  }
}

/** The time range of an event; only days for all-day events, whose end is exclusive. */
function spanText({ start, end }: CalendarEvent): string {
  if (!isDay(start)) return rangeText(start, end, { dateStyle: 'medium', timeStyle: 'short' });
  const last = new Date(Date.parse(`${end}T00:00:00Z`) - DAY).toISOString();
  return rangeText(`${start}T00:00:00Z`, last, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** All-day events begin at midnight in the home's time zone. */
function beginOf({ start }: CalendarEvent): number {
  return isDay(start) ? Number(momentOf(start)) : Date.parse(start);
}

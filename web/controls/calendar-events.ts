import { html, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { language } from '../app/preferences.ts';
import type { House } from '../state/house.ts';
import { say } from '../words/say.ts';

interface CalendarEvent {
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly location?: string | null;
}

const DAYS = 14;

/** The events of a calendar for the next two weeks; read anew when its state changes. */
export class CalendarEvents extends LightElement {
  static override properties = {
    house: { attribute: false },
    entityId: { attribute: false },
    events: { state: true },
  };

  declare house: House;
  declare entityId: string;
  declare events: readonly CalendarEvent[] | undefined;
  private unlisten: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.unlisten = this.house.listen([this.entityId], () => void this.load());
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unlisten?.();
  }

  protected override render() {
    const { events } = this;
    if (events === undefined) return html`<p class="hint" role="status">${say('home.loading')}</p>`;
    if (events.length === 0) return html`<p class="hint">${say('control.no_events')}</p>`;
    return html`<ul class="rows">${events.map((event) => this.event(event))}</ul>`;
  }

  private event({ start, summary, location }: CalendarEvent): TemplateResult {
    return html`<li class="row">
      <span class="row-main">
        <span class="row-name">${summary}</span>
        <span class="hint">${dateText(start)}${location == null || location === '' ? '' : ` · ${location}`}</span>
      </span>
    </li>`;
  }

  private async load(): Promise<void> {
    try {
      const { response } = await this.house.connection.sendMessagePromise<{
        readonly response: Readonly<Record<string, { readonly events: readonly CalendarEvent[] }>>;
      }>({
        type: 'call_service',
        domain: 'calendar',
        service: 'get_events',
        service_data: { duration: { days: DAYS } },
        target: { entity_id: this.entityId },
        return_response: true,
      });
      this.events = response[this.entityId]?.events ?? [];
    } catch {
      this.events = [];
    }
  }
}

/** A day alone for events that last all of it. */
function dateText(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const date = new Date(isDay ? `${text}T00:00` : text);
  if (Number.isNaN(date.getTime())) return text;
  return new Intl.DateTimeFormat(
    language(),
    isDay ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(date);
}

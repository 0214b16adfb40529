import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { LightElement } from '../app/light-element.ts';
import { alert } from '../parts/failure.ts';
import { repeat } from '../parts/repeat.ts';
import { timeText } from '../parts/time-text.ts';
import { wallTime } from '../state/home-zone.ts';
import { say } from '../texts/say.ts';
import { keyOf, type LogbookEntry, timeOf } from './logbook-entry.ts';
import { type LogbookQuestion, LogbookSession } from './logbook-session.ts';
import type { Narrator } from './sentence.ts';

/** How far from the window entries are loaded, in pixels. */
const AHEAD = 1000;
/** So close to the top new entries move the list instead of waiting above it. */
const TOP = 80;
const DAY = 86_400_000;

interface DayGroup {
  /** `2026-11-21` in the home's time zone. */
  readonly day: string;
  readonly entries: readonly LogbookEntry[];
}

/**
 * The logbook, newest first, by days of the home's time zone. It scrolls with the page through any period: only entries near
 * the window are in the document and in memory; a box as high as the dropped newer ones keeps the position.
 */
export class LogbookList extends LightElement {
  static override properties = {
    question: { attribute: false },
    narrator: { attribute: false },
  };

  /** A new question is answered from its start. */
  declare question: LogbookQuestion;
  declare narrator: Narrator;
  private session: LogbookSession | undefined;
  /** The height of the box above the entries, in pixels. */
  private space = 0;
  private anchor: { readonly element: Element; readonly top: number } | undefined;
  /** A long search that found nothing goes on when asked to. */
  private isPaused = false;

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('scroll', this.check, { passive: true });
    window.addEventListener('resize', this.check, { passive: true });
    if (this.session === undefined && this.hasUpdated) this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('scroll', this.check);
    window.removeEventListener('resize', this.check);
    this.session?.stop();
    this.session = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('question')) this.begin();
    this.anchor = this.anchorNow();
  }

  protected override render() {
    const { session } = this;
    if (session === undefined) return nothing;
    const { window: shown } = session;
    return html`${
      shown.missed === 0
        ? nothing
        : html`<button type="button" class="primary log-new" @click=${this.toTop}>
            ${say('logbook.new', { count: shown.missed })}
          </button>`
    }
      <div class="log-space"></div>
      ${repeat(
        byDay(shown.entries),
        ({ day }) => day,
        (group) => this.dayView(group),
      )}
      <div class="log-end" role="status">${this.endView(session)}</div>`;
  }

  protected override updated(): void {
    this.keepPosition();
    this.check();
  }

  private begin(): void {
    this.session?.stop();
    this.space = 0;
    this.isPaused = false;
    const session = new LogbookSession(this.question, () => this.requestUpdate());
    this.session = session;
    void session.start().then(() => this.notePause(session));
  }

  private dayView({ day, entries }: DayGroup): TemplateResult {
    return html`<section class="log-day" aria-label=${dayHeading(day)}>
      <h2>${dayHeading(day)}</h2>
      <ol class="log-list card">
        ${repeat(
          entries,
          keyOf,
          (entry) =>
            html`<li><hearth-logbook-row .entry=${entry} .narrator=${this.narrator}></hearth-logbook-row></li>`,
        )}
      </ol>
    </section>`;
  }

  private endView(session: LogbookSession): TemplateResult | string {
    const { window: shown, isBusy, errorText } = session;
    if (errorText !== undefined)
      return html`${alert(errorText)}
        <button type="button" @click=${this.searchOn}>${say('connection.retry')}</button>`;
    if (isBusy) return say('logbook.loading');
    if (shown.isAtEnd) return say(shown.entries.length === 0 ? 'logbook.none' : 'logbook.end');
    if (!this.isPaused) return '';
    const day = timeText(new Date(shown.oldest), { dateStyle: 'long' });
    return html`<p>${say('logbook.searched', { day })}</p>
      <button type="button" @click=${this.searchOn}>${say('logbook.further')}</button>`;
  }

  private readonly searchOn = (): void => {
    this.isPaused = false;
    this.load('older');
  };

  private readonly toTop = (): void => {
    this.space = 0;
    window.scrollTo(0, 0);
    void this.session?.restart();
  };

  /** Loads what comes near the window. */
  private readonly check = (): void => {
    const { session } = this;
    if (session === undefined || session.isBusy || session.errorText !== undefined) return;
    const space = this.querySelector('.log-space')?.getBoundingClientRect();
    const end = this.querySelector('.log-end')?.getBoundingClientRect();
    if (space === undefined || end === undefined || session.window.chunks.length === 0) return;
    const { above, isAtEnd } = session.window;
    if (above.length > 0 && space.bottom > window.innerHeight) this.jump(space);
    else if (above.length > 0 && space.bottom > -AHEAD) this.load('newer');
    else if (!isAtEnd && !this.isPaused && end.top < window.innerHeight + AHEAD) this.load('older');
  };

  /** Shows what belongs to a place far above the entries in memory. */
  private jump({ top, height }: DOMRect): void {
    const { session } = this;
    if (session === undefined) return;
    if (top > -TOP) {
      this.toTop();
      return;
    }
    const { above } = session.window;
    const index = Math.min(above.length - 1, Math.floor((-top / height) * above.length));
    this.space = -top;
    void session.load((shown) => shown.jump(index));
  }

  private load(direction: 'older' | 'newer'): void {
    const { session } = this;
    void session?.load((shown) => shown[direction]()).then(() => this.notePause(session));
  }

  private notePause({ window: shown }: LogbookSession): void {
    const last = shown.chunks.at(-1);
    if (last === undefined || last.isEnd || last.entries.length > 0 || this.isPaused) return;
    this.isPaused = true;
    this.requestUpdate();
  }

  /** The first visible entry: it stays where it is when entries above it come and go. */
  private anchorNow(): { readonly element: Element; readonly top: number } | undefined {
    if (this.session === undefined || (window.scrollY < TOP && this.session.window.above.length === 0))
      return undefined;
    for (const element of this.querySelectorAll('.log-list > li')) {
      const { top, bottom } = element.getBoundingClientRect();
      if (bottom > 0) return { element, top };
    }
    return undefined;
  }

  private keepPosition(): void {
    const box = this.querySelector<HTMLElement>('.log-space');
    if (box === null || this.session === undefined) return;
    const set = (height: number): void => {
      this.space = Math.max(0, height);
      box.style.setProperty('--space', `${this.space}px`);
    };
    const isWhole = this.session.window.above.length === 0;
    if (this.anchor?.element.isConnected !== true) {
      set(isWhole ? 0 : this.space);
      return;
    }
    const { element, top } = this.anchor;
    const shift = (): number => element.getBoundingClientRect().top - top;
    set(isWhole ? 0 : this.space - shift());
    const left = shift();
    if (Math.abs(left) > 0.5) window.scrollBy(0, left);
  }
}

function byDay(entries: readonly LogbookEntry[]): readonly DayGroup[] {
  const groups: { readonly day: string; readonly entries: LogbookEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayOf(timeOf(entry));
    const last = groups.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else groups.push({ day, entries: [entry] });
  }
  return groups;
}

/** The day of a time in the home's time zone. */
function dayOf(time: number): string {
  return wallTime(new Date(time)).slice(0, 10);
}

function dayHeading(day: string): string {
  const now = Date.now();
  if (day === dayOf(now)) return say('logbook.today');
  const date = new Date(`${day}T12:00:00Z`);
  if (Date.parse(`${dayOf(now)}T12:00:00Z`) - date.getTime() === DAY) return say('logbook.yesterday');
  const isThisYear = day.slice(0, 4) === dayOf(now).slice(0, 4);
  return timeText(date, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

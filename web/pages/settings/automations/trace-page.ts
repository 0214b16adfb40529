import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { locale } from '../../../app/preferences.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { breakable } from '../../../parts/fixed-id.ts';
import { timeText } from '../../../parts/time-text.ts';
import { type LongTrace, listTraces, readTrace, type ShortTrace } from '../../../server/items.ts';
import { nameOf } from '../../../state/entity.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { Watch } from '../../../state/watch.ts';
import { say } from '../../../texts/say.ts';
import { failureText } from '../../../texts/server-error.ts';
import { entityOfItem, type ItemKind, outcomeText } from './item-kind.ts';
import { RefusalReasons } from './refusal-reasons.ts';
import { causeText } from './trace-cause.ts';
import { nodesOf, type PathNode } from './trace-path.ts';

/** How often to look for new runs, in milliseconds. */
const REFRESH = 5000;

/** The last runs of an item, each with its path and the data and results of each step. */
export class TracePage extends LightElement {
  static override properties = {
    home: { attribute: false },
    kind: { attribute: false },
    itemId: { attribute: false },
    runs: { state: true },
    trace: { state: true },
  };

  declare home: HomeStore;
  declare kind: ItemKind;
  declare itemId: string;
  declare runs: readonly ShortTrace[] | undefined;
  declare trace: LongTrace | undefined;
  private readonly actions = new AsyncActions(this);
  /** The run that the address names, until it was opened. */
  private asked = new URLSearchParams(location.search).get('run');
  private followed: string | undefined;
  private end: () => void = () => {};
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    define({ 'hearth-refusal-reasons': RefusalReasons });
    this.runs = undefined;
    this.trace = undefined;
    new Watch(this, () => ['#places']);
  }

  protected override firstUpdated(): void {
    void this.load();
  }

  /** The entity may become known after the page is opened. */
  protected override updated(): void {
    const id = entityOfItem(this.home, this.kind.domain, this.itemId)?.entity_id;
    if (id === this.followed) return;
    this.end();
    this.followed = id;
    this.end = id === undefined ? () => {} : this.home.listen([id], () => void this.load());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = setInterval(() => void this.poll(), REFRESH);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
    this.end();
    this.followed = undefined;
  }

  protected override render() {
    const { runs, kind, itemId } = this;
    const entity = entityOfItem(this.home, kind.domain, itemId);
    const name = entity === undefined ? itemId : nameOf(entity);
    return html`<h1>${say('traces.of', { name })}</h1>
      <p><a href="${kind.base}/${encodeURIComponent(itemId)}">${say('traces.edit')}</a></p>
      ${this.actions.view()}
      ${
        kind.domain === 'automation' && runs !== undefined
          ? html`<hearth-refusal-reasons .home=${this.home} .itemId=${itemId} .runs=${runs}></hearth-refusal-reasons>`
          : nothing
      }
      ${
        runs === undefined || runs.length === 0
          ? html`<section class="card"><p class="hint">${say(runs === undefined ? 'list.loading' : 'traces.none')}</p></section>`
          : html`<section class="card">
                <div class="tools trace-tools">
                  <select aria-label=${say('traces.run')} @change=${this.choose}>
                    ${runs.map(
                      (run) =>
                        html`<option value=${run.run_id} ?selected=${run.run_id === this.trace?.run_id}>
                          ${momentText(run.timestamp.start)} · ${outcomeText(run.script_execution)}
                        </option>`,
                    )}
                  </select>
                  <button type="button" @click=${this.load}>${say('log.refresh')}</button>
                </div>
              </section>
              ${this.trace === undefined ? nothing : drawn(this.home, this.trace)}`
      }`;
  }

  private async choose(event: Event): Promise<void> {
    const { value } = event.target as HTMLSelectElement;
    await this.actions.run(() => this.open(value));
  }

  private readonly load = async (): Promise<void> => {
    const { home, kind, itemId } = this;
    let isGone = false;
    await this.actions.run(async () => {
      const runs = await listTraces(home.connection, kind.domain, itemId);
      const before = this.runs?.[0]?.run_id;
      this.runs = [...runs].sort((a, b) => b.timestamp.start.localeCompare(a.timestamp.start));
      const [latest] = this.runs;
      // Keeps showing an older run that the user selected.
      const isLatest = this.trace === undefined || this.trace.run_id === before;
      const asked = this.runs.find(({ run_id: id }) => id === this.asked)?.run_id;
      isGone = this.asked !== null && asked === undefined;
      const wanted = asked ?? (isLatest ? latest?.run_id : this.trace?.run_id);
      this.asked = null;
      if (wanted !== undefined) await this.open(wanted);
    });
    if (isGone) this.actions.showNotice(say('traces.gone'));
  };

  /** A refused run changes no entity that could be followed. */
  private async poll(): Promise<void> {
    const { home, kind, itemId, runs } = this;
    if (document.hidden || runs === undefined || home.lostAt !== undefined) return;
    const now = await listTraces(home.connection, kind.domain, itemId).catch(() => undefined);
    if (now?.some(({ run_id: id }) => !runs.some((one) => one.run_id === id))) await this.load();
  }

  private async open(run_id: string): Promise<void> {
    this.trace = await readTrace(this.home.connection, this.kind.domain, { item_id: this.itemId, run_id });
  }
}

function drawn(home: HomeStore, trace: LongTrace): TemplateResult {
  const { start, finish } = trace.timestamp;
  const cause = causeText(home, trace);
  const took = finish === null ? undefined : (Date.parse(finish) - Date.parse(start)) / 1000;
  return html`<section class="card" aria-labelledby="path-title">
    <div class="card-head">
      <h2 id="path-title">${say('traces.path')}</h2>
      <span class="badge ${trace.script_execution === 'finished' ? '' : 'warm'}">${outcomeText(trace.script_execution)}</span>
    </div>
    <p class="hint">
      ${momentText(start)}${took === undefined ? nothing : ` · ${say('traces.took', { seconds: secondsText(took) })}`}
      ${cause === undefined ? nothing : html` · ${cause}`}
    </p>
    ${trace.error === undefined ? nothing : html`<p class="alert">${failureText(trace.error, trace.error_translation)}</p>`}
    <ol class="path">${nodesOf(trace).map(nodeView)}</ol>
  </section>`;
}

function nodeView({ path, name, depth, visits, isReached, failed }: PathNode): TemplateResult {
  const mood = !isReached ? 'skipped' : failed ? 'failed' : 'done';
  return html`<li class="path-node" data-mood=${mood} data-depth=${Math.min(depth, 6)} data-path=${path}>
    <details>
      <summary>
        <span>${breakable(name)} ${visits.length > 1 ? html`<small class="hint">× ${visits.length}</small>` : nothing}</span>
        <span class="hint">${say(`traces.${mood}`)}</span>
      </summary>
      ${visits.map(
        (step) => html`<p class="hint">${momentText(step.timestamp)}${
          step.duration === undefined
            ? nothing
            : ` · ${say('traces.took', { seconds: secondsText(step.duration) })}`
        }</p>
        ${step.error === undefined ? nothing : html`<p class="error">${failureText(step.error, step.error_translation)}</p>`}
        ${values(say('traces.result'), step.result)} ${values(say('traces.variables'), step.changed_variables)}`,
      )}
      ${isReached ? nothing : html`<p class="hint">${say('traces.not_reached')}</p>`}
    </details>
  </li>`;
}

function values(
  title: string,
  some: Readonly<Record<string, unknown>> | undefined,
): TemplateResult | typeof nothing {
  if (some === undefined || Object.keys(some).length === 0) return nothing;
  return html`<h3>${title}</h3>
    <pre class="code" tabindex="0">${JSON.stringify(some, null, 2)}</pre>`;
}

function momentText(time: string): string {
  return timeText(time, { dateStyle: 'medium', timeStyle: 'medium' });
}

function secondsText(seconds: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 3 }).format(seconds);
}

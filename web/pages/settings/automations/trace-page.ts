import { html, nothing } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { type LongTrace, listTraces, readTrace, type ShortTrace } from '../../../server/items.ts';
import { nameOf } from '../../../state/entity.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { Watch } from '../../../state/watch.ts';
import { say } from '../../../texts/say.ts';
import { entityOfItem, type ItemKind, outcomeText } from './item-kind.ts';
import { RefusalReasons } from './refusal-reasons.ts';
import { momentText } from './trace-values.ts';
import { TraceView } from './trace-view.ts';

/** How often to look for new runs, in milliseconds. */
const REFRESH = 5000;
/**
 * How often to read a run that is not over, in milliseconds. The interface has no subscription to traces, as in Home
 * Assistant: a run may take thousands of steps in a second, of which a page shows what two looks in a second find.
 */
const LIVE_MS = 500;

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
  private liveTimer: ReturnType<typeof setInterval> | undefined;
  private isReading = false;

  constructor() {
    super();
    define({ 'hearth-refusal-reasons': RefusalReasons, 'hearth-trace': TraceView });
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
    this.liveTimer = setInterval(() => void this.follow(), LIVE_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
    clearInterval(this.liveTimer);
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
              ${this.trace === undefined ? nothing : html`<hearth-trace .home=${this.home} .trace=${this.trace}></hearth-trace>`}`
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

  /** Shows the steps of a run as they are executed. */
  private async follow(): Promise<void> {
    const { home, trace } = this;
    if (document.hidden || trace === undefined || trace.state === 'stopped') return;
    if (this.isReading || home.lostAt !== undefined) return;
    this.isReading = true;
    const now = await this.read(trace.run_id).catch(() => undefined);
    this.isReading = false;
    if (now === undefined || this.trace?.run_id !== now.run_id) return;
    this.trace = now;
    if (now.state === 'stopped') await this.load();
  }

  private read(run_id: string): Promise<LongTrace> {
    return readTrace(this.home.connection, this.kind.domain, { item_id: this.itemId, run_id });
  }

  private async open(run_id: string): Promise<void> {
    this.trace = await this.read(run_id);
  }
}

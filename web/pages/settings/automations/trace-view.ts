import '../../../styles/traces.css';
import { mdiChartGantt, mdiCircleOutline, mdiFormatListBulleted, mdiSitemapOutline } from '@mdi/js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import { choice } from '../../../parts/choice.ts';
import { cssValues } from '../../../parts/css-values.ts';
import { breakable } from '../../../parts/fixed-id.ts';
import { icon } from '../../../parts/icon.ts';
import { kindOf, stepValues } from '../../../parts/steps/step-kinds.ts';
import { stepSummary } from '../../../parts/steps/step-summary.ts';
import type { LongTrace } from '../../../server/items.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { say } from '../../../texts/say.ts';
import { failureText } from '../../../texts/server-error.ts';
import { outcomeText } from './item-kind.ts';
import { normalItem } from './item-parts.ts';
import { causeText } from './trace-cause.ts';
import {
  type BranchLabel,
  type GraphBranch,
  type GraphPart,
  type GraphStep,
  graphOf,
  stepsByPath,
} from './trace-graph.ts';
import { nameAt, nameOfStep, nodesOf, type PathNode } from './trace-path.ts';
import { timelineOf } from './trace-timeline.ts';
import { momentText, secondsText, visitViews } from './trace-values.ts';

const HEADINGS = {
  triggers: 'traces.triggers',
  conditions: 'traces.conditions',
  actions: 'traces.actions',
} as const;
/** Bars of a run with thousands of steps are cut: the list of steps has them by step. */
const MAX_BARS = 300;

/** One run: as a graph, on a time axis, or as a list; a chosen step with its values and changed variables. */
export class TraceView extends LightElement {
  static override properties = {
    home: { attribute: false },
    trace: { attribute: false },
    view: { state: true },
    chosen: { state: true },
  };

  declare home: HomeStore;
  declare trace: LongTrace;
  declare view: string;
  /** The path of the step whose values are shown. */
  declare chosen: string | undefined;
  private parts: readonly GraphPart[] = [];
  private steps: ReadonlyMap<string, GraphStep> = new Map();

  constructor() {
    super();
    this.view = 'graph';
    this.chosen = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const before = changed.get('trace') as LongTrace | undefined;
    if (changed.has('trace')) this.parts = graphOf(this.trace);
    if (changed.has('trace')) this.steps = stepsByPath(this.parts);
    if (changed.has('trace') && before?.run_id !== this.trace.run_id) this.chosen = undefined;
  }

  protected override render() {
    const { home, trace, view } = this;
    const { start, finish } = trace.timestamp;
    const cause = causeText(home, trace);
    const took = finish === null ? undefined : (Date.parse(finish) - Date.parse(start)) / 1000;
    return html`<section class="card" aria-labelledby="path-title">
      <div class="card-head">
        <h2 id="path-title">${say('traces.path')}</h2>
        <span class="badge ${trace.script_execution === 'finished' ? '' : 'warm'}" role="status">${outcomeText(trace.script_execution)}</span>
      </div>
      <p class="hint">
        ${momentText(start)}${took === undefined ? nothing : ` · ${say('traces.took', { seconds: secondsText(took) })}`}
        ${cause === undefined ? nothing : html` · ${cause}`}
      </p>
      ${trace.error === undefined ? nothing : html`<p class="alert">${failureText(trace.error, trace.error_translation)}</p>`}
      ${choice({
        label: say('traces.view'),
        options: [
          { value: 'graph', text: say('traces.graph'), icon: mdiSitemapOutline },
          { value: 'timeline', text: say('traces.timeline'), icon: mdiChartGantt },
          { value: 'list', text: say('traces.list'), icon: mdiFormatListBulleted },
        ],
        value: view,
        onChoose: (value) => {
          this.view = value;
        },
      })}
      ${view === 'graph' ? this.graph() : view === 'timeline' ? this.timeline() : html`<ol class="path">${nodesOf(trace).map(nodeView)}</ol>`}
      ${view === 'list' ? nothing : this.details()}
    </section>`;
  }

  private graph(): TemplateResult {
    return html`<div class="graph" tabindex="0" role="group" aria-label=${say('traces.graph')}>
      ${this.parts.map((part) => this.section(part))}
    </div>`;
  }

  private section({ place, steps }: GraphPart): TemplateResult {
    return html`<h3 class="graph-title">${say(HEADINGS[place])}</h3>
      <ol class=${place === 'triggers' ? 'graph-beside' : 'graph-flow'}>${steps.map((step) => this.step(step))}</ol>`;
  }

  private step(step: GraphStep): TemplateResult {
    const { path, mood, visits, branches } = step;
    const name = this.nameOf(path);
    const summary = this.summary(step);
    const isCondition = step.place === 'conditions';
    const state = say(
      isCondition && mood === 'done'
        ? 'traces.met'
        : isCondition && mood === 'failed'
          ? 'traces.not_met'
          : `traces.${mood}`,
    );
    return html`<li class="graph-step" data-path=${path}>
      <button type="button" class="graph-node" data-mood=${mood} aria-pressed=${this.chosen === path ? 'true' : 'false'}
        @click=${() => this.choose(path)}>
        ${icon(kindOf(step.place, step.step)?.iconPath ?? mdiCircleOutline)}
        <span class="graph-text"><span>${breakable(name)}</span>
          ${summary === '' ? nothing : html`<small>${breakable(summary)}</small>`}
          <small class="graph-mood">${state}${visits.length > 1 ? ` · × ${visits.length}` : nothing}</small></span>
      </button>
      ${
        branches.length === 0
          ? nothing
          : html`<ul class="graph-branches">${branches.map((branch) => this.branch(branch))}</ul>`
      }
    </li>`;
  }

  private branch({ label, isTaken, steps }: GraphBranch): TemplateResult {
    return html`<li class="graph-branch" ?data-taken=${isTaken}>
      <p class="graph-label">${labelText(label)}${isTaken ? nothing : html` <small>${say('traces.not_taken')}</small>`}</p>
      ${steps.length === 0 ? html`<p class="hint">${say('traces.no_steps')}</p>` : html`<ol class="graph-flow">${steps.map((step) => this.step(step))}</ol>`}
    </li>`;
  }

  private timeline(): TemplateResult {
    const { bars, length } = timelineOf(this.trace, Date.now());
    return html`<ol class="timeline" aria-label=${say('traces.timeline')}>
      ${bars.slice(0, MAX_BARS).map(({ path, start, duration, failed }) => {
        const share = (seconds: number): string => `${((seconds / length) * 100).toFixed(3)}%`;
        const mood = duration === undefined ? 'running' : failed ? 'failed' : 'done';
        const words =
          duration === undefined
            ? say('traces.running')
            : say('traces.took', { seconds: secondsText(duration) });
        return html`<li>
          <button type="button" class="timeline-row" aria-pressed=${this.chosen === path ? 'true' : 'false'} @click=${() => this.choose(path)}>
            <span class="timeline-name">${breakable(this.nameOf(path))}</span>
            <span class="timeline-track" aria-hidden="true"><span class="timeline-bar" data-mood=${mood}
              ${cssValues({ '--from': share(start), '--length': share(duration ?? length - start) })}></span></span>
            <span class="timeline-time hint">+${secondsText(start)} s · ${words}</span>
          </button>
        </li>`;
      })}
    </ol>
    ${bars.length > MAX_BARS ? html`<p class="hint">${say('traces.more_bars', { count: bars.length - MAX_BARS })}</p>` : nothing}`;
  }

  /** The values of the chosen step. */
  private details(): TemplateResult {
    const { chosen, trace } = this;
    if (chosen === undefined) return html`<p class="hint">${say('traces.choose')}</p>`;
    const visits = trace.trace[chosen] ?? [];
    return html`<div class="trace-details" role="region" aria-label=${say('traces.details')}>
      <h3>${breakable(this.nameOf(chosen))}</h3>
      ${visits.length === 0 ? html`<p class="hint">${say('traces.not_reached')}</p>` : visitViews(visits)}
    </div>`;
  }

  private choose(path: string): void {
    this.chosen = this.chosen === path ? undefined : path;
  }

  private nameOf(path: string): string {
    const step = this.steps.get(path);
    const name = step === undefined ? undefined : nameOfStep(step.place, step.step);
    return name ?? nameAt(normalItem('automation', this.trace.config), path);
  }

  private summary({ place, step }: GraphStep): string {
    const kind = kindOf(place, step);
    return kind === undefined ? '' : stepSummary(this.home, kind, stepValues(step));
  }
}

function labelText(label: BranchLabel): string {
  return typeof label === 'string' ? label : say(`traces.${label.key}`, { number: label.number });
}

function nodeView({ path, name, depth, visits, isReached, failed }: PathNode): TemplateResult {
  const mood = !isReached ? 'skipped' : failed ? 'failed' : 'done';
  return html`<li class="path-node" data-mood=${mood} data-depth=${Math.min(depth, 6)} data-path=${path}>
    <details>
      <summary>
        <span>${breakable(name)} ${visits.length > 1 ? html`<small class="hint">× ${visits.length}</small>` : nothing}</span>
        <span class="hint">${say(`traces.${mood}`)}</span>
      </summary>
      ${visitViews(visits)} ${isReached ? nothing : html`<p class="hint">${say('traces.not_reached')}</p>`}
    </details>
  </li>`;
}

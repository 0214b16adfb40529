import '../../../styles/statistics.css';
import { mdiCalendarClock, mdiDatabaseOffOutline, mdiDatabasePlusOutline, mdiTune } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import { navigate } from '../../../app/router.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { confirmation } from '../../../parts/dialog.ts';
import { fixedId } from '../../../parts/fixed-id.ts';
import { FormDialog, type FormTask } from '../../../parts/form/form-dialog.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import { ListSearch } from '../../../parts/list-search.ts';
import { repeat } from '../../../parts/repeat.ts';
import { toolButton } from '../../../parts/tool-button.ts';
import {
  chooseRecording,
  type EntityUsage,
  type HistoryUsage,
  listChanges,
  listStatistics,
  readUsage,
  type Statistic,
  type StatisticsChange,
  type StatisticsIssue,
  undoChange,
  validateStatistics,
} from '../../../server/statistics.ts';
import { nameOf } from '../../../state/entity.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { Watch } from '../../../state/watch.ts';
import { say } from '../../../texts/say.ts';
import { changesCard } from './changes-card.ts';
import { retentionCard } from './retention-card.ts';
import { reasonOf } from './statistic-reason.ts';
import { StatisticRepair } from './statistic-repair.ts';
import { fixesOf, type IssueFix, issueText } from './statistics-issues.ts';
import { bytesPerDay, bytesText, count, roundedCount } from './usage-figures.ts';

const MAX_DAYS = 36_500;

/** What the history occupies and for how long it is kept, what is wrong with statistics, and their correction. */
export class StatisticsPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    rest: { attribute: false },
    usage: { state: true },
    fix: { state: true },
    task: { state: true },
  };

  declare home: HomeStore;
  /** The statistic to adjust; empty for the overview. */
  declare rest: string;
  declare usage: HistoryUsage | undefined;
  /** The fix that waits for confirmation. */
  declare fix: IssueFix | undefined;
  declare task: FormTask | undefined;
  private statistics: ReadonlyMap<string, Statistic> = new Map();
  private issues: readonly StatisticsIssue[] = [];
  private changes: readonly StatisticsChange[] = [];
  private readonly actions = new AsyncActions(this);
  private readonly found = new ListSearch(this);

  constructor() {
    super();
    this.rest = '';
    this.usage = undefined;
    this.fix = undefined;
    this.task = undefined;
    defineForms();
    define({ 'hearth-statistic-repair': StatisticRepair, 'hearth-form-dialog': FormDialog });
    new Watch(this, () => ['#places', '#members']);
  }

  protected override firstUpdated(): void {
    void this.actions.run(() => this.load());
  }

  protected override render() {
    const { usage, rest } = this;
    if (rest !== '') return this.repair(rest);
    return html`<h1>${say('statistics.title')}</h1>
      <p class="intro">${say('statistics.intro_long')}</p>
      ${this.actions.view()}
      ${
        usage === undefined
          ? html`<p class="hint" role="status">${this.actions.isBusy ? say('list.loading') : ''}</p>`
          : html`${retentionCard(usage)} ${this.issuesCard()} ${this.entities(usage)} ${changesCard(
              this.changes,
              {
                nameOf: (id) => this.name(id),
                isBusy: this.actions.isBusy,
                undo: (id) =>
                  void this.change(() => undoChange(this.home.connection, id), say('statistics.undone')),
              },
            )}`
      }
      ${this.dialogs()}`;
  }

  private repair(id: string): TemplateResult {
    const statistic = this.statistics.get(id);
    return html`<h1>${say('statistics.adjust_of', { name: this.name(id) })}</h1>
      ${this.actions.view()}
      ${
        statistic === undefined
          ? html`<p class="hint" role="status">${say(this.usage === undefined ? 'list.loading' : 'statistics.none')}</p>`
          : html`<hearth-statistic-repair
              .home=${this.home}
              .statistic=${statistic}
            ></hearth-statistic-repair>`
      }`;
  }

  private issuesCard(): TemplateResult {
    return html`<section class="card" aria-labelledby="statistics-issues">
      <h2 id="statistics-issues">${say('statistics.issues')}</h2>
      ${this.issues.length === 0 ? html`<p class="hint">${say('statistics.no_issues')}</p>` : nothing}
      <ul class="rows">
        ${this.issues.map(
          (issue) => html`<li class="row wraps">
            <div class="row-main">
              <p class="row-name">${this.name(issue.data.statistic_id)}</p>
              <p class="hint">${issueText(issue)}</p>
            </div>
            <div class="actions">
              ${fixesOf(issue).map((fix) => this.fixButton(fix, issue))}
            </div>
          </li>`,
        )}
      </ul>
    </section>`;
  }

  private fixButton(fix: IssueFix, { data }: StatisticsIssue): TemplateResult {
    return html`<button
      type="button"
      ?disabled=${this.actions.isBusy}
      aria-label="${fix.text}: ${this.name(data.statistic_id)}"
      @click=${() => {
        this.fix = fix;
      }}
    >
      ${fix.text}
    </button>`;
  }

  private entities({ entities }: HistoryUsage): TemplateResult {
    const all = [...entities].sort((a, b) => bytesPerDay(b) - bytesPerDay(a));
    const found = this.found.of(all, ({ entity_id: id }) => `${this.name(id)} ${id}`);
    return html`<section class="card" aria-labelledby="statistics-entities">
      <h2 id="statistics-entities">${say('statistics.entities', { count: found.length })}</h2>
      ${this.found.field()}
      <ul class="rows">
        ${repeat(
          this.found.shown(found),
          ({ entity_id: id }) => id,
          (one) => this.row(one),
        )}
      </ul>
      ${this.found.rest(found.length)}
    </section>`;
  }

  private row(usage: EntityUsage): TemplateResult {
    const { entity_id: id, per_day, bytes, recorded, keep_days } = usage;
    const name = this.name(id);
    const isRegistered = this.home.places.entries.has(id);
    const statistic = this.statistics.get(id);
    const hints = [
      ...(recorded ? [] : [say('statistics.stopped')]),
      ...(keep_days < (this.usage?.keep_days ?? 0) ? [say('statistics.kept_for', { count: keep_days })] : []),
      ...(statistic === undefined ? [say(reasonOf(this.home.entity(id), recorded))] : []),
    ];
    return html`<li class="row statistics-row">
      <div class="row-main">
        <p class="row-name">${name}</p>
        <p class="hint">${fixedId(id)}</p>
        ${hints.map((hint) => html`<p class="hint">${hint}</p>`)}
      </div>
      <div class="row-value">
        ${say('statistics.rows_a_day', { rows: count(per_day), count: roundedCount(per_day) })}
        <small class="hint">
          ${say('statistics.bytes_a_day', { bytes: bytesText(bytesPerDay(usage)), all: bytesText(bytes) })}
        </small>
      </div>
      <div class="row-tools">
        ${isRegistered ? this.recordingTool(usage, name) : nothing}
        ${
          isRegistered
            ? toolButton(mdiCalendarClock, say('statistics.keep_less_of', { name }), () =>
                this.askDays(usage, name),
              )
            : nothing
        }
        ${
          statistic === undefined
            ? nothing
            : toolButton(mdiTune, say('statistics.adjust_of', { name }), () =>
                navigate(`/developer/statistics/${encodeURIComponent(id)}`),
              )
        }
      </div>
    </li>`;
  }

  private recordingTool({ entity_id: id, recorded, keep_days }: EntityUsage, name: string): TemplateResult {
    const label = say(recorded ? 'statistics.stop_of' : 'statistics.resume_of', { name });
    const days = this.chosenDays(keep_days);
    return toolButton(
      recorded ? mdiDatabaseOffOutline : mdiDatabasePlusOutline,
      label,
      () => this.change(() => chooseRecording(this.home.connection, id, { isRecorded: !recorded, days })),
      this.actions.isBusy,
    );
  }

  private askDays({ entity_id: id, recorded, keep_days }: EntityUsage, name: string): void {
    this.task = {
      title: say('statistics.keep_less_of', { name }),
      fields: [
        {
          ...{ kind: 'number', name: 'days', label: say('statistics.days_label') },
          ...{ hint: say('statistics.days_hint'), min: 0, max: MAX_DAYS },
        },
      ],
      values: { days: this.chosenDays(keep_days) },
      save: ({ days }) => {
        const chosen = typeof days === 'number' ? days : undefined;
        return chooseRecording(this.home.connection, id, { isRecorded: recorded, days: chosen });
      },
    };
  }

  /** The days that apply to an entity if they are fewer than those of all others. */
  private chosenDays(days: number): number | undefined {
    return this.usage !== undefined && days < this.usage.keep_days ? days : undefined;
  }

  private dialogs(): TemplateResult | typeof nothing {
    const { fix, task } = this;
    if (task !== undefined)
      return html`<hearth-form-dialog
        .home=${this.home}
        .task=${task}
        @saved=${() => void this.load()}
        @closed=${() => {
          this.task = undefined;
        }}
      ></hearth-form-dialog>`;
    if (fix === undefined) return nothing;
    return confirmation({
      title: fix.text,
      question: fix.question ?? '',
      yes: fix.text,
      no: say('action.cancel'),
      onYes: () => void this.change(() => fix.run(this.home.connection), say('statistics.fixed')),
      onClose: () => {
        this.fix = undefined;
      },
    });
  }

  private async change(work: () => Promise<unknown>, notice = ''): Promise<void> {
    await this.actions.run(async () => {
      await work();
      await this.load();
    }, notice);
  }

  private name(id: string): string {
    const entity = this.home.entity(id);
    return entity === undefined ? (this.statistics.get(id)?.name ?? id) : nameOf(entity);
  }

  private async load(): Promise<void> {
    const { connection } = this.home;
    const [usage, statistics, issues, changes] = await Promise.all([
      readUsage(connection),
      listStatistics(connection),
      validateStatistics(connection),
      listChanges(connection),
    ]);
    this.statistics = new Map(statistics.map((one) => [one.statistic_id, one]));
    this.issues = Object.values(issues).flat();
    this.changes = changes;
    this.usage = usage;
  }
}

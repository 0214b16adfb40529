import { html, nothing } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import { language } from '../../../app/preferences.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import type { FormTask } from '../../../parts/form/form-dialog.ts';
import type { FormField, FormValues } from '../../../parts/form/form-field.ts';
import { timeText } from '../../../parts/time-text.ts';
import {
  type BackupConfig,
  type BackupInfo,
  changeBackupConfig,
  type Retention,
  readBackupConfig,
} from '../../../server/backups.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { ReloadOnReconnect } from '../../../state/reload-on-reconnect.ts';
import { say } from '../../../texts/say.ts';
import { facts } from '../facts.ts';
import { placesField } from './create-task.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** When backups are made by themselves, what they contain and how many are kept. Fires `changed`. */
export class AutomaticBackupsCard extends LightElement {
  static override properties = {
    home: { attribute: false },
    info: { attribute: false },
    config: { state: true },
    task: { state: true },
  };

  declare home: HomeStore;
  declare info: BackupInfo | undefined;
  declare config: BackupConfig | undefined;
  declare task: FormTask | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.info = undefined;
    this.config = undefined;
    this.task = undefined;
    new ReloadOnReconnect(this, () => void this.load());
  }

  protected override render() {
    const { config, info } = this;
    return html`<section class="card" aria-labelledby="backups-automatic">
      <div class="card-head">
        <h2 id="backups-automatic">${say('backups.automatic')}</h2>
        ${
          config === undefined
            ? nothing
            : html`<button type="button" aria-label=${say('backups.change_automatic')} @click=${() => this.edit(config)}>${say('backups.change')}</button>`
        }
      </div>
      ${this.actions.view()}
      ${config === undefined ? html`<p class="hint">${say('list.loading')}</p>` : facts(pairs(config, info))}
      ${
        this.task === undefined
          ? nothing
          : html`<hearth-form-dialog .home=${this.home} .task=${this.task} @closed=${() => {
              this.task = undefined;
            }}></hearth-form-dialog>`
      }
    </section>`;
  }

  private async edit(config: BackupConfig): Promise<void> {
    await this.actions.run(async () => {
      this.task = this.form(config, await placesField(this.home.connection));
    });
  }

  private form({ schedule, create_backup, retention }: BackupConfig, places: readonly FormField[]): FormTask {
    return {
      title: say('backups.automatic'),
      fields: [...fields(), ...places],
      values: {
        ...{
          recurrence: schedule.recurrence,
          days: schedule.days,
          history: create_backup.include_database,
          places: create_backup.agent_ids,
        },
        ...(schedule.time === null ? {} : { time: schedule.time }),
        ...kept(retention),
      },
      save: async (values) => {
        await changeBackupConfig(this.home.connection, changes(values));
        await this.load();
        this.dispatchEvent(new CustomEvent('changed'));
      },
    };
  }

  private async load(): Promise<void> {
    await this.actions.run(async () => {
      this.config = await readBackupConfig(this.home.connection);
    });
  }
}

function fields(): FormField[] {
  const recurrences = ['daily', 'custom_days', 'never'] as const;
  const isMade = ({ recurrence }: FormValues): boolean => recurrence !== 'never';
  return [
    {
      kind: 'select',
      name: 'recurrence',
      label: say('backups.when'),
      options: recurrences.map((id) => ({ id, name: say(`backups.recurrence_${id}`) })),
      isRequired: true,
    },
    {
      kind: 'checks',
      name: 'days',
      label: say('backups.days'),
      options: DAYS.map((id) => ({ id, name: dayName(id) })),
      isFor: ({ recurrence }) => recurrence === 'custom_days',
      isRequired: true,
    },
    { kind: 'time', name: 'time', label: say('backups.time'), hint: say('backups.time_hint'), isFor: isMade },
    {
      kind: 'boolean',
      name: 'history',
      label: say('backups.include_history'),
      hint: say('backups.history_hint'),
      isFor: isMade,
    },
    {
      kind: 'number',
      name: 'copies',
      label: say('backups.copies'),
      hint: say('backups.kept_hint'),
      min: 1,
      step: 1,
    },
    {
      kind: 'number',
      name: 'age',
      label: say('backups.age'),
      unit: say('backups.age_unit'),
      min: 1,
      step: 1,
    },
  ];
}

function changes({
  recurrence,
  days = [],
  time = null,
  history,
  copies = null,
  age = null,
  places,
}: FormValues): object {
  return {
    schedule: { recurrence, days, time },
    create_backup: { include_database: history === true, agent_ids: places },
    retention: { copies, days: age },
  };
}

function kept({ copies, days }: Retention): FormValues {
  return { ...(copies === null ? {} : { copies }), ...(days === null ? {} : { age: days }) };
}

function pairs(
  { schedule, create_backup, retention }: BackupConfig,
  info: BackupInfo | undefined,
): (readonly [string, string])[] {
  const next = info?.next_automatic_backup ?? null;
  const { recurrence, days } = schedule;
  const times =
    recurrence === 'custom_days' ? days.map(dayName).join(', ') : say(`backups.recurrence_${recurrence}`);
  return [
    [say('backups.when'), times],
    [
      say('backups.next'),
      next === null ? say('backups.no_next') : timeText(next, { dateStyle: 'medium', timeStyle: 'short' }),
    ],
    [
      say('backups.contents'),
      say(create_backup.include_database ? 'backups.with_history' : 'backups.settings_only'),
    ],
    [say('backups.retention'), retentionText(retention)],
  ];
}

function retentionText({ copies, days }: Retention): string {
  const parts = [
    ...(copies === null ? [] : [say('backups.keeps_copies', { count: copies })]),
    ...(days === null ? [] : [say('backups.keeps_days', { count: days })]),
  ];
  return parts.length === 0 ? say('backups.keeps_all') : parts.join(', ');
}

function dayName(day: string): string {
  const index = DAYS.indexOf(day as (typeof DAYS)[number]);
  const date = new Date(MONDAY + index * 86_400_000);
  return new Intl.DateTimeFormat(language(), { weekday: 'long', timeZone: 'UTC' }).format(date);
}

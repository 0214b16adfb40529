import { html, nothing } from 'lit';
import { define } from '../../../app/define.ts';
import { LightElement } from '../../../app/light-element.ts';
import type { FormField, FormValues } from '../../../parts/form/form-field.ts';
import { type RecordItem, type RecordKind, RecordList } from '../../../parts/record-list.ts';
import { type BackupTarget, readBackupTargets } from '../../../server/backups.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { ReloadOnReconnect } from '../../../state/reload-on-reconnect.ts';
import { say } from '../../../texts/say.ts';

const KINDS = ['folder', 'webdav', 's3'] as const;

/** The locations for backups outside of the data folder. Fires `changed`. */
export class BackupTargetsCard extends LightElement {
  static override properties = {
    home: { attribute: false },
    errors: { attribute: false },
    targets: { state: true },
  };

  declare home: HomeStore;
  /** Why locations cannot be listed, by ID. */
  declare errors: Readonly<Record<string, string>>;
  declare targets: readonly BackupTarget[];

  constructor() {
    super();
    define({ 'hearth-record-list': RecordList });
    this.errors = {};
    this.targets = [];
    new ReloadOnReconnect(this, () => void this.load());
  }

  protected override render() {
    if (this.home.user.is_owner)
      return html`<hearth-record-list .home=${this.home} .kind=${this.kind()} @changed=${this.load}></hearth-record-list>`;
    if (this.targets.length === 0) return nothing;
    return html`<section class="card" aria-labelledby="backup-targets">
      <h2 id="backup-targets">${say('backups.targets')}</h2>
      <ul class="rows">${this.targets.map(
        (target) => html`<li class="row"><div class="row-main">
          <p class="row-name">${target.name}</p><p class="hint">${this.detail(target)}</p>
        </div></li>`,
      )}</ul>
      <p class="hint">${say('backups.owner_targets')}</p>
    </section>`;
  }

  private kind(): RecordKind {
    const { connection } = this.home;
    const kind: FormField = {
      kind: 'select',
      name: 'kind',
      label: say('backups.target_kind'),
      options: KINDS.map((id) => ({ id, name: say(`backups.target_${id}`) })),
      isRequired: true,
    };
    return {
      title: say('backups.targets'),
      none: say('backups.no_targets'),
      add: say('backups.add_target'),
      fields: [kind, ...fields(false)],
      blank: { kind: 'folder', region: 'us-east-1' },
      items: this.targets.map((target) => this.item(target)),
      save: (values, id) => {
        const settings = settingsOf(values);
        const target = id === undefined ? {} : { target_id: id };
        return connection.sendMessagePromise({ type: 'hearth/backup/targets/save', ...target, settings });
      },
      remove: (id) => connection.sendMessagePromise({ type: 'hearth/backup/targets/delete', target_id: id }),
    };
  }

  private item(target: BackupTarget): RecordItem {
    const { target_id: id, name } = target;
    const problem = this.errors[id];
    const kind = this.detail(target);
    return {
      ...{ id, name },
      detail: problem === undefined ? kind : html`${kind} <span class="error">${problem}</span>`,
      values: target as unknown as FormValues,
      form: {
        fields: fields(true),
        save: (values) =>
          this.home.connection.sendMessagePromise({
            ...{ type: 'hearth/backup/targets/save', target_id: id },
            settings: settingsOf({ ...values, kind: target.kind }),
          }),
      },
    };
  }

  private detail(target: BackupTarget): string {
    const place =
      target.kind === 'folder'
        ? target.path
        : `${target.url}${target.bucket === undefined ? '' : `/${target.bucket}`}`;
    return `${say(`backups.target_${target.kind}`)} · ${place}`;
  }

  private readonly load = async (): Promise<void> => {
    this.targets = await readBackupTargets(this.home.connection).catch(() => this.targets);
    this.dispatchEvent(new CustomEvent('changed'));
  };
}

/** The fields of all kinds of locations; `isKept` if passwords may stay as they are. */
function fields(isKept: boolean): FormField[] {
  const of = (kind: string) => (values: FormValues) => values.kind === kind;
  const isRemote = ({ kind }: FormValues): boolean => kind !== 'folder';
  const secret = { kind: 'text', type: 'password', isRequired: !isKept } as const;
  const hint = isKept ? say('backups.secret_kept') : undefined;
  return [
    { kind: 'text', name: 'name', label: say('backups.name'), isRequired: true, maxLength: 100 },
    {
      ...{ kind: 'text', name: 'path', label: say('backups.path'), hint: say('backups.path_hint') },
      ...{ isRequired: true, isCode: true, isFor: of('folder') },
    },
    {
      ...{ kind: 'text', type: 'url', name: 'url', label: say('backups.url'), hint: say('backups.url_hint') },
      ...{ isRequired: true, isFor: isRemote },
    },
    { kind: 'text', name: 'username', label: say('users.username'), isRequired: true, isFor: of('webdav') },
    { ...secret, name: 'password', label: say('users.password'), hint, isFor: of('webdav') },
    { kind: 'text', name: 'bucket', label: say('backups.bucket'), isRequired: true, isFor: of('s3') },
    {
      ...{ kind: 'text', name: 'prefix', label: say('backups.prefix'), hint: say('backups.prefix_hint') },
      isFor: of('s3'),
    },
    { kind: 'text', name: 'region', label: say('backups.region'), isRequired: true, isFor: of('s3') },
    { kind: 'text', name: 'access_key', label: say('backups.access_key'), isRequired: true, isFor: of('s3') },
    { ...secret, name: 'secret_key', label: say('backups.secret_key'), hint, isFor: of('s3') },
  ];
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  folder: ['kind', 'name', 'path'],
  webdav: ['kind', 'name', 'url', 'username', 'password'],
  s3: ['kind', 'name', 'url', 'bucket', 'prefix', 'region', 'access_key', 'secret_key'],
};

/** What belongs to the chosen kind. */
function settingsOf(values: FormValues): FormValues {
  const whole: FormValues = { prefix: '', ...values };
  const names = NAMES[String(values.kind)] ?? [];
  return Object.fromEntries(
    names.flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]])),
  );
}

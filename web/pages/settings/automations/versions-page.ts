import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { confirmation } from '../../../parts/dialog.ts';
import { diffView } from '../../../parts/diff-view.ts';
import { timeText } from '../../../parts/time-text.ts';
import {
  compareVersion,
  type DiffLine,
  listVersions,
  restoreVersion,
  type Version,
} from '../../../server/items.ts';
import { listUsers } from '../../../server/people.ts';
import { nameOf } from '../../../state/entity.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { Watch } from '../../../state/watch.ts';
import { say } from '../../../texts/say.ts';
import { entityOfItem, type ItemKind } from './item-kind.ts';

/** The versions of an item: each compared with the current one, and restoring it. */
export class VersionsPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    kind: { attribute: false },
    itemId: { attribute: false },
    versions: { state: true },
    open: { state: true },
    lines: { state: true },
    requested: { state: true },
  };

  declare home: HomeStore;
  declare kind: ItemKind;
  declare itemId: string;
  declare versions: readonly Version[] | undefined;
  declare open: number | undefined;
  declare lines: readonly DiffLine[];
  /** The version to confirm restoring. */
  declare requested: Version | undefined;
  private names: ReadonlyMap<string, string> = new Map();
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.versions = undefined;
    this.open = undefined;
    this.lines = [];
    this.requested = undefined;
    new Watch(this, () => ['#places']);
  }

  protected override firstUpdated(): void {
    void this.load('');
  }

  protected override render() {
    const { versions = [], kind, itemId } = this;
    const entity = entityOfItem(this.home, kind.domain, itemId);
    const name = entity === undefined ? itemId : nameOf(entity);
    return html`<h1>${say('versions.of', { name })}</h1>
      <p><a href="${kind.base}/${encodeURIComponent(itemId)}">${say('traces.edit')}</a></p>
      ${this.actions.view()}
      <section class="card">
        ${this.versions?.length === 0 ? html`<p class="hint">${say('versions.none')}</p>` : nothing}
        <ol class="rows">${versions.map((version, at) => this.row(version, at === 0))}</ol>
      </section>
      ${this.requested === undefined ? nothing : this.question(this.requested)}`;
  }

  private row(version: Version, isNow: boolean): TemplateResult {
    const who = version.user_id === null ? undefined : (this.names.get(version.user_id) ?? version.user_id);
    const isOpen = this.open === version.version;
    return html`<li class="row version">
      <div class="row-main">
        <p class="row-name">
          ${momentText(version.time)} ${isNow ? html`<span class="badge">${say('versions.now')}</span>` : nothing}
        </p>
        <p class="hint">${[say(`versions.${version.kind}`), who, version.file].filter(Boolean).join(' · ')}</p>
        ${isOpen ? diffView(this.lines) : nothing}
      </div>
      ${
        isNow
          ? nothing
          : html`<div class="actions">
              <button type="button" aria-expanded=${String(isOpen)} @click=${() => this.show(version)}>
                ${say('versions.compare')}
              </button>
              <button
                type="button"
                @click=${() => {
                  this.requested = version;
                }}
              >
                ${say('versions.restore')}
              </button>
            </div>`
      }
    </li>`;
  }

  private question(version: Version): TemplateResult {
    return confirmation({
      title: say('versions.restore_title', { time: momentText(version.time) }),
      question: say('versions.restore_sure'),
      yes: say('versions.restore'),
      no: say('action.cancel'),
      onYes: () => void this.restore(version),
      onClose: () => {
        this.requested = undefined;
      },
    });
  }

  private get item() {
    return { domain: this.kind.domain, item_id: this.itemId };
  }

  private async show({ version }: Version): Promise<void> {
    if (this.open === version) {
      this.open = undefined;
      return;
    }
    await this.actions.run(async () => {
      this.lines = (await compareVersion(this.home.connection, this.item, version)).lines;
      this.open = version;
    });
  }

  private async restore({ version }: Version): Promise<void> {
    if (await this.actions.run(() => restoreVersion(this.home.connection, this.item, version)))
      await this.load(say('versions.restored'));
  }

  private async load(notice: string): Promise<void> {
    const { connection } = this.home;
    await this.actions.run(async () => {
      if (this.names.size === 0)
        this.names = new Map((await listUsers(connection)).map(({ id, name }) => [id, name]));
      this.open = undefined;
      this.versions = await listVersions(connection, this.item);
    }, notice);
  }
}

function momentText(time: string): string {
  return timeText(time, { dateStyle: 'medium', timeStyle: 'medium' });
}

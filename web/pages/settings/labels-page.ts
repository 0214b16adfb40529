import { html } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import type { FormField } from '../../parts/form/form-field.ts';
import { badgeOf } from '../../parts/label-chip.ts';
import { filled, type RecordKind, RecordList } from '../../parts/record-list.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { ReloadOnReconnect } from '../../state/reload-on-reconnect.ts';
import { Watch } from '../../state/watch.ts';
import type { TextKey } from '../../texts/catalog.ts';
import { say } from '../../texts/say.ts';

interface Category {
  readonly category_id: string;
  readonly name: string;
  readonly icon: string | null;
}

/** The scopes of categories on the server, with their titles. */
const SCOPES: Readonly<Record<string, TextKey>> = {
  automation: 'labels.for_automations',
  script: 'labels.for_scripts',
  scene: 'labels.for_scenes',
  helpers: 'labels.for_helpers',
};

/** Labels, and the categories of automations, scripts, scenes and helpers. */
export class LabelsPage extends LightElement {
  static override properties = { home: { attribute: false }, categories: { state: true } };

  declare home: HomeStore;
  declare categories: Readonly<Record<string, readonly Category[]>>;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    define({ 'hearth-record-list': RecordList });
    this.categories = {};
    new ReloadOnReconnect(this, () => void this.load());
    new Watch(this, () => ['#places']);
  }

  protected override render() {
    return html`<h1>${say('labels.title')}</h1>
      <p class="intro">${say('labels.intro_long')}</p>
      <hearth-record-list .home=${this.home} .kind=${labelKind(this.home)}></hearth-record-list>
      ${this.actions.view()}
      ${Object.entries(SCOPES).map(
        ([scope, word]) => html`<hearth-record-list
          .home=${this.home}
          .kind=${this.categoryKind(scope, word)}
          @changed=${this.load}
        ></hearth-record-list>`,
      )}`;
  }

  private categoryKind(scope: string, word: TextKey): RecordKind {
    const fields: FormField[] = [
      { kind: 'text', name: 'name', label: say('record.name'), isRequired: true, maxLength: 100 },
      { kind: 'icon', name: 'icon', label: say('record.icon') },
    ];
    const ask = (what: string, more: object): Promise<unknown> =>
      this.home.connection.sendMessagePromise({ type: `config/category_registry/${what}`, scope, ...more });
    return {
      title: say(word),
      none: say('labels.no_categories'),
      add: say('labels.add_category'),
      fields,
      items: (this.categories[scope] ?? []).map((one) => ({
        id: one.category_id,
        name: one.name,
        mark: badgeOf(one),
        values: { ...one },
      })),
      save: (values, id) =>
        id === undefined
          ? ask('create', filled(fields, values))
          : ask('update', { category_id: id, ...filled(fields, values) }),
      remove: (category_id) => ask('delete', { category_id }),
      deletes: 'config/category_registry/delete',
    };
  }

  private readonly load = async (): Promise<void> => {
    await this.actions.run(async () => {
      const lists = Object.keys(SCOPES).map(async (scope) => [
        scope,
        await this.home.connection.sendMessagePromise({ type: 'config/category_registry/list', scope }),
      ]);
      this.categories = Object.fromEntries(await Promise.all(lists));
    });
  };
}

function labelKind({ connection, places }: HomeStore): RecordKind {
  const fields: FormField[] = [
    { kind: 'text', name: 'name', label: say('record.name'), isRequired: true, maxLength: 100 },
    { kind: 'swatch', name: 'color', label: say('labels.color') },
    { kind: 'icon', name: 'icon', label: say('record.icon') },
    { kind: 'text', name: 'description', label: say('labels.description') },
  ];
  const ask = (what: string, more: object): Promise<unknown> =>
    connection.sendMessagePromise({ type: `config/label_registry/${what}`, ...more });
  const count = (things: Iterable<object>, id: string): number =>
    [...things].filter((one) => (one as { readonly labels: readonly string[] }).labels.includes(id)).length;
  return {
    title: say('labels.title'),
    none: say('labels.none'),
    add: say('labels.add'),
    fields,
    items: [...places.labels.values()].map((label) => ({
      id: label.label_id,
      name: label.name,
      mark: badgeOf(label),
      detail: usesText(
        count(places.devices.values(), label.label_id),
        count(places.entries.values(), label.label_id),
      ),
      link: `/settings/entities?label=${encodeURIComponent(label.label_id)}`,
      values: { ...label },
    })),
    save: (values, id) =>
      id === undefined
        ? ask('create', filled(fields, values))
        : ask('update', { label_id: id, ...filled(fields, values) }),
    remove: (label_id) => ask('delete', { label_id }),
    deletes: 'config/label_registry/delete',
    subject: (id) => ({ name: 'labels', id }),
  };
}

/** The number of uses of a label by type; types without any are omitted. */
function usesText(devices: number, entities: number): string {
  const parts = [
    devices > 0 ? say('labels.on_devices', { count: devices }) : '',
    entities > 0 ? say('labels.on_entities', { count: entities }) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ') || say('labels.unused');
}

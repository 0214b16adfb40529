import { html, nothing } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { stateText } from '../../cards/state-text.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { fixedId } from '../../parts/fixed-id.ts';
import type { Choice, FormValues } from '../../parts/form/form-field.ts';
import { type RecordItem, type RecordKind, RecordList } from '../../parts/record-list.ts';
import { defineSteps } from '../../parts/steps/define-steps.ts';
import { type BlueprintFacts, listBlueprints } from '../../server/blueprints.ts';
import { listUsers } from '../../server/people.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { ReloadOnReconnect } from '../../state/reload-on-reconnect.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { useIn } from './automations/blueprint-fields.ts';
import { type BlueprintTemplate, blueprintTemplate } from './blueprint-template.ts';
import { ComputedHelpers } from './computed-helpers.ts';
import { HELPER_FORMS, type HelperForm } from './helper-kinds.ts';

/** Where documents of helpers are, if not in a collection of their domain. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  group: 'entity_groups',
  template: 'templates',
  tag: 'tags',
};

/** The helpers: switches, numbers, timers, schedules, persons, zones, created and edited here. */
export class HelpersPage extends LightElement {
  static override properties = { home: { attribute: false }, items: { state: true } };

  declare home: HomeStore;
  declare items: Readonly<Record<string, readonly FormValues[]>> | undefined;
  private users: readonly Choice[] = [];
  /** The metadata of template blueprints, by path. */
  private blueprints: ReadonlyMap<string, BlueprintFacts> = new Map();
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineSteps();
    define({ 'hearth-record-list': RecordList, 'hearth-computed-helpers': ComputedHelpers });
    this.items = undefined;
    new ReloadOnReconnect(this, () => void this.load());
    new Watch(this, () => ['#members', ...this.entityIds]);
  }

  protected override render() {
    const { items } = this;
    return html`<h1>${say('helpers.title')}</h1>
      <p class="intro">${say('helpers.intro_long')}</p>
      ${this.actions.view()}
      ${items === undefined ? html`<p class="hint">${say('list.loading')}</p>` : nothing}
      ${
        items === undefined
          ? nothing
          : HELPER_FORMS.filter(({ domain }) => items[domain] !== undefined).map(
              (form) => html`<hearth-record-list
                data-kind=${form.domain}
                .home=${this.home}
                .kind=${this.kindOf(form, items[form.domain] ?? [])}
                @changed=${this.load}
              ></hearth-record-list>`,
            )
      }
      <hearth-computed-helpers .home=${this.home}></hearth-computed-helpers>`;
  }

  /** The entities of all helpers, whose states are shown. */
  private get entityIds(): readonly string[] {
    return HELPER_FORMS.flatMap((form) =>
      (this.items?.[form.domain] ?? []).map((one) => entityIdOf(form, one)),
    );
  }

  private kindOf(form: HelperForm, items: readonly FormValues[]): RecordKind {
    const { domain, toForm = same, toWire = same, isWide = false } = form;
    const fields = form.fields(this.users);
    const ask = (what: string, more: object): Promise<unknown> =>
      this.home.connection.sendMessagePromise({ type: `${domain}/${what}`, ...more });
    const save = (wire: FormValues, id: string | undefined): Promise<unknown> =>
      id === undefined ? ask('create', wire) : ask('update', { [`${domain}_id`]: id, ...wire });
    return {
      title: say(form.title),
      none: say(form.hint),
      add: say('list.add'),
      addTitle: say('list.new_of', { kind: say(form.title) }),
      fields,
      isWide,
      ...(form.blank === undefined ? {} : { blank: form.blank }),
      items: items.map((item): RecordItem => {
        const id = String(item.id);
        const entityId = entityIdOf(form, item);
        const entity = this.home.entity(entityId);
        const own = this.madeFromBlueprint(item);
        return {
          id,
          name: String(item.name ?? id),
          detail: html`${fixedId(entityId)}${entity === undefined ? '' : ` · ${stateText(entity, this.home)}`}`,
          values: own?.values ?? toForm(withoutNulls(item)),
          ...(own === undefined
            ? {}
            : { form: { fields: own.fields, save: (values, id) => save(own.toWire(values), id) } }),
        };
      }),
      save: (values, id) => {
        const { id: _id, ...wire } = toWire(values);
        return save(wire, id);
      },
      remove: (id) => ask('delete', { [`${domain}_id`]: id }),
      deletes: `${domain}/delete`,
      subject: (id) => ({ name: COLLECTIONS[domain] ?? `helpers.${domain}`, id }),
    };
  }

  /** The form of an entity made from a blueprint. */
  private madeFromBlueprint(item: FormValues): BlueprintTemplate | undefined {
    if (item.use_blueprint === undefined) return undefined;
    const { path } = useIn(item);
    return blueprintTemplate(path, this.blueprints.get(path), item);
  }

  private readonly load = async (): Promise<void> => {
    await this.actions.run(async () => {
      this.users = (await listUsers(this.home.connection)).filter(
        ({ system_generated }) => !system_generated,
      );
      const lists = HELPER_FORMS.map(async ({ domain, itemsIn }) => {
        const answer = await this.home.connection
          .sendMessagePromise<unknown>({ type: `${domain}/list` })
          .catch(refuseUnknown);
        if (answer === undefined) return [];
        return [[domain, itemsIn?.(answer) ?? (answer as FormValues[])]];
      });
      const items: HelpersPage['items'] = Object.fromEntries((await Promise.all(lists)).flat());
      if (items?.template?.some((item) => item.use_blueprint !== undefined) === true)
        this.blueprints = await knownBlueprints(this.home);
      this.items = items;
    });
  };
}

function entityIdOf({ domain, entityOf }: HelperForm, item: FormValues): string {
  return entityOf?.(item) ?? `${domain}.${String(item.id)}`;
}

/** Hides types of helpers that the server does not support. */
function refuseUnknown(error: { readonly code?: unknown }): undefined {
  if (error.code !== 'unknown_command') throw error;
  return undefined;
}

/** The metadata of template blueprints, by path. */
async function knownBlueprints({ connection }: HomeStore): Promise<ReadonlyMap<string, BlueprintFacts>> {
  const found = Object.entries(await listBlueprints(connection, 'template'));
  return new Map(found.flatMap(([path, one]) => ('metadata' in one ? [[path, one.metadata]] : [])));
}

function same(values: FormValues): FormValues {
  return values;
}

function withoutNulls(item: FormValues): FormValues {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

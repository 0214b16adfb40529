import { mdiPencilOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { PATHS } from '../../app/paths.ts';
import { navigate } from '../../app/router.ts';
import { RelatedItems } from '../../controls/related-items.ts';
import { isInLogbook } from '../../logbook/is-in-logbook.ts';
import { LogbookSection } from '../../logbook/logbook-section.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { confirmation } from '../../parts/dialog.ts';
import { fixedId } from '../../parts/fixed-id.ts';
import { FormDialog, type FormTask } from '../../parts/form/form-dialog.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { labelChips } from '../../parts/label-chip.ts';
import { NamedIcon } from '../../parts/named-icon.ts';
import { offerUndo } from '../../parts/offer-undo.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { EntityUpdates } from '../../state/entity-updates.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import type { TextKey } from '../../texts/catalog.ts';
import { wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { entityTask } from './entity-task.ts';
import {
  nameOfDevice,
  nameOfEntry,
  type RegistryDevice,
  type RegistryEntry,
  readEntries,
  wholeDevice,
} from './registry.ts';
import { rowIcon, rowState } from './row-state.ts';

/** The groups of the entities of a device. */
const CATEGORIES: readonly (readonly [RegistryEntry['entity_category'], TextKey])[] = [
  [null, 'entities.title'],
  ['config', 'related.config'],
  ['diagnostic', 'related.diagnostic'],
];

/** A device: its facts, area and entities. */
export class DeviceView extends LightElement {
  static override properties = {
    home: { attribute: false },
    deviceId: { attribute: false },
    entries: { state: true },
    task: { state: true },
    isDeleting: { state: true },
  };

  declare home: HomeStore;
  declare deviceId: string;
  declare entries: readonly RegistryEntry[];
  declare task: FormTask | undefined;
  declare isDeleting: boolean;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    define({
      'hearth-form-dialog': FormDialog,
      'hearth-logbook-section': LogbookSection,
      'hearth-related': RelatedItems,
      'hearth-icon': NamedIcon,
    });
    this.entries = [];
    this.task = undefined;
    this.isDeleting = false;
    new EntityUpdates(this, () => void this.load());
    new Watch(this, () => ['#places', ...this.entries.map(({ entity_id }) => entity_id)]);
  }

  protected override render() {
    const device = wholeDevice(this.home, this.deviceId);
    if (device === undefined) return html`<h1>${say('devices.title')}</h1><p>${say('list.none')}</p>`;
    return html`<h1>${nameOfDevice(device)}</h1>
      ${this.actions.view()}
      <section class="card" aria-label=${say('devices.about')}>
        <dl class="about">${factsOf(this.home, device).map(
          ([word, value]) => html`<div><dt>${word}</dt><dd>${value}</dd></div>`,
        )}${
          device.labels.length === 0
            ? nothing
            : html`<div><dt>${say('labels.title')}</dt><dd>${labelChips(this.home, device.labels)}</dd></div>`
        }</dl>
        <div class="actions">
          <button type="button" class="primary" @click=${() => this.open(deviceTask(this.home, device))}>
            ${say('list.edit')}
          </button>
          <button
            type="button"
            class="danger"
            @click=${() => {
              this.isDeleting = true;
            }}
          >
            ${say('devices.remove')}
          </button>
        </div>
      </section>
      <section class="card" aria-labelledby="entities-title">
        <h2 id="entities-title">${say('entities.title')}</h2>
        ${CATEGORIES.map(([category, title]) => this.category(category, title))}
      </section>
      ${this.past()}
      ${
        this.task === undefined
          ? nothing
          : html`<hearth-form-dialog
              .home=${this.home}
              .task=${this.task}
              @saved=${this.load}
              @closed=${() => {
                this.task = undefined;
              }}
            ></hearth-form-dialog>`
      }
      ${this.isDeleting ? this.question(device) : nothing}`;
  }

  private category(
    category: RegistryEntry['entity_category'],
    title: TextKey,
  ): TemplateResult | typeof nothing {
    const entries = this.entries.filter((entry) => entry.entity_category === category);
    if (entries.length === 0) return nothing;
    return html`${category === null ? nothing : html`<h3>${say(title)}</h3>`}
      <ul class="rows">${entries.map((entry) => this.row(entry))}</ul>`;
  }

  /** What happened to the device and why, its plots, and what uses it. */
  private past(): TemplateResult {
    const { home, deviceId } = this;
    const known = this.entries
      .map(({ entity_id }) => home.entity(entity_id))
      .filter((one) => one !== undefined);
    const ids = known.filter(isInLogbook).map(({ entity_id }) => entity_id);
    const id = encodeURIComponent(deviceId);
    return html`<section class="card">
      ${
        ids.length === 0
          ? nothing
          : html`<hearth-logbook-section
              .home=${home}
              .entityIds=${ids}
              .isOfPage=${true}
            ></hearth-logbook-section>`
      }
      ${known.length === 0 ? nothing : html`<p><a href="${PATHS.history}?device_id=${id}">${say('related.history')}</a></p>`}
      <hearth-related .home=${home} .type=${'device'} .itemId=${deviceId} .without=${['entity', 'device']}></hearth-related>
    </section>`;
  }

  private row(entry: RegistryEntry): TemplateResult {
    const entity = this.home.entity(entry.entity_id);
    const name = nameOfEntry(this.home, entry);
    return html`<li class="row with-state">
      ${rowIcon(this.home, entity)}
      <div class="row-main">
        <p class="row-name">${name}
          ${entry.disabled_by === null ? nothing : html`<span class="badge quiet">${say('entities.disabled')}</span>`}
          ${entry.hidden_by === null ? nothing : html`<span class="badge quiet">${say('entities.hidden')}</span>`}</p>
        <p class="hint">${fixedId(entry.entity_id)}</p>
      </div>
      ${entity === undefined ? nothing : rowState(this, entity, name)}
      ${toolButton(mdiPencilOutline, say('list.edit_named', { name }), () =>
        this.open(entityTask(this.home, entry)),
      )}
    </li>`;
  }

  private question(device: RegistryDevice): TemplateResult {
    const name = nameOfDevice(device);
    return confirmation({
      title: say('list.remove_title', { name }),
      question: say('devices.remove_sure'),
      yes: say('devices.remove'),
      no: say('action.cancel'),
      onYes: () => void this.removeDevice(device),
      onClose: () => {
        this.isDeleting = false;
      },
    });
  }

  private open(task: FormTask): void {
    this.task = task;
  }

  private async removeDevice({ id, name_by_user: own, name }: RegistryDevice): Promise<void> {
    const { connection } = this.home;
    const type = 'config/device_registry/remove';
    const remove = (): Promise<unknown> => connection.sendMessagePromise({ type, device_id: id });
    if (!(await this.actions.run(remove))) return;
    navigate('/settings/devices');
    void offerUndo(connection, { name: own ?? name ?? id, act: type });
  }

  private readonly load = async (): Promise<void> => {
    const all = await readEntries(this.home).catch(() => this.entries);
    this.entries = all.filter(({ device_id }) => device_id === this.deviceId);
  };
}

function factsOf(home: HomeStore, device: RegistryDevice): [string, string][] {
  const { places } = home;
  const area = device.area_id === null ? undefined : places.areas.get(device.area_id)?.name;
  const via = device.via_device_id === null ? undefined : places.devices.get(device.via_device_id);
  const facts: [string, string | null | undefined][] = [
    [say('entities.area'), area ?? say('entities.no_area')],
    [say('devices.manufacturer'), device.manufacturer],
    [say('devices.model'), device.model],
    [say('devices.software'), device.sw_version],
    [say('devices.hardware'), device.hw_version],
    [say('devices.serial'), device.serial_number],
    [say('devices.via'), via === undefined ? null : nameOfDevice(via)],
    [say('devices.source'), sourceOf(device)],
  ];
  return facts.filter((fact): fact is [string, string] => typeof fact[1] === 'string' && fact[1] !== '');
}

/** The integration of a device, by its name if known. */
function sourceOf({ identifiers }: RegistryDevice): string | undefined {
  const source = identifiers[0]?.[0];
  return source === undefined ? undefined : wordOr(`source.${source}`, source);
}

/** The form to rename, move and disable a device. */
function deviceTask(home: HomeStore, device: RegistryDevice): FormTask {
  return {
    title: nameOfDevice(device),
    fields: [
      {
        kind: 'text',
        name: 'name_by_user',
        label: say('record.name'),
        hint: say('entities.name_hint', { name: device.name ?? '—' }),
        maxLength: 255,
      },
      { kind: 'choose', what: 'area', name: 'area_id', label: say('entities.area') },
      { kind: 'choose', what: 'label', isMultiple: true, name: 'labels', label: say('labels.title') },
      { kind: 'boolean', name: 'disabled', label: say('devices.disable'), hint: say('devices.disable_hint') },
    ],
    values: {
      ...(device.name_by_user === null ? {} : { name_by_user: device.name_by_user }),
      ...(device.area_id === null ? {} : { area_id: device.area_id }),
      labels: device.labels,
      disabled: device.disabled_by !== null,
    },
    save: ({ name_by_user = null, area_id = null, labels = [], disabled }) =>
      home.connection.sendMessagePromise({
        type: 'config/device_registry/update',
        device_id: device.id,
        name_by_user,
        area_id,
        labels,
        ...((device.disabled_by !== null) === (disabled === true)
          ? {}
          : { disabled_by: disabled === true ? 'user' : null }),
      }),
  };
}

import { html, nothing } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import type { Choice, FormField, FormValues } from '../form/form-field.ts';
import { noOption, option } from '../form/option.ts';
import { deviceTriggerText, purposeText } from './purpose-text.ts';

type Config = Readonly<Record<string, unknown>>;

/** A field of a device automation as described by the server. */
interface ExtraField {
  readonly name: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly options?: readonly (readonly [unknown, unknown])[];
}

/** Device automations reference entities by registry ID. */
interface Entry {
  readonly id: string;
  readonly entity_id: string;
}

/** The keys that identify a device automation. */
const NAMES = ['domain', 'type', 'subtype', 'entity_id'] as const;

/** Chooses one of a device's automations and its extra fields. Fires `changed` with its configuration. */
export class DeviceAction extends LightElement {
  static override properties = {
    home: { attribute: false },
    name: { attribute: false },
    label: { attribute: false },
    of: { attribute: false },
    deviceId: { attribute: false },
    value: { attribute: false },
    actions: { state: true },
    extras: { state: true },
  };

  declare home: HomeStore;
  declare name: string;
  declare label: string;
  declare of: 'trigger' | 'condition' | 'action';
  declare deviceId: unknown;
  declare value: Config;
  declare actions: readonly Config[];
  declare extras: readonly ExtraField[];
  private readonly requested = { device: '', action: '' };
  private entityIds: ReadonlyMap<string, string> = new Map();

  constructor() {
    super();
    this.actions = [];
    this.extras = [];
  }

  protected override willUpdate(): void {
    const { deviceId, requested, value } = this;
    const device = typeof deviceId === 'string' ? deviceId : '';
    if (requested.device !== device) {
      requested.device = device;
      this.actions = [];
      if (device !== '') void this.list(device);
    }
    const action = value.type === undefined || value.type === '' ? '' : idOf(value);
    if (requested.action === action) return;
    requested.action = action;
    this.extras = [];
    if (action !== '') void this.loadExtras(value, action);
  }

  protected override render() {
    const { name, label, value, actions, extras } = this;
    const now = idOf(value);
    const isKnown = actions.some((one) => idOf(one) === now);
    const hasOne = value.type !== undefined && value.type !== '';
    return html`<select
        id=${name}
        aria-label=${label}
        ?disabled=${actions.length === 0 && !hasOne}
        @change=${(event: Event) => this.choose((event.target as HTMLSelectElement).value)}
      >
        ${noOption(!hasOne)} ${hasOne && !isKnown ? option(now, this.nameOf(value), true) : nothing}
        ${actions.map((one) => option(idOf(one), this.nameOf(one), hasOne && idOf(one) === now))}
      </select>
      ${
        extras.length === 0
          ? nothing
          : html`<hearth-form-fields
              .home=${this.home}
              .prefix=${`${name}-more`}
              .fields=${extras.map(fieldOfExtra)}
              .values=${value}
              @changed=${(event: CustomEvent<FormValues>) => this.emit(event.detail)}
            ></hearth-form-fields>`
      }`;
  }

  private nameOf({ type, subtype, entity_id, domain }: Config): string {
    if (subtype !== undefined) return deviceTriggerText(String(type), String(subtype));
    const what = purposeText(String(type), domain);
    const id = this.entityIds.get(String(entity_id)) ?? String(entity_id);
    const entity = this.home.entity(id);
    if (entity !== undefined) return `${nameOf(entity)}: ${what}`;
    return `${plain(String(domain))}: ${what}`;
  }

  private choose(id: string): void {
    const action = this.actions.find((one) => idOf(one) === id);
    if (action === undefined) return;
    const { metadata: _secondary, platform, ...rest } = action;
    this.emit(platform === undefined ? rest : { trigger: platform, ...rest });
  }

  private emit(value: Config): void {
    this.value = value;
    this.dispatchEvent(new CustomEvent('changed', { detail: value }));
  }

  private async list(device_id: string): Promise<void> {
    const type = `device_automation/${this.of}/list`;
    const { connection } = this.home;
    const [actions, entries] = await Promise.all([
      connection.sendMessagePromise<readonly Config[]>({ type, device_id }),
      connection.sendMessagePromise<readonly Entry[]>({ type: 'config/entity_registry/list' }),
    ]).catch(() => [[], []]);
    if (this.requested.device !== device_id) return;
    this.entityIds = new Map(entries.map(({ id, entity_id }) => [id, entity_id]));
    this.actions = actions;
  }

  private async loadExtras(action: Config, id: string): Promise<void> {
    const type = `device_automation/${this.of}/capabilities`;
    const answer = await this.home.connection
      .sendMessagePromise<{ extra_fields?: readonly ExtraField[] }>({ type, [this.of]: action })
      .catch(() => ({ extra_fields: [] }));
    if (this.requested.action === id) this.extras = answer.extra_fields ?? [];
  }
}

function idOf(action: Config): string {
  return NAMES.map((name) => String(action[name] ?? '')).join('|');
}

function fieldOfExtra({ name, type, required, options }: ExtraField): FormField {
  const facts = { name, label: wordOr(`purpose.field_${name}`, plain(name)), isRequired: required === true };
  if (type === 'integer' || type === 'float')
    return { kind: 'number', step: type === 'integer' ? 1 : 'any', ...facts };
  if (type === 'positive_time_period_dict') return { kind: 'duration', isMapping: true, ...facts };
  if (type === 'boolean') return { kind: 'boolean', ...facts };
  if (type === 'select' && options !== undefined)
    return {
      kind: 'select',
      options: options.map(([id, text]): Choice => ({ id: String(id), name: String(text) })),
      ...facts,
    };
  return { kind: 'text', ...facts };
}

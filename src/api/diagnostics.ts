import { isObject } from '../core/coerce.ts';
import { fault } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { isSecretKey, redactText } from '../core/redact.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { ConfigEntries, ConfigEntry } from '../entities/registry/config-entries.ts';
import type { DeviceEntry, DeviceRegistry } from '../entities/registry/device-registry.ts';
import type { EntityRegistry } from '../entities/registry/entity-registry.ts';
import { showConfigEntry, showDevice, showEntityEntry } from '../entities/registry/registry-views.ts';

const HIDDEN = '**REDACTED**';
/** What identifies a phone or a place, besides passwords and tokens. */
const PRIVATE_KEY =
  /webhook|cloudhook|push_url|^(latitude|longitude|gps|location|address)$|^mac$|serial|entity_picture/i;

/** The dependencies of `Diagnostics`. */
export interface DiagnosticsParts {
  readonly configEntries: ConfigEntries;
  readonly devices: Pick<DeviceRegistry, 'list'>;
  readonly registry: Pick<EntityRegistry, 'list'>;
  readonly states: Pick<StateMachine, 'get'>;
  /** What the integration of an entry says of it, if it runs in a process and says something. */
  readonly ofIntegration: (entryId: string) => Promise<unknown>;
  /** The server and its system. */
  readonly system: () => Promise<Readonly<Record<string, unknown>>>;
}

/** A file that users attach to a report about an integration. */
export interface DiagnosticsFile {
  readonly name: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * What the server knows about a config entry or one of its devices, without secrets, IDs of webhooks and places: the
 * entry with its options, devices, entities and states.
 */
export class Diagnostics {
  private readonly parts: DiagnosticsParts;

  constructor(parts: DiagnosticsParts) {
    this.parts = parts;
  }

  /** The domains of config entries. */
  domains(): string[] {
    return [...new Set([...this.parts.configEntries.list()].map(({ domain }) => domain))];
  }

  /** The file of an entry. Throws `not_found` for an unknown ID. */
  async ofEntry(entryId: string): Promise<DiagnosticsFile> {
    const entry = this.parts.configEntries.get(entryId);
    const devices = [...this.parts.devices.list()].filter((device) => device.config_entry_id === entryId);
    const own = await this.parts.ofIntegration(entryId);
    const data = {
      ...this.entryFacts(entry),
      ...(own === undefined ? {} : { integration: own }),
      devices: devices.map(showDevice),
      entities: this.entities((one) => one.config_entry_id === entryId),
    };
    return this.file(`config_entry-${entry.domain}-${entryId}`, entry, data);
  }

  /** The file of a device of an entry. Throws `not_found` for unknown IDs. */
  async ofDevice(entryId: string, deviceId: string): Promise<DiagnosticsFile> {
    const entry = this.parts.configEntries.get(entryId);
    const device = [...this.parts.devices.list()].find(({ id }) => id === deviceId);
    if (device?.config_entry_id !== entryId) throw fault('not_found', 'device_not_found');
    const data = {
      ...this.entryFacts(entry),
      device: showDevice(device),
      entities: this.entities((one) => one.device_id === deviceId),
    };
    return this.file(`${entry.domain}-${entryId}-${nameOf(device)}-${deviceId}`, entry, data);
  }

  private entryFacts(entry: ConfigEntry) {
    const status = this.parts.configEntries.statusOf(entry.entry_id);
    return { entry: { ...showConfigEntry(entry, status), options: entry.options } };
  }

  private entities(
    isMeant: (entry: { config_entry_id: string | null; device_id: string | null }) => boolean,
  ) {
    return [...this.parts.registry.list()].filter(isMeant).map((entry) => {
      const state = this.parts.states.get(entry.entity_id);
      return {
        ...showEntityEntry(entry),
        state: state === undefined ? null : JSON.parse(state.toJsonText()),
      };
    });
  }

  private async file(name: string, entry: ConfigEntry, data: object): Promise<DiagnosticsFile> {
    return {
      name: name.replace(/[^\w.-]+/g, '_').slice(0, 200),
      content: {
        home_assistant: await this.parts.system(),
        custom_components: {},
        integration_manifest: { domain: entry.domain, is_built_in: true },
        data: hidden(JSON.parse(JSON.stringify(data))),
      },
    };
  }
}

function nameOf({ name, name_by_user: own }: DeviceEntry): string {
  return own ?? name ?? 'device';
}

/** A copy of JSON without what is private. */
function hidden(value: Json): Json {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(hidden);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, Json>>).map(([key, item]): [string, Json] => [
      key,
      item !== null && (isSecretKey(key) || PRIVATE_KEY.test(key)) ? HIDDEN : hidden(item),
    ]),
  );
}

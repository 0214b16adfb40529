import type { Undo } from '../../core/clock.ts';
import { fault, HubError } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { ConfigEntries, ConfigEntry, EntryFields } from '../../entities/registry/config-entries.ts';
import type { EntryKind, EntryParts, OpenHelper } from './entry-kind.ts';
import type { FormValues } from './form.ts';

/** The dependencies of `HelperEntries`. */
export interface HelperEntriesParts extends EntryParts {
  readonly configEntries: ConfigEntries;
}

/** The helpers that are made by flows: each is a config entry with its entities. */
export class HelperEntries implements Part {
  readonly name = 'helper entries';
  readonly kinds: ReadonlyMap<string, EntryKind>;
  private readonly parts: HelperEntriesParts;
  private readonly running = new Map<string, OpenHelper>();
  private undo: Undo | undefined;

  constructor(kinds: readonly EntryKind[], parts: HelperEntriesParts) {
    this.kinds = new Map(kinds.map((kind) => [kind.domain, kind]));
    this.parts = parts;
  }

  start(): void {
    for (const entry of this.parts.configEntries.list()) this.open(entry);
    this.undo = this.parts.bus.on(
      'entity_registry_updated',
      ({ data: { old_entity_id: from, entity_id: to } }) => {
        if (typeof from === 'string' && typeof to === 'string') this.rename(from, to);
      },
    );
  }

  stop(): void {
    this.undo?.();
    for (const helper of this.running.values()) helper.close();
    this.running.clear();
  }

  /** Stores a helper and adds its entities. */
  async create(kind: EntryKind, entered: FormValues): Promise<ConfigEntry> {
    const options = kind.stored?.(entered) ?? entered;
    const title = String(options.name);
    const entry = await this.parts.configEntries.create({ domain: kind.domain, title, options });
    this.open(entry);
    return entry;
  }

  /** Changes an entry and opens its helper again where that matters. */
  async update(entryId: string, fields: EntryFields): Promise<ConfigEntry> {
    const { configEntries } = this.parts;
    this.requireKnown(configEntries.get(entryId));
    const entry = await configEntries.update(entryId, fields);
    if (fields.options !== undefined || fields.disabled_by !== undefined) this.reopen(entry);
    return entry;
  }

  reload(entryId: string): void {
    const entry = this.parts.configEntries.get(entryId);
    if (this.kinds.has(entry.domain)) this.reopen(entry);
  }

  /** Removes an entry with its entities. */
  async remove(entryId: string): Promise<void> {
    const { configEntries, registry } = this.parts;
    this.requireKnown(configEntries.get(entryId));
    await configEntries.remove(entryId);
    this.close(entryId);
    const own = [...registry.list()].filter(({ config_entry_id: id }) => id === entryId);
    for (const { entity_id: id } of own) await registry.remove(id);
  }

  /** Follows an entry that was put back or taken away. */
  restored(now: ConfigEntry | undefined, was: ConfigEntry | undefined): void {
    if (now === undefined) {
      if (was !== undefined) this.close(was.entry_id);
      return;
    }
    const { registry } = this.parts;
    const hasEntity = [...registry.list()].some(({ config_entry_id: id }) => id === now.entry_id);
    if (hasEntity || now.disabled_by !== null) this.reopen(now);
    else this.close(now.entry_id);
  }

  /** Options follow an entity that gets another ID. */
  private rename(from: string, to: string): void {
    const { configEntries, log } = this.parts;
    for (const { entry_id: id, domain, options, title } of [...configEntries.list()]) {
      const renamed = renamedOptions(options, from, to);
      if (renamed === undefined || !this.kinds.has(domain)) continue;
      this.update(id, { options: renamed }).catch((error) =>
        log.error(`${title} still names ${from} instead of ${to}`, { error }),
      );
    }
  }

  private open(entry: ConfigEntry): void {
    const kind = this.kinds.get(entry.domain);
    if (kind === undefined) return;
    const { configEntries, log } = this.parts;
    const { entry_id: entryId, title: name, options } = entry;
    const setStatus = (state: 'loaded' | 'setup_error' | 'not_loaded', reason: string | null = null): void =>
      configEntries.setStatus(entryId, { state, reason, hasOptions: kind.options.length > 0 });
    if (entry.disabled_by !== null) {
      setStatus('not_loaded');
      return;
    }
    try {
      this.running.set(entryId, kind.open({ entryId, uniqueId: entryId, name, options }, this.parts));
      setStatus('loaded');
    } catch (error) {
      const reason = error instanceof HubError ? error.message : null;
      log.error(`${kind.title} ${name} could not be set up`, { error });
      setStatus('setup_error', reason);
    }
  }

  private reopen(entry: ConfigEntry): void {
    this.close(entry.entry_id);
    this.open(entry);
  }

  private close(entryId: string): void {
    this.running.get(entryId)?.close();
    this.running.delete(entryId);
  }

  /** Entries of integrations have no flow yet. */
  private requireKnown({ domain }: ConfigEntry): void {
    if (!this.kinds.has(domain)) throw fault('not_supported', 'config_entry_is_fixed', { domain });
  }
}

/** The options with another entity ID; undefined if they do not have it. */
function renamedOptions(options: FormValues, from: string, to: string): Record<string, unknown> | undefined {
  const isMeant = (key: string, value: unknown): boolean =>
    key !== 'name' && (value === from || (Array.isArray(value) && value.includes(from)));
  const entries = Object.entries(options);
  if (!entries.some(([key, value]) => isMeant(key, value))) return undefined;
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (!isMeant(key, value)) return [key, value];
      return [key, Array.isArray(value) ? value.map((one) => (one === from ? to : one)) : to];
    }),
  );
}

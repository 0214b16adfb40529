import type { Log } from '../../core/log.ts';
import { show } from '../../core/parse.ts';
import type { RawConfig } from './discovery-message.ts';
import type { Item, ItemKind } from './item.ts';
import { isJsonObject } from './payload-json.ts';

/** The list `mqtt.entities` of the settings: one block an entity, under the name of its component. */
export interface ManualSection {
  readonly value: unknown;
  /** Where a value stands, for messages. */
  place(path?: readonly (string | number)[]): string;
}

/** What people wrote into the settings by hand, through the same schemas as what announces itself. */
export class ManualItems {
  private readonly section: ManualSection | undefined;
  private readonly kinds: ReadonlyMap<string, ItemKind>;
  private readonly log: Log;
  private readonly items: Item[] = [];

  constructor(section: ManualSection | undefined, kinds: ReadonlyMap<string, ItemKind>, log: Log) {
    this.section = section;
    this.kinds = kinds;
    this.log = log;
  }

  /** Makes them all; what is wrong with one is logged with its place and harms no other. */
  start(): void {
    if (this.section === undefined) return;
    const { value, place } = this.section;
    if (!Array.isArray(value)) {
      this.log.error(`${place()}: mqtt.entities is a list of entities such as "- sensor:"`);
      return;
    }
    for (const [i, block] of value.entries()) {
      const problem = this.take(block);
      if (problem !== undefined) this.log.error(`${place([i])}: ${problem}`);
    }
  }

  /** Takes them out of the house; the registry keeps what it knows of them. */
  stop(): void {
    for (const item of this.items.splice(0)) item.unload();
  }

  /** The broker came or went. */
  connectionChanged(): void {
    for (const item of this.items) item.connectionChanged();
  }

  private take(block: unknown): string | undefined {
    const [entry, ...more] = isJsonObject(block) ? Object.entries(block) : [];
    if (entry === undefined || more.length > 0)
      return `an entity stands under one component, not ${show(block)}`;
    const [component, config] = entry;
    const kind = this.kinds.get(component);
    if (kind === undefined) return `MQTT has no component ${show(component)}`;
    if (!isJsonObject(config)) return `${component} is a block of keys`;
    try {
      const item = kind.make(config as RawConfig);
      if (typeof item === 'string') return item;
      this.items.push(item);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return undefined;
  }
}

import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { show } from '../../../core/parse.ts';
import { isJsonObject } from '../client/payload-json.ts';
import type { RawConfig } from './discovery-message.ts';
import type { Item, ItemKind } from './item.ts';

/** The list `mqtt.entities` of the settings: one block an entity, under the name of its component. */
export interface ManualSection {
  readonly value: unknown;
  /** The location of a value, for messages. */
  place(path?: readonly (string | number)[]): string;
}

/** Items from `hearth.yaml`, through the same schemas as discovery. */
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

  /** Creates all items; an invalid one is logged with its location and skipped. */
  start(): void {
    if (this.section === undefined) return;
    const { value, place } = this.section;
    const blocks = Array.isArray(value) ? value.entries() : isJsonObject(value) ? [[undefined, value]] : [];
    if (!Array.isArray(value) && !isJsonObject(value))
      this.log.error(`${place()}: mqtt.entities is a list of entities such as "- sensor:"`);
    for (const [i, block] of blocks) this.takeBlock(block, i === undefined ? [] : [Number(i)]);
  }

  /** Unloads all items; their registry entries stay. */
  stop(): void {
    for (const item of this.items.splice(0)) item.unload();
  }

  /** Updates all items when the broker connects or disconnects. */
  connectionChanged(): void {
    for (const item of this.items) item.connectionChanged();
  }

  /** Each component holds one entity or a list of them, as in Home Assistant. */
  private takeBlock(block: unknown, path: readonly (string | number)[]): void {
    const { place = () => '' } = this.section ?? {};
    const entries = isJsonObject(block) ? Object.entries(block) : [];
    if (entries.length === 0)
      this.log.error(`${place(path)}: an entity belongs under its component, not ${show(block)}`);
    for (const [component, given] of entries) {
      const isList = Array.isArray(given);
      for (const [i, config] of (isList ? given : [given]).entries()) {
        const problem = this.take(component, config);
        const at = isList ? [...path, component, i] : path;
        if (problem !== undefined) this.log.error(`${place(at)}: ${problem}`);
      }
    }
  }

  private take(component: string, config: unknown): string | undefined {
    const kind = this.kinds.get(component);
    if (kind === undefined) return `MQTT has no component ${show(component)}`;
    if (!isJsonObject(config)) return `${component} is a block of keys`;
    try {
      const item = kind.make(config as RawConfig);
      if (typeof item === 'string') return item;
      this.items.push(item);
    } catch (error) {
      return messageOf(error);
    }
    return undefined;
  }
}

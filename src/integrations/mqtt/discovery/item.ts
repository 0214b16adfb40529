import type { RawConfig } from './discovery-message.ts';

/** An item from discovery or the configuration: an entity, a device trigger, a tag scanner. */
export interface Item {
  /** Its device in the registry. */
  readonly deviceId: string | undefined;
  /** Its entry in the entity registry. */
  readonly entryId: string | undefined;
  /** Whether a device stays because of it. */
  readonly keepsDevice: boolean;
  /** Whether another topic may take it over. */
  readonly canMigrate: boolean;
  /** Updates the config; returns the problem of an invalid one, which changes nothing. */
  update(config: RawConfig): string | undefined;
  /** Unloads it; its registry entries stay. */
  unload(): void;
  /** Removes it and its registry entries. */
  forget(): void;
  /** Called when the broker connects or disconnects. */
  connectionChanged(): void;
  /** The topics it listens to. */
  topics(): readonly string[];
}

/** A kind of item that discovery can create. */
export interface ItemKind {
  /** Creates an item, or returns the problem with its config. */
  make(config: RawConfig): Item | string;
}

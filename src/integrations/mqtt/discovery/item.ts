import type { RawConfig } from './discovery-message.ts';

/** A thing that came by discovery or the settings: an entity, a trigger of a device, a tag reader. */
export interface Item {
  /** Its device in the registry. */
  readonly deviceId: string | undefined;
  /** Its entry in the entity registry. */
  readonly entryId: string | undefined;
  /** Whether a device stays because of it. */
  readonly keepsDevice: boolean;
  /** Whether another topic may take it over. */
  readonly canMigrate: boolean;
  /** Brings it up to date; says what is wrong with the config, which then changes nothing. */
  update(config: RawConfig): string | undefined;
  /** Takes it out of the house; what the registry knows of it stays. */
  unload(): void;
  /** Takes it out of the house and the registry. */
  forget(): void;
  /** The broker came or went. */
  connectionChanged(): void;
  /** The topics it listens to. */
  topics(): readonly string[];
}

/** A kind of thing discovery can bring. */
export interface ItemKind {
  /** Makes one, or says what is wrong with its config. */
  make(config: RawConfig): Item | string;
}

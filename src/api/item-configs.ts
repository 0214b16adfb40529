/** The automations, scripts or scenes that are stored in files, as the interface uses them. */
export interface ItemConfigs {
  readonly domain: string;
  read(id: string, reader: string): Promise<{ readonly config: unknown; readonly etag: string }>;
  save(id: string, config: unknown, by: ItemEdit): Promise<void>;
  remove(id: string, by: ItemEdit): Promise<void>;
  restore(id: string, version: number, by: ItemEdit): Promise<void>;
  versions(id: string): Promise<readonly object[]>;
  /** Compares a version with another one, or with the current content of the file. */
  diff(id: string, version: number, against: number | undefined): Promise<object>;
}

/** Who edits an item, and the version they have read. */
export interface ItemEdit {
  readonly userId: string | null;
  readonly reader: string;
  readonly etag?: string | undefined;
  /** Only the owner may add `!secret`. */
  readonly isOwner?: boolean;
}

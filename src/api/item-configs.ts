/** What the interface needs of the items of one domain that are kept in files. */
export interface ItemConfigs {
  readonly domain: string;
  read(id: string, reader: string): Promise<{ readonly config: unknown; readonly etag: string }>;
  save(id: string, config: unknown, by: ItemEdit): Promise<void>;
  remove(id: string, by: ItemEdit): Promise<void>;
  restore(id: string, version: number, by: ItemEdit): Promise<void>;
  versions(id: string): Promise<readonly object[]>;
  /** The lines of a version beside those of another, or of what the file holds now. */
  diff(id: string, version: number, against: number | undefined): Promise<object>;
}

/** Who edits, and what they saw. */
export interface ItemEdit {
  readonly userId: string | null;
  readonly reader: string;
  readonly etag?: string | undefined;
  /** The owner alone may add `!secret`. */
  readonly isOwner?: boolean;
}

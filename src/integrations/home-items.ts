/** Items users make, for an integration that sets up a home. */
export interface HomeItems {
  /** Makes an item of a collection such as `timer` and gives its ID. */
  create(collection: string, fields: Readonly<Record<string, unknown>>): Promise<string>;
  remove(collection: string, id: string): Promise<void>;
  list(collection: string): readonly Readonly<Record<string, unknown>>[];
  update(collection: string, id: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Writes the file of scenes, unless there are scenes. */
  writeScenes(text: string): Promise<void>;
  /** Removes the file of scenes where it still holds this text. */
  removeScenes(text: string): Promise<void>;
}

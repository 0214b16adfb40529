import type { Attributes, State } from '../../core/state.ts';

/** Attributes that are never recorded: they say nothing about the past. */
const NEVER: ReadonlySet<string> = new Set(['attribution', 'restored', 'supported_features']);
/** Longer attributes are not recorded, as in Home Assistant. */
const MAX_LENGTH = 16_384;
const NONE = '{}';

/** Which attributes of states are recorded, as JSON text. */
export class RecordedAttributes {
  private readonly unrecorded: (entityId: string) => ReadonlySet<string> | undefined;
  private readonly onTooLong: (entityId: string, length: number) => void;
  /** The text by attributes: most changes of a state keep them. */
  private readonly texts = new WeakMap<Attributes, string>();

  /**
   * `unrecorded` names the attributes that the entity's domain declares not worth recording; `onTooLong` is called for
   * attributes that are recorded as `{}` because of their length.
   */
  constructor(
    unrecorded: (entityId: string) => ReadonlySet<string> | undefined,
    onTooLong: (entityId: string, length: number) => void,
  ) {
    this.unrecorded = unrecorded;
    this.onTooLong = onTooLong;
  }

  textOf({ entity_id, attributes }: Pick<State, 'entity_id' | 'attributes'>): string {
    const known = this.texts.get(attributes);
    if (known !== undefined) return known;
    const text = this.write(entity_id, attributes);
    this.texts.set(attributes, text);
    return text;
  }

  private write(entityId: string, attributes: Attributes): string {
    const declared = this.unrecorded(entityId);
    const recorded: Record<string, unknown> = {};
    for (const key in attributes)
      if (!NEVER.has(key) && declared?.has(key) !== true) recorded[key] = attributes[key];
    const text = JSON.stringify(recorded);
    if (text.length <= MAX_LENGTH) return text;
    this.onTooLong(entityId, text.length);
    return NONE;
  }
}

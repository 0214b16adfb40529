import type { Attributes, State } from '../../core/state.ts';

/** Attributes that are never recorded: they say nothing about the past. */
const NEVER: ReadonlySet<string> = new Set(['attribution', 'restored', 'supported_features']);
/** Longer attributes are not recorded, as in Home Assistant. */
const MAX_LENGTH = 16_384;
const NONE = '{}';

/** Which attributes of states are recorded, as JSON text. */
export class RecordedAttributes {
  private readonly onTooLong: (entityId: string, length: number) => void;
  private unrecorded: (entityId: string) => readonly string[] = () => [];
  /** The last ones of each entity: most changes of a state keep them. */
  private readonly last = new Map<string, { readonly attributes: Attributes; readonly text: string }>();

  /** `onTooLong` is called for attributes that are recorded as `{}` because of their length. */
  constructor(onTooLong: (entityId: string, length: number) => void) {
    this.onTooLong = onTooLong;
  }

  /** From now on leaves out the attributes that `unrecorded` names for an entity. */
  leaveOut(unrecorded: (entityId: string) => readonly string[]): void {
    this.unrecorded = unrecorded;
  }

  /** The text of a state; that of a removed entity is empty. */
  textOf(entityId: string, state: State | null): string {
    if (state === null) {
      this.last.delete(entityId);
      return NONE;
    }
    const known = this.last.get(entityId);
    if (known?.attributes === state.attributes) return known.text;
    const text = this.cut(state);
    this.last.set(entityId, { attributes: state.attributes, text });
    return text;
  }

  /** Cuts the text that clients get as well: writing JSON again would take longer than all else of recording. */
  private cut(state: State): string {
    const { entity_id, attributes } = state;
    const leftOut = this.unrecorded(entity_id);
    let text = state.attributesText();
    for (const key in attributes)
      if (NEVER.has(key) || leftOut.includes(key)) text = withoutMember(text, key, attributes[key]);
    if (text.length <= MAX_LENGTH) return text;
    this.onTooLong(entity_id, text.length);
    return NONE;
  }
}

/** The JSON of an object without a member. */
function withoutMember(text: string, key: string, value: unknown): string {
  const member = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  const at = text.indexOf(member);
  // Nested objects may contain the same member: then it has to be looked for.
  if (at < 0 || text.indexOf(member, at + 1) >= 0)
    return JSON.stringify({ ...JSON.parse(text), [key]: undefined });
  const end = at + member.length;
  return text[end] === ','
    ? text.slice(0, at) + text.slice(end + 1)
    : text.slice(0, at === 1 ? 1 : at - 1) + text.slice(end);
}

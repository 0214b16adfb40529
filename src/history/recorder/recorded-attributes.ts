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
  /** The text by attributes: most changes of a state keep them. */
  private readonly texts = new WeakMap<Attributes, string>();

  /** `onTooLong` is called for attributes that are recorded as `{}` because of their length. */
  constructor(onTooLong: (entityId: string, length: number) => void) {
    this.onTooLong = onTooLong;
  }

  /** From now on leaves out the attributes that `unrecorded` names for an entity. */
  leaveOut(unrecorded: (entityId: string) => readonly string[]): void {
    this.unrecorded = unrecorded;
  }

  textOf({ entity_id, attributes }: Pick<State, 'entity_id' | 'attributes'>): string {
    const known = this.texts.get(attributes);
    if (known !== undefined) return known;
    const text = this.write(state);
    this.texts.set(state.attributes, text);
    return text;
  }

  private write(entityId: string, attributes: Attributes): string {
    const leftOut = this.unrecorded(entityId);
    const recorded: Record<string, unknown> = {};
    for (const key in attributes)
      if (!NEVER.has(key) && !leftOut.includes(key)) recorded[key] = attributes[key];
    const text = JSON.stringify(recorded);
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

import type { Attributes, State } from '../../core/state.ts';

/** Attributes that are never recorded: they say nothing about the past. */
const NEVER = ['attribution', 'restored', 'supported_features'];
const NO_NAMES: readonly string[] = [];
/** Longer attributes are not recorded, as in Home Assistant. */
const MAX_LENGTH = 16_384;
const NONE = '{}';

/**
 * The members left out at the beginning and at the end of the text of an entity's attributes, and their number.
 * They hardly ever change, and most entities have no others to leave out.
 */
interface Ends {
  readonly head: string;
  readonly tail: string;
  readonly count: number;
}

const NO_ENDS: Ends = { head: '{', tail: '}', count: 0 };

/** Which attributes of states are recorded, as JSON text. */
export class RecordedAttributes {
  private readonly onTooLong: (entityId: string, length: number) => void;
  private unrecorded: (entityId: string) => readonly string[] = () => NO_NAMES;
  /** The last ones of each entity: most changes of a state keep them. */
  private readonly last = new Map<string, { readonly attributes: Attributes; readonly text: string }>();
  private readonly ends = new Map<string, Ends>();
  /** All names that are left out where these are. */
  private readonly names = new WeakMap<readonly string[], ReadonlySet<string>>();

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
      this.ends.delete(entityId);
      return NONE;
    }
    const known = this.last.get(entityId);
    if (known?.attributes === state.attributes) return known.text;
    const text = this.cut(state);
    this.last.set(entityId, { attributes: state.attributes, text });
    return text;
  }

  private namesOf(unrecorded: readonly string[]): ReadonlySet<string> {
    let names = this.names.get(unrecorded);
    if (names === undefined) {
      names = new Set([...NEVER, ...unrecorded]);
      this.names.set(unrecorded, names);
    }
    return names;
  }

  /** Cuts the text that clients get as well: writing JSON again would take longer than all else of recording. */
  private cut(state: State): string {
    const { entity_id, attributes } = state;
    const leftOut = this.namesOf(this.unrecorded(entity_id));
    let count = 0;
    for (const name of leftOut) if (attributes[name] !== undefined) count += 1;
    const whole = state.attributesText();
    let text = count === 0 ? whole : betweenEnds(whole, this.ends.get(entity_id) ?? NO_ENDS, count);
    if (text === undefined) {
      this.ends.set(entity_id, endsOf(attributes, leftOut));
      text = whole;
      for (const key in attributes) if (leftOut.has(key)) text = withoutMember(text, key, attributes[key]);
    }
    if (text.length <= MAX_LENGTH) return text;
    this.onTooLong(entity_id, text.length);
    return NONE;
  }
}

/**
 * What is between the ends of a JSON object; undefined if it has other ends, nothing between them, or `count` says
 * that there is more to leave out. Whole members at the ends of the text are members of the object itself: neither
 * strings nor nested objects can begin or end there.
 */
function betweenEnds(text: string, { head, tail, count }: Ends, expected: number): string | undefined {
  if (count !== expected || head.length + tail.length >= text.length) return undefined;
  if (!text.startsWith(head) || !text.endsWith(tail)) return undefined;
  return `{${text.slice(head.length, text.length - tail.length)}}`;
}

function endsOf(attributes: Attributes, leftOut: ReadonlySet<string>): Ends {
  const keys = Object.keys(attributes).filter((key) => attributes[key] !== undefined);
  const first = keys.findIndex((key) => !leftOut.has(key));
  const last = keys.findLastIndex((key) => !leftOut.has(key));
  if (first < 0) return NO_ENDS;
  const members = keys.map((key) => memberText(key, attributes[key]));
  const before = members.slice(0, first);
  const after = members.slice(last + 1);
  return {
    head: `{${before.map((member) => `${member},`).join('')}`,
    tail: `${after.map((member) => `,${member}`).join('')}}`,
    count: before.length + after.length,
  };
}

/** The JSON of an object without a member. */
function withoutMember(text: string, key: string, value: unknown): string {
  const member = memberText(key, value);
  const at = text.indexOf(member);
  // Nested objects may contain the same member: then it has to be looked for.
  if (at < 0 || text.indexOf(member, at + 1) >= 0)
    return JSON.stringify({ ...JSON.parse(text), [key]: undefined });
  const end = at + member.length;
  return text[end] === ','
    ? text.slice(0, at) + text.slice(end + 1)
    : text.slice(0, at === 1 ? 1 : at - 1) + text.slice(end);
}

function memberText(key: string, value: unknown): string {
  return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
}

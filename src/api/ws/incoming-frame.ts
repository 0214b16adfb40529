import { isObject } from '../../core/coerce.ts';
import { type ExactJson, parseExactJson } from '../../core/json.ts';
import { hasMoreItems, parseJsonText } from '../json-text.ts';

/** The most messages in one frame; clients that send arrays put a few dozen into one. */
const MAX_MESSAGES = 5000;
/**
 * The most members and items of a frame: more than any command needs, and parsed within a few milliseconds.
 */
const MAX_VALUES = 60_000;
/**
 * Matches IDs that `JSON.parse` cannot distinguish: floats such as `5.0`, or more digits than a double holds.
 */
const DOUBTFUL_ID = /"id"\s*:\s*-?\d*(?:[.eE]|\d{16})/;

/** The ID of an unparsed message, if it is the first or last field, as clients write it. */
const ID_AT_THE_START = /^\s*\{\s*"id"\s*:\s*(\d{1,15})\s*,/;
const ID_AT_THE_END = /,\s*"id"\s*:\s*(\d{1,15})\s*\}\s*$/;
const MAX_TAIL = 100;

/** The messages of one text frame. */
export class IncomingFrame {
  static readonly MAX_MESSAGES = MAX_MESSAGES;
  static readonly EMPTY = new IncomingFrame('[]');
  readonly messages: readonly unknown[];
  /** Whether the IDs have to be read from `exact`. */
  readonly isDoubtful: boolean;
  private readonly text: string;
  private readonly isArray: boolean;
  private exactContent: ExactJson | undefined;

  /** Parses the text of a frame. Throws `SyntaxError` if it is not JSON. */
  constructor(text: string) {
    const content = parseJsonText(text, MAX_VALUES);
    this.text = text;
    this.isArray = Array.isArray(content);
    this.messages = Array.isArray(content) ? content : [content];
    this.isDoubtful = DOUBTFUL_ID.test(text);
  }

  /** Whether the unparsed text has more messages than a frame may hold. */
  static isTooLong(text: string): boolean {
    return hasMoreItems(text, MAX_MESSAGES);
  }

  /** The ID of a message rejected unparsed; 0 if it is not found. */
  static idOf(text: string): string {
    const match = ID_AT_THE_START.exec(text.slice(0, MAX_TAIL)) ?? ID_AT_THE_END.exec(text.slice(-MAX_TAIL));
    return match?.[1] ?? '0';
  }

  /** A message with exact numbers. */
  exact(index: number): ExactJson {
    this.exactContent ??= parseExactJson(this.text);
    if (!this.isArray) return this.exactContent;
    return (this.exactContent as readonly ExactJson[])[index] ?? null;
  }
}

/** A field of an exactly parsed message. */
export function fieldOf(message: ExactJson, name: string): unknown {
  return isObject(message) ? message[name] : undefined;
}

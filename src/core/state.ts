import { isoTime } from './clock.ts';
import type { Context } from './context.ts';

/** The attributes of a state: JSON values under Home Assistant's names. */
export type Attributes = Readonly<Record<string, unknown>>;

/** The longest state text. */
export const MAX_STATE_LENGTH = 255;

/**
 * Whether a text has more characters than a state may have; one outside the basic plane, such as an emoji, is
 * one character.
 */
export function isTooLong(state: string): boolean {
  if (state.length <= MAX_STATE_LENGTH) return false;
  return state.length > 2 * MAX_STATE_LENGTH || [...state].length > MAX_STATE_LENGTH;
}

/** The entity is reachable but has no value yet. */
export const UNKNOWN = 'unknown';
/** The entity cannot be reached. */
export const UNAVAILABLE = 'unavailable';

/** Times are milliseconds since 1970, see `Clock`. */
export interface StateFields {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes: Attributes;
  readonly last_changed: number;
  readonly last_reported: number;
  readonly last_updated: number;
  readonly context: Context;
  /** The source of the value, such as an MQTT topic; not sent to clients. */
  readonly source?: string | undefined;
}

/** The state of an entity at one time [§2.1]; immutable. Its JSON forms are built once, on demand. */
export class State implements StateFields {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes: Attributes;
  readonly last_changed: number;
  readonly last_reported: number;
  readonly last_updated: number;
  readonly context: Context;
  readonly source: string | undefined;
  private attributesJson: string | undefined;
  private json: string | undefined;
  private bytes: Buffer | undefined;
  private compressed: string | undefined;

  /** `before` is the previous state: its attributes' JSON is reused if the attributes are the same object. */
  constructor(fields: StateFields, before?: State) {
    this.entity_id = fields.entity_id;
    this.state = fields.state;
    this.attributes = fields.attributes;
    this.last_changed = fields.last_changed;
    this.last_reported = fields.last_reported;
    this.last_updated = fields.last_updated;
    this.context = fields.context;
    this.source = fields.source;
    if (before !== undefined && before.attributes === fields.attributes)
      this.attributesJson = before.attributesJson;
  }

  /** The state object as JSON text: exactly seven keys, since clients fail on others. */
  toJsonText(): string {
    if (this.json === undefined) {
      const changed = isoTime(this.last_changed);
      const updated = this.last_updated === this.last_changed ? changed : isoTime(this.last_updated);
      const reported = this.last_reported === this.last_updated ? updated : isoTime(this.last_reported);
      this.json = inOnePiece(
        `{"entity_id":"${this.entity_id}","state":${JSON.stringify(this.state)},"attributes":${this.attributesText()},"last_changed":"${changed}","last_reported":"${reported}","last_updated":"${updated}","context":${contextJson(this.context)}}`,
      );
    }
    return this.json;
  }

  /** The same as UTF-8. */
  toJsonBytes(): Buffer {
    this.bytes ??= Buffer.from(this.toJsonText());
    return this.bytes;
  }

  /** The value under the entity's id in the `a` of `subscribe_entities`, as JSON text. */
  toCompressedText(): string {
    this.compressed ??= `{"s":${JSON.stringify(this.state)},"a":${this.attributesText()},"c":${compressedContext(this.context)},"lc":${seconds(this.last_changed)}${this.last_updated === this.last_changed ? '' : `,"lu":${seconds(this.last_updated)}`}}`;
    return this.compressed;
  }

  /** The attributes as JSON text. */
  attributesText(): string {
    this.attributesJson ??= JSON.stringify(this.attributes);
    return this.attributesJson;
  }

  toJSON(): unknown {
    return JSON.parse(this.toJsonText());
  }
}

/**
 * Flattens a concatenated string: V8 keeps it as a tree until it is read, which costs the garbage collector
 * ten times as much.
 */
function inOnePiece(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** Seconds since 1970 with microseconds, as the compressed form and the registries carry them. */
export function seconds(point: number): number {
  return Math.round(point * 1000) / 1_000_000;
}

function contextJson(context: Context): string {
  return `{"id":"${context.id}","parent_id":${quote(context.parent_id)},"user_id":${quote(context.user_id)}}`;
}

function compressedContext(context: Context): string {
  return context.parent_id === null && context.user_id === null ? `"${context.id}"` : contextJson(context);
}

function quote(id: string | null): string {
  return id === null ? 'null' : `"${id}"`;
}

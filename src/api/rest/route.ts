import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Access, Caller } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import type { State } from '../../core/state.ts';
import { parseJsonText, TooManyValues, utf8Text } from '../json-text.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may ask: anybody, a caller with a good token, or an administrator. */
export type Permission = 'public' | 'user' | 'admin';

/** One request of the REST interface: all there is to know about it stands in this object. */
export interface Route {
  readonly method: Method;
  /** `/api/states/:entity_id`; a segment with a colon takes any text but none. */
  readonly path: string;
  readonly permission: Permission;
  /** One line for the reference. */
  readonly summary: string;
  /** Query parameters with their meaning; flags count by their presence. */
  readonly query?: Readonly<Record<string, string>>;
  /** What the body holds, for the reference. */
  readonly body?: z.ZodType;
  /** Statuses other than the common errors, with their meaning. */
  readonly answers: Readonly<Record<number, string>>;
  /** Content type of the answer where it is not JSON. */
  readonly produces?: string;
  /** Most bytes of a body; 16 MiB unless said otherwise. */
  readonly bodyLimit?: number;
  handle(request: RestRequest): Reply | Promise<Reply>;
}

/** Who reads an endless answer. */
export interface StreamReader {
  write(chunk: string | Buffer): void;
  end(): void;
  /** Bytes written that have not gone out. */
  unread(): number;
}

/** A finished answer. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  /** Further headers, name after value after name. */
  readonly headers?: readonly string[];
  /** Whether the body may be compressed for a caller who asks; a function gives a kept compression of it. */
  readonly gzip?: true | (() => Promise<Buffer>);
  /** An answer without end: called once the headers are out; the undo runs when the caller leaves or the server stops. */
  readonly stream?: (reader: StreamReader) => Undo;
}

/** The type of an answer in JSON. */
export const JSON_TYPE = 'application/json';
/** The type of an answer in plain text. */
export const TEXT_TYPE = 'text/plain; charset=utf-8';

/** A value as JSON. */
export function json(value: unknown, status = 200): Reply {
  return { status, type: JSON_TYPE, body: JSON.stringify(value), gzip: true };
}

/** JSON that is already text or bytes. */
export function jsonText(body: string | Buffer, status = 200): Reply {
  return { status, type: JSON_TYPE, body, gzip: true };
}

/** One state; never compressed, it is too small to gain. */
export function stateReply(state: State, status = 200, headers?: readonly string[]): Reply {
  return headers === undefined
    ? { status, type: JSON_TYPE, body: state.toJsonText() }
    : { status, type: JSON_TYPE, body: state.toJsonText(), headers };
}

/** States as a JSON array. */
export function statesText(states: Iterable<State>): string {
  const texts: string[] = [];
  for (const state of states) texts.push(state.toJsonText());
  return `[${texts.join(',')}]`;
}

const nobody: Access = { userId: null, isAdmin: false, may: () => false, mayRead: () => false };

/** What a route sees of a request. */
export class RestRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly peer: string;
  readonly body: Buffer;
  /** Null on public routes when no good token came along. */
  readonly caller: Caller | null;
  private readonly search: string;
  private parsedQuery: URLSearchParams | undefined;

  constructor(
    fields: {
      method: string;
      params: Readonly<Record<string, string>>;
      headers: IncomingHttpHeaders;
      peer: string;
      caller: Caller | null;
      search: string;
    },
    body: Buffer,
  ) {
    this.method = fields.method;
    this.params = fields.params;
    this.headers = fields.headers;
    this.peer = fields.peer;
    this.body = body;
    this.caller = fields.caller;
    this.search = fields.search;
  }

  /** What the caller may; nothing for one who says nothing of himself. */
  get access(): Access {
    return this.caller?.access ?? nobody;
  }

  /** A named part of the path; an unknown name is our own mistake. */
  param(name: string): string {
    const value = this.params[name];
    if (value === undefined) throw new Error(`This route has no part ${name}`);
    return value;
  }

  /** What follows the question mark. */
  get query(): URLSearchParams {
    this.parsedQuery ??= new URLSearchParams(this.search);
    return this.parsedQuery;
  }

  /** Whether a flag is in the query, with any value: `?return_response`, `?return_response=false`. */
  hasFlag(name: string): boolean {
    return this.search !== '' && this.query.has(name);
  }

  /** The JSON of the body whatever its content type, undefined when there is none; throws `invalid_format` with the given words, or with the limit it exceeds. */
  json(complaint: string): unknown {
    if (this.body.length === 0) return undefined;
    try {
      return parseJsonText(this.text(complaint));
    } catch (error) {
      throw new HubError('invalid_format', error instanceof TooManyValues ? error.message : complaint);
    }
  }

  /** The body as text; throws `invalid_format` with the given words when it is not UTF-8. */
  text(complaint: string): string {
    const text = utf8Text(this.body);
    if (text === undefined) throw new HubError('invalid_format', complaint);
    return text;
  }
}

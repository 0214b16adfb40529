import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Access, Caller } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { MessageKey } from '../../core/messages.ts';
import type { State } from '../../core/state.ts';
import { parseJsonText, TooManyValues, utf8Text } from '../json-text.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call the route: anyone, a caller with a valid token, or an administrator. */
export type Permission = 'public' | 'user' | 'admin';

/** A route of the REST interface with everything known about it. */
export interface Route {
  readonly method: Method;
  /** Such as `/api/states/:entity_id`; a segment with a colon matches any non-empty text, a last one with a star several. */
  readonly path: string;
  readonly permission: Permission;
  /**
   * Whether it changes the configuration: what it writes is recorded as a change, which can be undone, or, if it is
   * final, is only listed.
   */
  readonly changes?: 'undoable' | 'final';
  /** A one-line summary for the reference. */
  readonly summary: string;
  /** Query parameters and their meaning; flags count by presence. */
  readonly query?: Readonly<Record<string, string>>;
  /** Request headers of its own and their meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The schema of the body, for the reference. */
  readonly body?: z.ZodType;
  /** The content types of the body if it is not JSON. */
  readonly accepts?: readonly string[];
  /** Statuses other than the common errors, and their meaning. */
  readonly answers: Readonly<Record<number, string>>;
  /** The schema of successful JSON responses, for the reference. */
  readonly result?: z.ZodType;
  /** The content type of the response if it is not JSON, or several. */
  readonly produces?: string | readonly string[];
  /** The most bytes of a body; 16 MiB by default. */
  readonly bodyLimit?: number;
  /** Whether the route reads `content` as it arrives, in any length; its `body` is empty. */
  readonly streamsBody?: true;
  handle(request: RestRequest): Reply | Promise<Reply>;
}

/** The client of a streamed response. */
export interface StreamReader {
  /** Sends without waiting; a client that does not read is disconnected. */
  write(chunk: string | Buffer): void;
  /** Sends a part of a long answer; resolves when there is room for the next one or the client has gone. */
  send(chunk: Buffer): Promise<void>;
  /** Completes the answer and gives the client the time it needs to read it. */
  finish(): void;
  /** Disconnects the client, since the rest of the answer is missing. */
  fail(error: unknown): void;
  /** Ends the response now, complete or not. */
  end(): void;
  /** Bytes written but not yet sent. */
  unread(): number;
}

/** A complete response. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  /** Further headers, names and values alternating. */
  readonly headers?: readonly string[];
  /** Whether the body may be compressed; a function returns a cached compressed body. */
  readonly gzip?: true | (() => Promise<Buffer>);
  /**
   * For a streamed response: called after the headers and the body, its first part, are sent, also if there is
   * nobody to send it to. The undo runs when the client disconnects or the server stops, and after the end.
   */
  readonly stream?: (reader: StreamReader) => Undo;
}

/** The content type of JSON responses. */
export const JSON_TYPE = 'application/json';
/** The content type of plain text responses. */
export const TEXT_TYPE = 'text/plain; charset=utf-8';

/** A JSON response of a value. */
export function json(value: unknown, status = 200): Reply {
  return { status, type: JSON_TYPE, body: JSON.stringify(value), gzip: true };
}

/** A JSON response of serialized JSON. */
export function jsonText(body: string | Buffer, status = 200): Reply {
  return { status, type: JSON_TYPE, body, gzip: true };
}

/** A response with one state, uncompressed since it is too small to benefit. */
export function stateReply(state: State, status = 200, headers?: readonly string[]): Reply {
  return headers === undefined
    ? { status, type: JSON_TYPE, body: state.toJsonText() }
    : { status, type: JSON_TYPE, body: state.toJsonText(), headers };
}

/** States as a JSON array. */
export function statesText(states: Iterable<State>): string {
  const texts: string[] = [];
  for (const state of states) texts.push(state.toJsonText());
  return texts.length === 1 ? `[${texts[0]}]` : `[${texts.join(',')}]`;
}

const nobody: Access = { userId: null, isAdmin: false, may: () => false, mayRead: () => false };

/** The parts of a request besides its body. */
export interface RequestFields {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly peer: string;
  /** Whether it came over TLS, not counting that of a proxy. */
  readonly isSecure: boolean;
  readonly caller: Caller | null;
  readonly search: string;
}

/** A request as passed to a route. */
export class RestRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly peer: string;
  readonly isSecure: boolean;
  readonly body: Buffer;
  /** The body in parts. */
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Null on public routes called without a valid token. */
  readonly caller: Caller | null;
  private readonly search: string;
  private parsedQuery: URLSearchParams | undefined;

  constructor(fields: RequestFields, body: Buffer, content: RestRequest['content'] = [body]) {
    this.method = fields.method;
    this.params = fields.params;
    this.headers = fields.headers;
    this.peer = fields.peer;
    this.isSecure = fields.isSecure;
    this.body = body;
    this.content = content;
    this.caller = fields.caller;
    this.search = fields.search;
  }

  /** The caller's permissions; none for anonymous callers. */
  get access(): Access {
    return this.caller?.access ?? nobody;
  }

  /** A path parameter. Throws for an unknown name, which is a bug in the route. */
  param(name: string): string {
    const value = this.params[name];
    if (value === undefined) throw new Error(`This route has no part ${name}`);
    return value;
  }

  /** The query parameters. */
  get query(): URLSearchParams {
    this.parsedQuery ??= new URLSearchParams(this.search);
    return this.parsedQuery;
  }

  /** Whether the query contains a flag, with any value: `?return_response`, `?return_response=false`. */
  hasFlag(name: string): boolean {
    return this.search !== '' && this.query.has(name);
  }

  /**
   * The body as JSON regardless of its content type; undefined without a body. Throws `invalid_format` with
   * the message `complaint`, or with the limit it exceeds.
   */
  json(complaint: MessageKey): unknown {
    if (this.body.length === 0) return undefined;
    try {
      return parseJsonText(this.text(complaint));
    } catch (error) {
      if (error instanceof TooManyValues)
        throw fault('invalid_format', 'json_has_too_many_values', { max: error.max });
      throw fault('invalid_format', complaint);
    }
  }

  /** The body as text. Throws `invalid_format` with `complaint` if it is not UTF-8. */
  text(complaint: MessageKey): string {
    const text = utf8Text(this.body);
    if (text === undefined) throw fault('invalid_format', complaint);
    return text;
  }
}

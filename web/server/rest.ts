import type { Connection } from 'home-assistant-js-websocket';
import type { ServerError } from './server-error.ts';

type ErrorBody = Partial<ServerError> & {
  readonly code?: string;
  readonly errors?: Readonly<Record<string, string>>;
};

/** An error response over REST; `message` is the server's. */
export class RestRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly translation_key: unknown;
  readonly translation_placeholders: unknown;
  /** Why fields of a form were refused. */
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(status: number, message: string, body: ErrorBody = {}) {
    super(message);
    this.status = status;
    this.code = body.code;
    this.translation_key = body.translation_key;
    this.translation_placeholders = body.translation_placeholders;
    this.fields = body.errors;
  }
}

/** Calls REST as the user of the connection, with JSON or a part of a file. Returns JSON as a value, anything else as text. */
export function request(
  connection: Connection,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const sent = body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) };
  return send(connection, path, { method, ...sent });
}

/** Uploads a file in the field `file` of a form, after the other fields. */
export function upload(
  connection: Connection,
  path: string,
  file: File,
  fields: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file);
  return send(connection, path, { method: 'POST', body });
}

async function send({ options: { auth } }: Connection, path: string, init: RequestInit): Promise<unknown> {
  if (auth === undefined) throw new Error('This connection has no login');
  if (auth.expired) await auth.refreshAccessToken();
  const headers = { Authorization: `Bearer ${auth.accessToken}`, 'X-Error-Keys': '1' };
  const response = await fetch(path, { ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const value: unknown = isJson ? JSON.parse(text) : text;
  if (response.ok) return value;
  const said = (isJson ? value : {}) as ErrorBody;
  throw new RestRefusal(response.status, said.message ?? `HTTP ${response.status}`, said);
}

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
export async function request(
  connection: Connection,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const { auth } = connection.options;
  if (auth === undefined) throw new Error('This connection has no login');
  if (auth.expired) await auth.refreshAccessToken();
  const response = await fetch(path, {
    method,
    headers: { Authorization: `Bearer ${auth.accessToken}`, 'X-Error-Keys': '1' },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const value: unknown = isJson ? JSON.parse(text) : text;
  if (response.ok) return value;
  const said = (isJson ? value : {}) as ErrorBody;
  throw new RestRefusal(response.status, said.message ?? `HTTP ${response.status}`, said);
}

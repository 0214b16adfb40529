import type { Connection } from 'home-assistant-js-websocket';

/** An error response over REST; `message` is the server's. */
export class RestRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Calls REST as the user of the connection. Returns JSON as a value, anything else as text. */
export async function ask(
  connection: Connection,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const { auth } = connection.options;
  if (auth === undefined) throw new Error('This connection has no login');
  if (auth.expired) await auth.refreshAccessToken();
  const response = await fetch(path, {
    method,
    headers: { Authorization: `Bearer ${auth.accessToken}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const value: unknown = isJson ? JSON.parse(text) : text;
  if (response.ok) return value;
  const { message, code } = (isJson ? value : {}) as { message?: string; code?: string };
  throw new RestRefusal(response.status, message ?? `HTTP ${response.status}`, code);
}

import type { ServerError } from './server-error.ts';

/** The client of a login, and where to send the code. */
export interface LoginClient {
  readonly clientId: string;
  readonly redirectUri: string;
  /** The PKCE challenge, which binds the code to the client [RFC 7636]. */
  readonly challenge?: string;
  readonly challengeMethod?: string;
}

/** The result of a login step. */
export type Step =
  | {
      readonly type: 'form';
      readonly flow_id: string;
      readonly step_id: 'init' | 'mfa';
      readonly errors: Errors;
    }
  | { readonly type: 'create_entry'; readonly result: string }
  | { readonly type: 'abort'; readonly reason: string };

/** The data of a claim: the code, and the new owner's login. */
export interface ClaimRequest {
  readonly code: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

type Errors = Readonly<Record<string, string>> | null;

/** A refusal of the server. `status` is the HTTP status, 0 without an answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly translation_key: unknown;
  readonly translation_placeholders: unknown;
  /** The seconds until the next attempt; 0 if there is no rate limit. */
  readonly seconds: number;

  constructor(
    status: number,
    message: string,
    more: Partial<ServerError> & { readonly code?: string; readonly seconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = more.code ?? '';
    this.translation_key = more.translation_key;
    this.translation_placeholders = more.translation_placeholders;
    this.seconds = more.seconds ?? 0;
  }
}

const HANDLER = ['homeassistant', null] as const;

/** Whether the server has an owner who can log in. */
export async function isClaimed(): Promise<boolean> {
  const { claimed } = (await send('GET', '/auth/claim')) as { readonly claimed: boolean };
  return claimed;
}

/** Claims the server with the printed code; resolves to the authorization code. */
export async function claim(client: LoginClient, request: ClaimRequest): Promise<string> {
  const body = { ...request, client_id: client.clientId, redirect_uri: client.redirectUri };
  const { auth_code } = (await send('POST', '/auth/claim', body)) as { readonly auth_code: string };
  return auth_code;
}

/** Starts a login. */
export async function beginLogin(client: LoginClient): Promise<Step> {
  const request: Record<string, unknown> = {
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    handler: HANDLER,
  };
  if (client.challenge !== undefined) request.code_challenge = client.challenge;
  if (client.challengeMethod !== undefined) request.code_challenge_method = client.challengeMethod;
  return (await send('POST', '/auth/login_flow', request)) as Step;
}

/** Submits a step of a login: user name and password, then a code if required. */
export async function continueLogin(
  flowId: string,
  client: LoginClient,
  input: Readonly<Record<string, string>>,
): Promise<Step> {
  const path = `/auth/login_flow/${encodeURIComponent(flowId)}`;
  return (await send('POST', path, { client_id: client.clientId, ...input })) as Step;
}

/** Sends a request without a login, with JSON if it has a body. Throws a `Refusal`. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'omit',
      headers: {
        'X-Error-Keys': '1',
        ...headers,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, 'No answer');
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw refusalOf(response.status, answer, response.headers.get('Retry-After'));
}

/** The refusal that the server answers with. */
export function refusalOf(status: number, answer: unknown, retryAfter: string | null): Refusal {
  const error = (answer ?? {}) as Partial<ServerError>;
  const { message, code } = error;
  const text = typeof message === 'string' ? message : String(status);
  return new Refusal(status, text, {
    ...error,
    code: typeof code === 'string' ? code : '',
    seconds: status === 429 ? waitOf(retryAfter, text) : 0,
  });
}

function waitOf(header: string | null, message: string): number {
  const retryAfter = header ?? /(\d+) s\b/.exec(message)?.[1];
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 5;
}

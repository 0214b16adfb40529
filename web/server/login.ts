import type { ServerError } from './server-error.ts';
/** Who wants to be let in, and where the code goes. */
export interface LoginClient {
  readonly clientId: string;
  readonly redirectUri: string;
  /** What the client will prove the code is its own with [RFC 7636]. */
  readonly challenge?: string;
  readonly challengeMethod?: string;
}

/** How a step of a login ended. */
export type Step =
  | {
      readonly type: 'form';
      readonly flow_id: string;
      readonly step_id: 'init' | 'mfa';
      readonly errors: Errors;
    }
  | { readonly type: 'create_entry'; readonly result: string }
  | { readonly type: 'abort'; readonly reason: string };

/** Who claims, and how they want to log in from now on. */
export interface ClaimWish {
  readonly code: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

type Errors = Readonly<Record<string, string>> | null;

/** The server said no. `status` is that of HTTP, 0 when there was no answer at all. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly translation_key: unknown;
  readonly translation_placeholders: unknown;
  /** How long to wait before the next attempt; 0 where waiting is not the matter. */
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

/** Whether the house has an owner who can log in. */
export async function isClaimed(): Promise<boolean> {
  const { claimed } = (await ask('GET', '/auth/claim')) as { readonly claimed: boolean };
  return claimed;
}

/** Makes whoever knows the printed code the owner; gives the code to come in with. */
export async function claim(client: LoginClient, wish: ClaimWish): Promise<string> {
  const body = { ...wish, client_id: client.clientId, redirect_uri: client.redirectUri };
  const { auth_code } = (await ask('POST', '/auth/claim', body)) as { readonly auth_code: string };
  return auth_code;
}

/** Begins a login; nothing has been said about the user yet. */
export async function beginLogin(client: LoginClient): Promise<Step> {
  const wish: Record<string, unknown> = {
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    handler: HANDLER,
  };
  if (client.challenge !== undefined) wish.code_challenge = client.challenge;
  if (client.challengeMethod !== undefined) wish.code_challenge_method = client.challengeMethod;
  return (await ask('POST', '/auth/login_flow', wish)) as Step;
}

/** Answers the form of a login: user name and password, then perhaps a code. */
export async function continueLogin(
  flowId: string,
  client: LoginClient,
  input: Readonly<Record<string, string>>,
): Promise<Step> {
  const path = `/auth/login_flow/${encodeURIComponent(flowId)}`;
  return (await ask('POST', path, { client_id: client.clientId, ...input })) as Step;
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'omit',
      headers: { 'X-Error-Keys': '1', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, 'No answer');
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const said = (answer ?? {}) as Partial<ServerError>;
  const { message, code } = said;
  const text = typeof message === 'string' ? message : response.statusText;
  throw new Refusal(response.status, text, {
    ...said,
    code: typeof code === 'string' ? code : '',
    seconds: response.status === 429 ? waitOf(response, text) : 0,
  });
}

function waitOf(response: Response, message: string): number {
  const told = response.headers.get('Retry-After') ?? /(\d+) s\b/.exec(message)?.[1];
  const seconds = Number(told);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 5;
}

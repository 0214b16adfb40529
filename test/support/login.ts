import type { WireAnswer } from '../../src/auth/wire-answer.ts';
import { type AuthHouse, makeAuth } from './auth.ts';

export const CLIENT = 'http://localhost:8123/';
export const REDIRECT = 'http://localhost:8123/?auth_callback=1';
export const PASSWORD = 'correct horse';
/** The example of RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
export const PEER = '192.168.1.20';

/** A field of a response's body, if there is one. */
export function field(answer: WireAnswer, name: string): unknown {
  return (answer.body as Record<string, unknown> | null)?.[name];
}

export interface LoginHouse extends AuthHouse {
  readonly userId: string;
  /** Starts a flow with valid data, changed by `changes`. */
  begin(changes?: Record<string, unknown>, peer?: string): WireAnswer;
  submit(flowId: unknown, changes?: Record<string, unknown>, peer?: string): Promise<WireAnswer>;
  /** A login flow up to the authorization code. */
  code(changes?: Record<string, unknown>): Promise<string>;
  token(form: Record<string, string>, peer?: string): Promise<WireAnswer>;
  /** A complete login. */
  login(changes?: Record<string, unknown>): Promise<{ access: string; refresh: string }>;
}

/** A home with one user, anna, who can log in. */
export async function makeLogin(): Promise<LoginHouse> {
  const home = makeAuth();
  const { auth } = home;
  const { id: userId } = await auth.users.create({ name: 'Anna', group_ids: ['system-users'] });
  await auth.credentials.create(userId, 'anna', PASSWORD);
  const begin: LoginHouse['begin'] = (changes = {}, peer = PEER) =>
    auth.flows.begin(
      { client_id: CLIENT, redirect_uri: REDIRECT, handler: ['homeassistant', null], ...changes },
      peer,
    );
  const submit: LoginHouse['submit'] = (flowId, changes = {}, peer = PEER) =>
    auth.flows.submit(
      String(flowId),
      { client_id: CLIENT, username: 'anna', password: PASSWORD, ...changes },
      peer,
    );
  const code: LoginHouse['code'] = async (changes = {}) => {
    const client = typeof changes.client_id === 'string' ? { client_id: changes.client_id } : {};
    return String(field(await submit(field(begin(changes), 'flow_id'), client), 'result'));
  };
  const token: LoginHouse['token'] = (form, peer = PEER) =>
    auth.oauth.token(new Map(Object.entries({ client_id: CLIENT, ...form })), { peer, device: 'Firefox' });
  const login: LoginHouse['login'] = async (changes) => {
    const answer = await token({ grant_type: 'authorization_code', code: await code(changes) });
    return { access: String(field(answer, 'access_token')), refresh: String(field(answer, 'refresh_token')) };
  };
  return { ...home, userId, begin, submit, code, token, login };
}

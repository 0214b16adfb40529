import type { Clock } from '../core/clock.ts';
import type { AuditLog } from './audit.ts';
import type { AuthorizationCodes, CodeRefusal } from './authorization-codes.ts';
import { isClientId } from './client-id.ts';
import { PROVIDER } from './login-flow.ts';
import { isLocalPeer } from './peer.ts';
import { ACCESS_LIFETIME, LOGIN_LIFETIME, type Token, type Tokens } from './tokens.ts';
import type { User, Users } from './users.ts';
import type { WireAnswer } from './wire-answer.ts';

/** The dependencies of `OAuth`. */
export interface OAuthParts {
  readonly users: Users;
  readonly tokens: Tokens;
  readonly codes: AuthorizationCodes;
  readonly audit: AuditLog;
  readonly clock: Clock;
}

/** The requesting client: its address, and the browser or program as it calls itself. */
export interface OAuthClient {
  readonly peer: string;
  readonly device: string | null;
}

/** The fields of a form, each at most once. */
export type Form = ReadonlyMap<string, string>;

/** Exchanges codes and refresh tokens for access tokens [RFC 6749 with PKCE], and ends logins. */
export class OAuth {
  private readonly parts: OAuthParts;

  constructor(parts: OAuthParts) {
    this.parts = parts;
  }

  /** `POST /auth/token` */
  async token(form: Form, client: OAuthClient): Promise<WireAnswer> {
    if (form.get('action') === 'revoke') return this.revoke(form, client);
    const kind = form.get('grant_type');
    if (kind === 'authorization_code') return this.redeem(form, client);
    if (kind === 'refresh_token') return this.refresh(form, client);
    return fault(400, 'unsupported_grant_type');
  }

  /** `POST /auth/revoke`: the response is always the same, so that it reveals nothing about the token. */
  async revoke(form: Form, client: OAuthClient): Promise<WireAnswer> {
    const login = this.parts.tokens.findLogin(form.get('token') ?? '');
    if (login !== undefined) {
      await this.parts.tokens.revoke(login.id);
      await this.note('logged_out', login, client.peer);
    }
    return { status: 200, body: null };
  }

  private async redeem(form: Form, client: OAuthClient): Promise<WireAnswer> {
    const clientId = form.get('client_id');
    if (clientId === undefined || !isClientId(clientId))
      return fault(400, 'invalid_request', 'Invalid client id');
    const grant = this.parts.codes.redeem({
      code: form.get('code') ?? '',
      clientId,
      verifier: form.get('code_verifier'),
      redirectUri: form.get('redirect_uri'),
    });
    if ('refused' in grant) return this.refuseCode(grant, client);
    const user = this.parts.users.get(grant.userId);
    const blocked = whyBlocked(user, client.peer);
    if (user === undefined || blocked !== null) return fault(403, 'access_denied', blocked ?? '');
    const { tokens, clock } = this.parts;
    const { token: login, secret } = await tokens.create({
      user_id: user.id,
      kind: 'normal',
      client_id: clientId,
      device: client.device,
      expires_at: clock.now() + LOGIN_LIFETIME,
    });
    if (!grant.bind(login.id)) {
      await tokens.revoke(login.id);
      return fault(400, 'invalid_request', 'Invalid code');
    }
    const access = await tokens.grantAccess(login, client.peer);
    await this.note('logged_in', login, client.peer);
    return {
      status: 200,
      body: { ...accessBody(access), refresh_token: secret, ha_auth_provider: PROVIDER.type },
    };
  }

  private async refuseCode(refusal: CodeRefusal, client: OAuthClient): Promise<WireAnswer> {
    if (refusal.refused === 'wrong_verifier') return fault(400, 'invalid_grant', 'Invalid code verifier');
    if (refusal.refused === 'verifier_required')
      return fault(400, 'invalid_request', 'Code verifier required');
    if (refusal.refused === 'no_challenge')
      return fault(400, 'invalid_request', 'Code verifier provided but no code challenge was present');
    if (refusal.refused === 'used' && refusal.loginId !== null) {
      const login = this.parts.tokens.get(refusal.loginId);
      if (login !== undefined) {
        await this.parts.tokens.revoke(login.id);
        await this.note('code_reused', login, client.peer);
      }
    }
    return fault(400, 'invalid_request', 'Invalid code');
  }

  private async refresh(form: Form, client: OAuthClient): Promise<WireAnswer> {
    const secret = form.get('refresh_token');
    if (secret === undefined) return fault(400, 'invalid_request');
    const login = this.parts.tokens.findLogin(secret);
    if (login === undefined) return fault(400, 'invalid_grant');
    if (login.client_id !== (form.get('client_id') ?? null)) return fault(400, 'invalid_request');
    const blocked = whyBlocked(this.parts.users.get(login.user_id), client.peer);
    if (blocked !== null) return fault(403, 'access_denied', blocked);
    return { status: 200, body: accessBody(await this.parts.tokens.grantAccess(login, client.peer)) };
  }

  private note(
    action: 'logged_in' | 'logged_out' | 'code_reused',
    login: Token,
    peer: string,
  ): Promise<void> {
    const actor = { userId: login.user_id, tokenId: login.id, peer };
    return this.parts.audit.record(action, actor, { client_id: login.client_id });
  }
}

function accessBody(access: string) {
  return { access_token: access, token_type: 'Bearer', expires_in: ACCESS_LIFETIME / 1000 };
}

function whyBlocked(user: User | undefined, peer: string): string | null {
  if (user === undefined || !user.is_active) return 'User is not active';
  return user.local_only && !isLocalPeer(peer) ? 'User cannot authenticate remotely' : null;
}

function fault(status: number, error: string, description?: string): WireAnswer {
  return { status, body: description === undefined ? { error } : { error, error_description: description } };
}

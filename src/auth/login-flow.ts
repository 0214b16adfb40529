import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { hexId } from '../core/context.ts';
import { translationOfMessage } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { type MessageKey, message, messageText } from '../core/messages.ts';
import { issuesMessage } from '../core/parse.ts';
import type { AuditLog } from './audit.ts';
import { type AuthorizationCodes, isChallenge } from './authorization-codes.ts';
import { isClientId, isRedirectUri } from './client-id.ts';
import type { Credentials } from './credentials.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { isLocalPeer } from './peer.ts';
import type { SecondFactors } from './second-factor.ts';
import { normalUsername, type User, type Users } from './users.ts';
import { refusal, type WireAnswer } from './wire-answer.ts';

const LIFETIME = 10 * 60_000;
const MAX_FLOWS = 500;
const MAX_FLOWS_PER_PEER = 20;
const MAX_CODE_ATTEMPTS = 3;
/** The only login provider: username and password on this server. */
export const PROVIDER = { type: 'homeassistant', id: null, name: 'Hearth' } as const;
/** The only second factor. */
export const MFA_MODULE = { id: 'totp', name: 'Authenticator app' } as const;
const HANDLER = [PROVIDER.type, PROVIDER.id] as const;

const LoginStart = z.strictObject({
  client_id: z.string(),
  handler: z.union([z.string(), z.array(z.string().nullable())]),
  redirect_uri: z.string(),
  type: z.literal('authorize').optional(),
  response_type: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
});
const Continue = z.looseObject({ client_id: z.string() });
const PasswordInput = z.strictObject({ username: z.string().max(1000), password: z.string().max(10_000) });
const CodeInput = z.strictObject({ code: z.string().max(100) });

/** The dependencies of `LoginFlows`. */
export interface LoginFlowParts {
  readonly users: Users;
  readonly credentials: Credentials;
  readonly factors: SecondFactors;
  readonly throttle: LoginThrottle;
  readonly codes: AuthorizationCodes;
  readonly audit: AuditLog;
  readonly clock: Clock;
}

interface Flow {
  readonly id: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly peer: string;
  readonly expiresAt: number;
  /** The user whose password was correct and whose code is still missing. */
  userId: string | null;
  codesTried: number;
  isBusy: boolean;
}

/** Login flows as Home Assistant's clients use them; they end with a code to be exchanged for tokens. */
export class LoginFlows {
  private readonly parts: LoginFlowParts;
  private readonly flows = new Map<string, Flow>();

  constructor(parts: LoginFlowParts) {
    this.parts = parts;
  }

  /** `POST /auth/login_flow` */
  begin(body: unknown, peer: string): WireAnswer {
    const parsed = LoginStart.safeParse(body);
    if (!parsed.success)
      return refusal(400, 'message_format_incorrect', { problem: issuesMessage(parsed.error.issues, body) });
    const request = parsed.data;
    if (request.response_type !== undefined && request.response_type !== 'code')
      return refusal(400, 'response_type_not_supported');
    const challenge = request.code_challenge ?? null;
    if ((request.code_challenge_method ?? (challenge === null ? 'S256' : 'plain')) !== 'S256')
      return refusal(400, 'transform_algorithm_not_supported');
    if (challenge === null ? request.code_challenge_method !== undefined : !isChallenge(challenge))
      return refusal(400, 'invalid_code_challenge');
    if (!isClientId(request.client_id)) return refusal(400, 'invalid_client_id');
    if ([request.handler].flat()[0] !== PROVIDER.type) return refusal(404, 'invalid_login_handler');
    const flow: Flow = {
      id: hexId(),
      clientId: request.client_id,
      redirectUri: request.redirect_uri,
      challenge,
      peer,
      expiresAt: this.parts.clock.now() + LIFETIME,
      userId: null,
      codesTried: 0,
      isBusy: false,
    };
    this.makeRoom(peer);
    this.flows.set(flow.id, flow);
    return form(flow);
  }

  /** `POST /auth/login_flow/<flow_id>`; throws `too_many_requests` after too many failures. */
  async submit(flowId: string, body: unknown, peer: string): Promise<WireAnswer> {
    const parsed = Continue.safeParse(body);
    if (!parsed.success)
      return refusal(400, 'message_format_incorrect', { problem: issuesMessage(parsed.error.issues, body) });
    const { client_id, ...input } = parsed.data;
    const flow = this.find(flowId);
    if (flow === undefined) return refusal(404, 'invalid_login_flow');
    if (client_id !== flow.clientId) return refusal(400, 'invalid_client_id');
    if (flow.peer !== peer) return refusal(400, 'ip_address_changed');
    if (flow.isBusy) return refusal(409, 'login_step_in_progress');
    flow.isBusy = true;
    try {
      return flow.userId === null
        ? await this.takePassword(flow, input)
        : await this.takeCode(flow, flow.userId, input);
    } finally {
      flow.isBusy = false;
    }
  }

  /** `DELETE /auth/login_flow/<flow_id>` */
  abort(flowId: string): WireAnswer {
    if (this.find(flowId) === undefined) return refusal(404, 'invalid_login_flow');
    this.flows.delete(flowId);
    return { status: 200, body: { message: 'Flow aborted' } };
  }

  private async takePassword(flow: Flow, input: unknown): Promise<WireAnswer> {
    const parsed = PasswordInput.safeParse(input);
    if (!parsed.success) return refusal(400, 'malformed_login_input');
    const { username, password } = parsed.data;
    const { throttle, credentials, factors } = this.parts;
    const attempt = throttle.begin(flow.peer, normalUsername(username));
    let user: User | null;
    try {
      user = await credentials.check(username, password);
    } catch (error) {
      attempt.forgive();
      throw error;
    }
    if (user === null) {
      this.note('login_failed', flow, null, { username: normalUsername(username).slice(0, 64) });
      return form(flow, { base: 'invalid_auth' });
    }
    attempt.forgive();
    if (!factors.has(user.id)) return this.finish(flow, user);
    flow.userId = user.id;
    return form(flow);
  }

  private async takeCode(flow: Flow, userId: string, input: unknown): Promise<WireAnswer> {
    const parsed = CodeInput.safeParse(input);
    if (!parsed.success) return refusal(400, 'malformed_login_input');
    const user = this.parts.users.get(userId);
    if (user === undefined) return this.abort(flow.id);
    const attempt = this.parts.throttle.begin(flow.peer, user.username ?? user.id);
    flow.codesTried += 1;
    if (await this.parts.factors.verify(userId, parsed.data.code)) {
      attempt.forgive();
      return this.finish(flow, user);
    }
    this.note('login_failed', flow, user, { step: 'second factor' });
    if (flow.codesTried < MAX_CODE_ATTEMPTS) return form(flow, { base: 'invalid_code' });
    this.flows.delete(flow.id);
    const { id: flow_id } = flow;
    return {
      status: 200,
      body: {
        type: 'abort',
        flow_id,
        handler: HANDLER,
        reason: 'too_many_retry',
        description_placeholders: null,
      },
    };
  }

  private finish(flow: Flow, user: User): WireAnswer {
    if (!user.is_active) return this.block(flow, user, 'login_blocked_inactive');
    if (user.local_only && !isLocalPeer(flow.peer)) return this.block(flow, user, 'login_blocked_remotely');
    if (!isRedirectUri(flow.clientId, flow.redirectUri))
      return this.block(flow, user, 'invalid_redirect_uri');
    this.flows.delete(flow.id);
    const result = this.parts.codes.issue({
      userId: user.id,
      clientId: flow.clientId,
      redirectUri: flow.redirectUri,
      challenge: flow.challenge,
    });
    const { id: flow_id } = flow;
    return {
      status: 200,
      body: {
        type: 'create_entry',
        flow_id,
        handler: HANDLER,
        description: null,
        description_placeholders: null,
        result,
      },
    };
  }

  private block(flow: Flow, user: User, key: MessageKey): WireAnswer {
    this.flows.delete(flow.id);
    this.note('login_failed', flow, user, {
      reason: messageText(key),
      reason_translation: translationOfMessage(message(key)),
    });
    return refusal(403, key);
  }

  private note(action: 'login_failed', flow: Flow, user: User | null, detail: Record<string, Json>): void {
    const actor = { userId: user?.id ?? null, tokenId: null, peer: flow.peer };
    this.parts.audit.record(action, actor, { ...detail, client_id: flow.clientId });
  }

  private find(flowId: string): Flow | undefined {
    const flow = this.flows.get(flowId);
    return flow !== undefined && flow.expiresAt > this.parts.clock.now() ? flow : undefined;
  }

  /** Deletes expired flows, and the oldest flow of a peer, or of all, if there are too many. */
  private makeRoom(peer: string): void {
    const now = this.parts.clock.now();
    for (const [id, flow] of this.flows) if (flow.expiresAt <= now) this.flows.delete(id);
    const own = [...this.flows.values()].filter((flow) => flow.peer === peer);
    const [oldestOwn] = own;
    const [oldest] = this.flows.values();
    if (oldestOwn !== undefined && own.length >= MAX_FLOWS_PER_PEER) this.flows.delete(oldestOwn.id);
    else if (oldest !== undefined && this.flows.size >= MAX_FLOWS) this.flows.delete(oldest.id);
  }
}

function form(flow: Flow, errors: Readonly<Record<string, string>> = {}): WireAnswer {
  const isPassword = flow.userId === null;
  const names = isPassword ? ['username', 'password'] : ['code'];
  return {
    status: 200,
    body: {
      type: 'form',
      flow_id: flow.id,
      handler: HANDLER,
      step_id: isPassword ? 'init' : 'mfa',
      data_schema: names.map((name) => ({ type: 'string', name, required: true })),
      errors,
      description_placeholders: isPassword
        ? null
        : { mfa_module_name: MFA_MODULE.name, mfa_module_id: MFA_MODULE.id },
      last_step: null,
      preview: null,
    },
  };
}

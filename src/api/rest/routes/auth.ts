import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import { isChallenge } from '../../../auth/authorization-codes.ts';
import { isClientId, isRedirectUri } from '../../../auth/client-id.ts';
import { PROVIDER } from '../../../auth/login-flow.ts';
import type { Form, OAuthClient } from '../../../auth/oauth.ts';
import { isLocalPeer } from '../../../auth/peer.ts';
import { refusal, type WireAnswer } from '../../../auth/wire-answer.ts';
import { fault } from '../../../core/errors.ts';
import { parse } from '../../../core/parse.ts';
import { schemaError } from '../../../core/schema-error.ts';
import { MessageShape } from '../../shapes/automation-shapes.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { FlowStepShape } from '../../shapes/registry-shapes.ts';
import {
  AuthCodeShape,
  EndpointsShape,
  LoginProvidersShape,
  OAuthTokensShape,
} from '../../shapes/user-shapes.ts';
import { keyFields, wantsErrorKeys } from '../answer.ts';
import { baseOf } from '../base-url.ts';
import { formBody } from '../form-body.ts';
import { json, type Reply, type RestRequest, type Route, TEXT_TYPE } from '../route.ts';

/** More than any unauthenticated client needs to send. */
const BODY_LIMIT = 64 * 1024;
const ANY_ORIGIN = ['Access-Control-Allow-Origin', '*'];
const NOT_KEPT = ['Cache-Control', 'no-store', 'Pragma', 'no-cache'];
const FLOW = '/auth/login_flow/:flow_id';

const ClaimBody = z.strictObject({
  code: z.string().max(100).describe('the claim code the server printed at startup'),
  name: z.string().describe('the display name of the owner'),
  username: z.string().describe('the username'),
  password: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  code_challenge: z.string().refine(isChallenge, schemaError('expects_code_challenge')).optional(),
  code_challenge_method: z.literal('S256').optional(),
});
/** The forms, for the reference; OAuth has errors of its own. */
const TokenForm = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  client_id: z.string().optional(),
  code: z.string().optional().describe('with `authorization_code`'),
  code_verifier: z.string().optional().describe('with a code that was requested with a challenge'),
  refresh_token: z.string().optional().describe('with `refresh_token`'),
});
const RevokeForm = z.object({ token: z.string().describe('a refresh token') });
const LoginBody = z.looseObject({ client_id: z.string() });

/** The routes for logging in and out, and for claiming the server. */
export function authRoutes(auth: Auth): Route[] {
  return [...claimRoutes(auth), ...flowRoutes(auth), ...tokenRoutes(auth), ...discoveryRoutes()];
}

function claimRoutes(auth: Auth): Route[] {
  return [
    {
      method: 'GET',
      path: '/auth/claim',
      permission: 'public',
      summary: 'Whether the server has an owner who can log in',
      result: object({ claimed: z.boolean() }),
      answers: { 200: '`{"claimed": true}` or false' },
      handle: () => json({ claimed: auth.claim.isClaimed() }),
    },
    {
      method: 'POST',
      path: '/auth/claim',
      permission: 'public',
      summary: 'Claims the server with the printed code and creates its owner',
      body: ClaimBody,
      bodyLimit: BODY_LIMIT,
      result: AuthCodeShape,
      answers: {
        200: '`{"auth_code": …}`, to be exchanged for tokens at `/auth/token`',
        403: 'A wrong code, or the server is already claimed',
        429: 'Too many wrong codes',
      },
      handle: (request) => claimServer(auth, request),
    },
  ];
}

async function claimServer(auth: Auth, request: RestRequest): Promise<Reply> {
  const wish = parse(ClaimBody, request.json('invalid_json'));
  if (!isClientId(wish.client_id)) throw fault('invalid_format', 'invalid_client_id');
  if (!isRedirectUri(wish.client_id, wish.redirect_uri))
    throw fault('invalid_format', 'invalid_redirect_uri');
  const owner = await auth.claim.claim(wish, request.peer);
  const auth_code = auth.codes.issue({
    userId: owner.id,
    clientId: wish.client_id,
    redirectUri: wish.redirect_uri,
    challenge: wish.code_challenge ?? null,
  });
  return { ...json({ auth_code }), headers: NOT_KEPT };
}

function flowRoutes(auth: Auth): Route[] {
  return [
    {
      method: 'GET',
      path: '/auth/providers',
      permission: 'public',
      summary: 'The login providers',
      result: LoginProvidersShape,
      answers: { 200: 'The providers', 400: 'The server is not claimed yet (`onboarding_required`)' },
      handle: (request) =>
        auth.claim.isClaimed()
          ? json({ providers: [PROVIDER], preselect_remember_me: isLocalPeer(request.peer) })
          : keyed(refusal(400, 'onboarding_not_finished', {}, 'onboarding_required'), request),
    },
    {
      method: 'POST',
      path: '/auth/login_flow',
      permission: 'public',
      summary: 'Starts a login flow',
      body: LoginBody,
      bodyLimit: BODY_LIMIT,
      result: FlowStepShape,
      answers: { 200: 'The form to fill in', 400: 'An invalid client or message' },
      handle: (request) => keyed(auth.flows.begin(request.json('invalid_json'), request.peer), request),
    },
    {
      method: 'POST',
      path: FLOW,
      permission: 'public',
      summary: 'Continues a login flow; the last step returns a code for `/auth/token`',
      body: LoginBody,
      bodyLimit: BODY_LIMIT,
      result: FlowStepShape,
      answers: {
        200: 'The next form, the same with `errors`, or `create_entry` with the code in `result`',
        403: 'The credentials are correct, but the user may not log in or the client may not receive the code',
        404: 'The login flow does not exist or has ended',
        409: 'An earlier response to this form is still being processed',
        429: 'Too many failed logins',
      },
      handle: async (request) =>
        keyed(
          await auth.flows.submit(request.param('flow_id'), request.json('invalid_json'), request.peer),
          request,
        ),
    },
    {
      method: 'DELETE',
      path: FLOW,
      permission: 'public',
      summary: 'Cancels a login flow',
      result: MessageShape,
      answers: { 200: 'Done', 404: 'No such login flow' },
      handle: (request) => keyed(auth.flows.abort(request.param('flow_id')), request),
    },
  ];
}

function tokenRoutes(auth: Auth): Route[] {
  const formRoute = (
    facts: Pick<Route, 'path' | 'summary' | 'body' | 'result' | 'produces'>,
    handle: (form: Form, client: OAuthClient) => Promise<WireAnswer>,
  ): Route => ({
    ...facts,
    method: 'POST',
    permission: 'public',
    accepts: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    bodyLimit: BODY_LIMIT,
    answers: {
      200: 'Done',
      400: 'Rejected, with `error` and usually `error_description`',
      403: 'The user may not log in',
    },
    handle: async (request) => {
      const form = await formBody(request);
      if (form === null) return answer({ status: 400, body: { error: 'invalid_request' } }, ANY_ORIGIN);
      const device = request.headers['user-agent'] ?? null;
      const result = await handle(form, { peer: request.peer, device });
      return answer(result, ANY_ORIGIN);
    },
  });
  return [
    formRoute(
      {
        path: '/auth/token',
        summary: 'Exchanges a code or a refresh token for an access token',
        body: TokenForm,
        result: OAuthTokensShape,
      },
      (form, client) => auth.oauth.token(form, client),
    ),
    formRoute(
      { path: '/auth/revoke', summary: 'Revokes a refresh token', body: RevokeForm, produces: 'text/plain' },
      (form, client) => auth.oauth.revoke(form, client),
    ),
  ];
}

function discoveryRoutes(): Route[] {
  const discovery = (name: string, summary: string, describe: (base: string) => object): Route => ({
    method: 'GET',
    path: `/.well-known/${name}`,
    permission: 'public',
    summary,
    result: EndpointsShape,
    answers: { 200: 'An object of URLs' },
    handle: (request) => ({ ...json(describe(baseOf(request))), headers: ANY_ORIGIN }),
  });
  return [
    discovery('oauth-authorization-server', 'The endpoints for logging in [RFC 8414]', (base) => ({
      issuer: base,
      authorization_endpoint: `${base}/auth/authorize`,
      token_endpoint: `${base}/auth/token`,
      revocation_endpoint: `${base}/auth/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: false,
      service_documentation: `${base}/api/openapi.json`,
    })),
    discovery('oauth-protected-resource', 'The authorization server for this server [RFC 9728]', (base) => ({
      resource: base,
      authorization_servers: [base],
      resource_documentation: `${base}/api/openapi.json`,
    })),
  ];
}

/** An answer that names its message of the catalog where the client wants that. */
function keyed(wire: WireAnswer, request: RestRequest): Reply {
  if (wire.reason === undefined || !wantsErrorKeys(request)) return answer(wire);
  const fields = keyFields({ translation: undefined, reason: wire.reason });
  return answer({ status: wire.status, body: { ...(wire.body as object), ...fields } });
}

function answer({ status, body }: WireAnswer, more: readonly string[] = []): Reply {
  const headers = [...NOT_KEPT, ...more];
  return body === null ? { status, type: TEXT_TYPE, body: '', headers } : { ...json(body, status), headers };
}

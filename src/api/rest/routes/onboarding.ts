import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import { isClientId } from '../../../auth/client-id.ts';
import { fault } from '../../../core/errors.ts';
import { parse } from '../../../core/parse.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { AuthCodeShape } from '../../shapes/user-shapes.ts';
import { json, type Reply, type RestRequest, type Route } from '../route.ts';

const BODY_LIMIT = 64 * 1024;
/**
 * The onboarding steps of Home Assistant's apps that are already done here; only creating the owner remains.
 */
const SETTLED = ['core_config', 'analytics', 'integration'] as const;

const NewOwner = z.looseObject({
  client_id: z.string(),
  name: z.string().describe('the display name of the owner'),
  username: z.string().describe('the username'),
  password: z.string(),
  code: z.string().max(100).default('').describe('the claim code the server printed at startup'),
});

/** `/api/onboarding`: lets apps detect a server without an owner. 404 once it has one. */
export function onboardingRoutes(auth: Pick<Auth, 'claim' | 'codes'>): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/onboarding',
      permission: 'public',
      summary: 'The onboarding steps of a new server',
      result: z.array(object({ step: z.string(), done: z.boolean() })),
      answers: { 200: 'An array of `step` and `done`', 404: 'The server is already claimed' },
      handle: () => {
        if (auth.claim.isClaimed()) throw fault('not_found', 'path_not_found');
        return json([{ step: 'user', done: false }, ...SETTLED.map((step) => ({ step, done: true }))]);
      },
    },
    {
      method: 'POST',
      path: '/api/onboarding/users',
      permission: 'public',
      summary: 'Claims the server with the printed code and creates its owner',
      body: NewOwner,
      bodyLimit: BODY_LIMIT,
      result: AuthCodeShape,
      answers: {
        200: '`{"auth_code": …}`, to be exchanged for tokens at `/auth/token`',
        403: 'A wrong or missing code, or the server is already claimed',
        429: 'Too many wrong codes',
      },
      handle: (request) => makeOwner(auth, request),
    },
    {
      method: 'GET',
      path: '/api/onboarding/installation_type',
      permission: 'public',
      summary: 'The kind of installation of a new server',
      result: object({ installation_type: z.string() }),
      answers: { 200: '`Hearth`', 404: 'The server is already claimed' },
      handle: () => {
        if (auth.claim.isClaimed()) throw fault('not_found', 'path_not_found');
        return json({ installation_type: 'Hearth' });
      },
    },
    ...SETTLED.map(
      (step): Route => ({
        method: 'POST',
        path: `/api/onboarding/${step}`,
        permission: 'user',
        summary: 'Rejects an onboarding step that does not exist in Hearth',
        answers: { 403: 'Always' },
        handle: () => {
          throw fault('forbidden', 'onboarding_step_already_done', { step });
        },
      }),
    ),
  ];
}

async function makeOwner(auth: Pick<Auth, 'claim' | 'codes'>, request: RestRequest): Promise<Reply> {
  if (auth.claim.isClaimed()) throw fault('forbidden', 'user_step_already_done');
  const wish = parse(NewOwner, request.json('invalid_json'));
  if (!isClientId(wish.client_id)) throw fault('invalid_format', 'invalid_client_id');
  const { id } = await auth.claim.claim(wish, request.peer);
  const auth_code = auth.codes.issue({
    userId: id,
    clientId: wish.client_id,
    redirectUri: wish.client_id,
    challenge: null,
  });
  return { ...json({ auth_code }), headers: ['Cache-Control', 'no-store', 'Pragma', 'no-cache'] };
}

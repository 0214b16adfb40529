import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import { isClientId } from '../../../auth/client-id.ts';
import { HubError } from '../../../core/errors.ts';
import { parse } from '../../../core/parse.ts';
import { json, type Reply, type RestRequest, type Route } from '../route.ts';

const BODY_LIMIT = 64 * 1024;
/**
 * The onboarding steps of Home Assistant's apps that are already done here; only creating the owner remains.
 */
const SETTLED = ['core_config', 'analytics', 'integration'] as const;

const NewOwner = z.looseObject({
  client_id: z.string(),
  name: z.string().describe('what the owner is called'),
  username: z.string().describe('the name to log in with'),
  password: z.string(),
  code: z.string().max(100).default('').describe('the code the server printed when it started'),
});

/** `/api/onboarding`: lets apps detect a server without an owner. 404 once it has one. */
export function onboardingRoutes(auth: Pick<Auth, 'claim' | 'codes'>): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/onboarding',
      permission: 'public',
      summary: 'The steps of setting up a house that has no owner yet',
      answers: { 200: 'An array of `step` and `done`', 404: 'The house has its owner' },
      handle: () => {
        if (auth.claim.isClaimed()) throw new HubError('not_found', 'There is nothing at this path');
        return json([{ step: 'user', done: false }, ...SETTLED.map((step) => ({ step, done: true }))]);
      },
    },
    {
      method: 'POST',
      path: '/api/onboarding/users',
      permission: 'public',
      summary: 'Makes who knows the printed code the owner of the house',
      body: NewOwner,
      bodyLimit: BODY_LIMIT,
      answers: {
        200: '`{"auth_code": …}`, to be changed for tokens at `/auth/token`',
        403: 'A wrong code or none, or the house has its owner',
        429: 'Too many wrong codes',
      },
      handle: (request) => makeOwner(auth, request),
    },
    ...SETTLED.map(
      (step): Route => ({
        method: 'POST',
        path: `/api/onboarding/${step}`,
        permission: 'user',
        summary: 'Refuses a step that is settled from the beginning',
        answers: { 403: 'Always' },
        handle: () => {
          throw new HubError('forbidden', `${step} step already done`);
        },
      }),
    ),
  ];
}

async function makeOwner(auth: Pick<Auth, 'claim' | 'codes'>, request: RestRequest): Promise<Reply> {
  if (auth.claim.isClaimed()) throw new HubError('forbidden', 'User step already done');
  const wish = parse(NewOwner, request.json('Invalid JSON.'));
  if (!isClientId(wish.client_id)) throw new HubError('invalid_format', 'Invalid client id');
  const { id } = await auth.claim.claim(wish, request.peer);
  const auth_code = auth.codes.issue({
    userId: id,
    clientId: wish.client_id,
    redirectUri: wish.client_id,
    challenge: null,
  });
  return { ...json({ auth_code }), headers: ['Cache-Control', 'no-store', 'Pragma', 'no-cache'] };
}

import { isLocalPeer } from '../../../auth/peer.ts';
import type { PhonesParts } from '../../phones-interface.ts';
import type { Webhooks } from '../../webhooks.ts';
import { json, type Method, type Reply, type RestRequest, type Route, TEXT_TYPE } from '../route.ts';

const MAX_BODY = 1024 * 1024;
/** Apps register over a hundred sensors at their first start, one per request. */
const APP_RATE = { burst: 300, perSecond: 20 };
const GONE: Reply = { status: 410, type: TEXT_TYPE, body: '' };
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT'];

/**
 * `/api/webhook/<id>`: open to anyone who knows the ID. The response does not reveal whether the ID is in
 * use.
 */
export function webhookRoutes(
  webhooks: Pick<Webhooks, 'call' | 'admit'>,
  apps: PhonesParts | undefined,
): Route[] {
  return METHODS.map((method) => ({
    method,
    path: '/api/webhook/:webhook_id',
    permission: 'public',
    summary: 'Calls a webhook of an automation or of a companion app',
    ...(method === 'GET' ? {} : { accepts: ['*/*'] }),
    produces: 'text/plain',
    bodyLimit: MAX_BODY,
    answers: {
      200: 'The answer to a companion app; otherwise empty, also for an unknown webhook',
      410: 'The registration of the companion app has ended',
      429: 'Too many calls',
    },
    handle: (request) => callOfApp(webhooks, apps, request) ?? call(webhooks, request),
  }));
}

/**
 * Answers a companion app with the permissions its login has now. Undefined for a webhook of something else. Apps
 * take 410 as the end of their registration and register again.
 */
function callOfApp(
  webhooks: Pick<Webhooks, 'admit'>,
  apps: PhonesParts | undefined,
  request: RestRequest,
): Promise<Reply> | Reply | undefined {
  if (apps === undefined || request.method !== 'POST') return undefined;
  const id = request.param('webhook_id');
  const { phones, auth, actionsOf } = apps;
  const holder = phones.holderOf(id);
  if (holder === undefined) return phones.isGone(id) ? GONE : undefined;
  webhooks.admit(id, request.peer, APP_RATE);
  const caller = auth.authenticator.callerOf(holder.tokenId, request.peer);
  if (caller === null) return GONE;
  return phones
    .answer(id, request.body, actionsOf(caller.access))
    .then(({ status, body }) => (body === undefined ? { ...GONE, status } : json(body, status)));
}

function call(webhooks: Pick<Webhooks, 'call'>, request: RestRequest): Reply {
  const query: Record<string, string> = Object.create(null);
  for (const [key, value] of request.query) if (!(key in query)) query[key] = value;
  webhooks.call(request.param('webhook_id'), request.peer, {
    method: request.method,
    isLocal: isLocalPeer(request.peer),
    contentType: request.headers['content-type'] ?? '',
    body: request.body,
    query,
  });
  return { status: 200, type: TEXT_TYPE, body: '' };
}

import { isLocalPeer } from '../../../auth/peer.ts';
import type { Webhooks } from '../../webhooks.ts';
import { type Method, type Reply, type RestRequest, type Route, TEXT_TYPE } from '../route.ts';

const MAX_BODY = 1024 * 1024;
const METHODS: readonly Method[] = ['GET', 'POST', 'PUT'];

/**
 * `/api/webhook/<id>`: open to anyone who knows the ID. The response does not reveal whether the ID is in
 * use.
 */
export function webhookRoutes(webhooks: Pick<Webhooks, 'call'>): Route[] {
  return METHODS.map((method) => ({
    method,
    path: '/api/webhook/:webhook_id',
    permission: 'public',
    summary: 'Calls a webhook of an automation',
    ...(method === 'GET' ? {} : { accepts: ['*/*'] }),
    produces: 'text/plain',
    bodyLimit: MAX_BODY,
    answers: { 200: 'Empty, also for an unknown webhook', 429: 'Too many calls' },
    handle: (request) => call(webhooks, request),
  }));
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

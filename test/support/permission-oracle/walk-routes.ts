import type { Aim } from './aim.ts';
import type { Walk } from './walk.ts';

/** The requests that try a route: paths for an aim, with bodies if needed. */
interface RouteProbe {
  readonly requests: (aim: Aim) => readonly (readonly [path: string, body?: unknown])[];
  /** Changes its target: only tried where the caller may not. */
  readonly changes?: boolean;
  /** Public: only the response is checked. */
  readonly isOpen?: boolean;
}

const plain = (path: string, body?: unknown): RouteProbe => ({
  requests: () => [body === undefined ? [path] : [path, body]],
});
const open = (path: string, body?: unknown): RouteProbe => ({ ...plain(path, body), isOpen: true });
const ofEntity = (path: string, ...domains: string[]): RouteProbe => ({
  requests: (aim) => domains.map((domain) => [`${path}/${aim.entity(domain)}`] as const),
});
const changing = (requests: RouteProbe['requests']): RouteProbe => ({ requests, changes: true });
const picture = (path: string, domain: string): RouteProbe => ({
  ...ofEntity(path, domain),
});
const webhook = (aim: Aim) => [[`/api/webhook/${aim.entity('automation')}`, ''] as const];
const config = (domain: string): Readonly<Record<string, RouteProbe>> => ({
  [`GET /api/config/${domain}/config/:id`]: {
    requests: (aim) => [[`/api/config/${domain}/config/${aim.item(domain)}`]],
  },
  [`POST /api/config/${domain}/config/:id`]: changing((aim) => [
    [`/api/config/${domain}/config/${aim.item(domain)}`, { alias: 'Changed' }],
  ]),
  [`DELETE /api/config/${domain}/config/:id`]: changing((aim) => [
    [`/api/config/${domain}/config/${aim.item(domain)}`],
  ]),
});

/** How each REST route is tried. A route without an entry fails the walk by name. */
export const ROUTE_PROBES: Readonly<Record<string, RouteProbe>> = {
  'GET /api/': plain('/api/'),
  'GET /api/config': plain('/api/config'),
  'GET /api/components': plain('/api/components'),
  'GET /api/core/state': plain('/api/core/state'),
  'POST /api/config/core/check_config': plain('/api/config/core/check_config', {}),
  'GET /api/error_log': plain('/api/error_log'),
  'GET /auth/claim': open('/auth/claim'),
  'POST /auth/claim': open('/auth/claim', { code: 'AAAA-BBBB-CCCC' }),
  'GET /auth/providers': open('/auth/providers'),
  'POST /auth/login_flow': open('/auth/login_flow', {
    client_id: 'http://localhost/',
    handler: ['homeassistant', null],
    redirect_uri: 'http://localhost/',
  }),
  'POST /auth/login_flow/:flow_id': open('/auth/login_flow/none', { client_id: 'http://localhost/' }),
  'DELETE /auth/login_flow/:flow_id': open('/auth/login_flow/none'),
  'POST /auth/token': open('/auth/token', 'grant_type=refresh_token&refresh_token=none'),
  'POST /auth/revoke': open('/auth/revoke', 'token=none'),
  'GET /.well-known/oauth-authorization-server': open('/.well-known/oauth-authorization-server'),
  'GET /.well-known/oauth-protected-resource': open('/.well-known/oauth-protected-resource'),
  'GET /api/onboarding': open('/api/onboarding'),
  'POST /api/onboarding/users': open('/api/onboarding/users', { client_id: 'http://localhost/' }),
  'POST /api/onboarding/core_config': plain('/api/onboarding/core_config', {}),
  'POST /api/onboarding/analytics': plain('/api/onboarding/analytics', {}),
  'POST /api/onboarding/integration': plain('/api/onboarding/integration', {}),
  'GET /api/states': plain('/api/states'),
  'GET /api/states/:entity_id': ofEntity('/api/states', 'light', 'lock', 'group', 'zone', 'person', 'scene'),
  'POST /api/states/:entity_id': changing((aim) => [[`/api/states/${aim.entity('light')}`, { state: 'x' }]]),
  'DELETE /api/states/:entity_id': changing((aim) => [[`/api/states/${aim.entity('light')}`]]),
  'GET /api/services': {
    requests: () => [['/api/services'], ['/api/services?language=de']],
  },
  'POST /api/services/:domain/:service': {
    requests: (aim) => [
      ['/api/services/todo/get_items?return_response', { entity_id: aim.entity('todo') }],
      [
        '/api/services/calendar/get_events?return_response',
        {
          entity_id: aim.entity('calendar'),
          ...{ start_date_time: '2026-03-01 00:00:00', end_date_time: '2026-04-01 00:00:00' },
        },
      ],
    ],
  },
  'GET /api/events': plain('/api/events'),
  'POST /api/events/:event_type': changing(() => [['/api/events/oracle', {}]]),
  'GET /api/stream': plain('/api/stream'),
  'POST /api/template': {
    requests: (aim) => [['/api/template', { template: `{{ states('${aim.entity()}') }}` }]],
  },
  'GET /api/camera_proxy/:entity_id': picture('/api/camera_proxy', 'camera'),
  'GET /api/image_proxy/:entity_id': picture('/api/image_proxy', 'image'),
  'GET /api/media_player_proxy/:entity_id': picture('/api/media_player_proxy', 'media_player'),
  'GET /api/camera_proxy_stream/:entity_id': picture('/api/camera_proxy_stream', 'camera'),
  'GET /api/calendars': plain('/api/calendars'),
  'GET /api/calendars/:entity_id': {
    requests: (aim) => [
      [`/api/calendars/${aim.entity('calendar')}?start=2026-03-01T00:00:00Z&end=2026-04-01T00:00:00Z`],
    ],
  },
  'GET /api/webhook/:webhook_id': { requests: webhook, isOpen: true },
  'POST /api/webhook/:webhook_id': { requests: webhook, isOpen: true },
  'PUT /api/webhook/:webhook_id': { requests: webhook, isOpen: true },
  'POST /api/conversation/process': {
    requests: (aim) => [['/api/conversation/process', { text: `Turn on ${aim.nameOf('device')}` }]],
  },
  'GET /api/hearth/cause/:entity_id': ofEntity(
    '/api/hearth/cause',
    'light',
    'input_boolean',
    'group',
    'script',
  ),
  ...config('scene'),
  ...config('automation'),
  ...config('script'),
  'GET /api/openapi.json': open('/api/openapi.json'),
};

/**
 * Tries every route with every aim, with the caller's token and, for reads, with a path signed by the caller.
 */
export async function walkRoutes(walk: Walk): Promise<void> {
  for (const { method, path, permission } of walk.home.hub.hub.routes) {
    const probe = ROUTE_PROBES[`${method} ${path}`];
    if (probe === undefined) throw new Error(`The route ${method} ${path} has no probe`);
    // Public routes do not depend on the caller: one caller is enough.
    if (probe.isOpen === true && walk.caller.group !== null) continue;
    const isForbidden = permission === 'admin' && !walk.sight.isAdmin;
    const { hidden, readable } = walk.aims;
    const aims = probe.changes !== true || isForbidden ? walk.seenAims : [hidden, readable];
    if (probe.changes === true && walk.sight.isAdmin) continue;
    for (const aim of aims) if (aim !== undefined) await walkRoute(walk, { method, probe, aim, isForbidden });
  }
}

interface Way {
  readonly method: string;
  readonly probe: RouteProbe;
  readonly aim: Aim;
  readonly isForbidden: boolean;
}

async function walkRoute(walk: Walk, { method, probe, aim, isForbidden }: Way): Promise<void> {
  const { visitor, aims } = walk;
  const absent = probe.requests(aims.absent);
  for (const [index, [path, body]] of probe.requests(aim).entries()) {
    if (!walk.chooses(method, path, aim.name)) continue;
    const question = `${method} ${path} ${JSON.stringify(body ?? '')}`;
    const sent = method === 'GET' ? undefined : body;
    const answer = await visitor.request(method, path, sent);
    walk.search(question, answer);
    if (isForbidden && answer.outcome !== '403')
      walk.fail(`${question} is for administrators and was answered with ${answer.outcome}`);
    const counterpart = absent[index];
    if (aim.name === 'hidden' && !isForbidden && counterpart !== undefined && counterpart[0] !== path)
      walk.compare(
        question,
        answer,
        await visitor.request(method, counterpart[0], method === 'GET' ? undefined : counterpart[1]),
      );
    if (method === 'GET' && probe.isOpen !== true && answer.outcome !== '401')
      await walkSigned(walk, { path, outcome: answer.outcome });
  }
}

/** A path signed by a caller gives the caller's access and no more. */
async function walkSigned(
  walk: Walk,
  { path, outcome }: { readonly path: string; readonly outcome: string },
): Promise<void> {
  const { text } = await walk.visitor.ask({ type: 'auth/sign_path', path });
  const signed: string | undefined = JSON.parse(text || '{}').result?.path;
  if (signed === undefined) return;
  const answer = await walk.visitor.request('GET', signed, undefined, true);
  walk.search(`GET ${path}, signed`, answer);
  if (answer.outcome !== outcome && answer.outcome !== '401')
    walk.fail(`GET ${path} was answered with ${outcome}, and signed with ${answer.outcome}`);
}

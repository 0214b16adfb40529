import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Clock } from '../../../core/clock.ts';
import { isObject } from '../../../core/coerce.ts';
import { newContext } from '../../../core/context.ts';
import type { CpuBudget } from '../../../core/cpu-budget.ts';
import { fault } from '../../../core/errors.ts';
import { RecentValues } from '../../../core/recent-values.ts';
import type { State } from '../../../core/state.ts';
import type { ServiceResult } from '../../../entities/services/service-call.ts';
import { withServiceTexts } from '../../../entities/services/service-language.ts';
import { sees, visibleState } from '../../../entities/visibility/visible-state.ts';
import type { Services } from '../../services.ts';
import { CallAnswerShape, ServiceCatalogShape, ServiceListShape } from '../../shapes/state-shapes.ts';
import { jsonText, type Reply, type RestRequest, type Route, statesText } from '../route.ts';

/**
 * The format of `GET /api/services`: the object of the specification [§4.1], or the list that a few clients
 * need.
 */
export type ServicesShape = 'object' | 'list';

const serviceData = z
  .record(z.string(), z.unknown())
  .describe('`entity_id` or another target, and the parameters of the service');

/** The most cached replies: one per language and per set of visible services. */
const MAX_CATALOGS = 8;

/** `/api/services`: the catalog, and service calls [§4.1]. */
export function serviceRoutes(parts: {
  readonly services: Services;
  readonly clock: Clock;
  readonly shape: ServicesShape;
  readonly cpuBudget: CpuBudget;
}): Route[] {
  const { services, clock, shape, cpuBudget } = parts;
  const replies = new RecentValues(MAX_CATALOGS, (text: string) =>
    jsonText(Buffer.from(shape === 'object' ? text : asList(text))),
  );
  const catalog = (language: 'de' | 'en', access: Access): Reply | Promise<Reply> =>
    withServiceTexts(language, (translate) =>
      cpuBudget.spend(access, () => replies.get(translate(services.descriptionsJson(access)))),
    );
  return [
    {
      method: 'GET',
      path: '/api/services',
      permission: 'user',
      summary: 'All services with their descriptions and fields',
      query: { language: '`de` for German; English otherwise' },
      result: shape === 'object' ? ServiceCatalogShape : ServiceListShape,
      answers: { 200: 'An object keyed by domain' },
      handle: ({ query, access }) =>
        catalog(/^de\b/i.test(query.get('language') ?? '') ? 'de' : 'en', access),
    },
    {
      method: 'POST',
      path: '/api/services/:domain/:service',
      permission: 'user',
      summary: 'Calls a service and waits until it is done',
      query: { return_response: 'Requests the service response in addition to the changed states' },
      body: serviceData,
      result: CallAnswerShape,
      answers: {
        200: 'The states the call changed; with `return_response` an object of `changed_states` and `service_response`',
        400: 'No such service, or invalid data',
        403: 'The caller has no permission for one of the entities',
        500: 'A device failed',
      },
      handle: (request) => callService(services, clock, request),
    },
  ];
}

function callService(services: Services, clock: Clock, request: RestRequest): Reply | Promise<Reply> {
  const domain = request.param('domain');
  const service = request.param('service');
  const body = request.json('data_should_be_valid_json') ?? {};
  const data = body === null ? {} : body;
  if (!isObject(data)) {
    throw fault('invalid_format', 'service_data_should_be_json_object');
  }
  const returnResponse = request.hasFlag('return_response');
  const result = services.call({
    domain,
    service,
    data,
    returnResponse,
    lenientResponse: false,
    access: request.access,
    context: newContext(clock.now(), request.access.userId),
  });
  return result instanceof Promise
    ? result.then((settled) => replyOf(settled, request, returnResponse))
    : replyOf(result, request, returnResponse);
}

function replyOf(result: ServiceResult, request: RestRequest, returnResponse: boolean): Reply {
  const changed = statesText(visibleChanges(result.changed, request));
  if (!returnResponse) return jsonText(changed);
  return jsonText(
    `{"changed_states":${changed},"service_response":${JSON.stringify(result.response ?? null)}}`,
  );
}

function visibleChanges(changed: readonly State[], { access }: RestRequest): readonly State[] {
  if (access.mayRead === null) return changed;
  return changed.filter((state) => sees(access, state.entity_id)).map((state) => visibleState(state, access));
}

function asList(descriptions: string): string {
  const byDomain = JSON.parse(descriptions) as Readonly<Record<string, unknown>>;
  return JSON.stringify(Object.entries(byDomain).map(([domain, services]) => ({ domain, services })));
}

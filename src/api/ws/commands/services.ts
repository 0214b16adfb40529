import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { isObject } from '../../../core/coerce.ts';
import { newContext } from '../../../core/context.ts';
import type { CpuBudget } from '../../../core/cpu-budget.ts';
import { fault, HubError, reasonOf } from '../../../core/errors.ts';
import type { ServiceResult } from '../../../entities/services/service-call.ts';
import { catalogBytes, withServiceTexts } from '../../../entities/services/service-language.ts';
import type { Services } from '../../services.ts';
import { ServiceCatalogShape, ServiceResultShape } from '../../shapes/state-shapes.ts';
import { type Command, defineCommand, RawJson } from '../command.ts';
import { TargetShape } from '../target-shape.ts';

const object = z.record(z.string(), z.unknown());

const call = {
  domain: z.string(),
  service: z.string(),
  service_data: object.optional(),
  target: TargetShape.optional(),
  return_response: z.boolean().optional(),
};

/** Services over the WebSocket: calls [§4.2] and the catalog. */
export function serviceCommands(parts: {
  readonly services: Services;
  readonly clock: Clock;
  readonly cpuBudget: CpuBudget;
}): Command[] {
  const { services, clock, cpuBudget } = parts;
  return [
    defineCommand({
      type: 'call_service',
      permission: 'user',
      summary: 'Calls a service and waits until it is done',
      result: ServiceResultShape,
      fields: call,
      isPlain: isPlainCall,
      handle: ({ message, access, caller }) => {
        const returnResponse = message.return_response === true;
        try {
          const result = services.call({
            domain: message.domain,
            service: message.service,
            data: message.service_data ?? {},
            target: message.target,
            returnResponse,
            lenientResponse: true,
            access,
            context: newContext(clock.now(), caller.user.id),
          });
          return result instanceof Promise
            ? result.then(
                (settled) => resultOf(settled, returnResponse),
                (error) => rethrow(error, message),
              )
            : resultOf(result, returnResponse);
        } catch (error) {
          return rethrow(error, message);
        }
      },
    }),
    defineCommand({
      type: 'get_services',
      permission: 'user',
      summary: 'All services with their descriptions and fields, by domain, in English or German',
      result: ServiceCatalogShape,
      fields: { language: z.string().optional() },
      handle: ({ message: { language = 'en' }, access }) =>
        withServiceTexts(language, (translate) =>
          cpuBudget.spend(
            access,
            () => new RawJson(catalogBytes(translate(services.descriptionsJson(access)))),
          ),
        ),
    }),
  ];
}

/** The result always contains `context` and `response`; the latter is null unless requested [§4.2]. */
function resultOf(result: ServiceResult, returnResponse: boolean): RawJson {
  const response = returnResponse ? (result.response ?? null) : null;
  return new RawJson(`{"context":${JSON.stringify(result.context)},"response":${JSON.stringify(response)}}`);
}

/** Existing clients recognize user errors by this prefix, and refusals inside a service by this code. */
function rethrow(error: unknown, call: { readonly domain: string; readonly service: string }): never {
  if (!(error instanceof HubError)) throw error;
  if (error.code === 'unauthorized')
    throw fault('home_assistant_error', 'unauthorized', {}, { cause: error });
  if (error.code !== 'service_validation_error') throw error;
  if (error.translation?.key === 'service_not_found') throw childNotFound(error, call);
  throw fault(
    error.code,
    'validation_error',
    { reason: reasonOf(error) },
    {
      cause: error,
      ...(error.translation === undefined ? {} : { translation: error.translation }),
    },
  );
}

/** The called service exists, but calls one that does not. */
function childNotFound(error: HubError, { domain, service }: { domain: string; service: string }): HubError {
  const { domain: childDomain = '', service: childService = '' } = error.translation?.placeholders ?? {};
  const called = `${domain}.${service}`;
  const placeholders = { domain, service, child_domain: childDomain, child_service: childService };
  return fault(
    'home_assistant_error',
    'child_service_not_found',
    { service: called, child_service: `${childDomain}.${childService}` },
    { cause: error, translation: { domain: 'websocket_api', key: 'child_service_not_found', placeholders } },
  );
}

/** Accepts the usual call without the schema: a target of texts or lists, and data as an object. */
function isPlainCall(message: Readonly<Record<string, unknown>>): boolean {
  for (const key in message) {
    const value = message[key];
    switch (key) {
      case 'id':
      case 'type':
        break;
      case 'domain':
      case 'service':
        if (typeof value !== 'string') return false;
        break;
      case 'service_data':
        if (!isObject(value)) return false;
        break;
      case 'target':
        if (!isPlainTarget(value)) return false;
        break;
      case 'return_response':
        if (typeof value !== 'boolean') return false;
        break;
      default:
        return false;
    }
  }
  return 'domain' in message && 'service' in message;
}

function isPlainTarget(target: unknown): boolean {
  if (!isObject(target)) return false;
  for (const key in target) if (key !== 'entity_id' || typeof target[key] !== 'string') return false;
  return true;
}

import { fault, HubError } from '../../core/errors.ts';
import type { HomeModel } from '../../entities/home/home-model.ts';
import { jsonValue } from '../config/json-value.ts';
import type { Step } from '../runs/run.ts';
import type { StepProcess } from '../runs/step-process.ts';

/** The service call of a step. */
export interface StepCall {
  readonly domain: string;
  readonly service: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly target?: Readonly<Record<string, unknown>>;
  readonly returnResponse?: boolean;
}

/** Calls a service on behalf of the run, waits until it is done and returns its response. */
export function* callService(step: Step, call: StepCall): StepProcess<unknown> {
  const { setting, access, context } = step.run.parts;
  const { engine } = setting.home;
  const name = `${call.domain}.${call.service}`;
  try {
    const about = { name, entities: namedEntities(call) };
    const begin = (): unknown => engine.execute({ ...call, access, context });
    // As in Home Assistant: the effects of the call start with it if the run has waited before, otherwise
    // when the run pauses.
    return yield* step.run.effect(step, about, () =>
      step.run.isDurable ? setting.bus.atOnce(begin) : begin(),
    );
  } catch (error) {
    const isMissing = error instanceof HubError && error.translation?.key === 'service_not_found';
    if (!isMissing || error.code !== 'not_found') throw error;
    throw fault(
      'service_validation_error',
      'action_not_found',
      { name },
      {
        cause: error,
        ...(error.translation === undefined ? {} : { translation: error.translation }),
      },
    );
  }
}

/** The entities that a call names directly. */
function namedEntities({ data, target }: StepCall): readonly string[] {
  const given = target?.entity_id ?? data.entity_id;
  if (typeof given === 'string') return given.split(',').map((id) => id.trim().toLowerCase());
  return Array.isArray(given) ? given.map(String) : [];
}

/** The ID of an entity registry entry, which may be used instead of the entity ID. */
export const REGISTRY_ENTRY = /^[\da-f]{32}$/;

/** Replaces registry entry IDs among the values by entity IDs. */
export function entityIdsOf(home: HomeModel, given: unknown): unknown {
  if (Array.isArray(given)) return given.map((one) => entityIdsOf(home, one));
  if (typeof given !== 'string' || !REGISTRY_ENTRY.test(given)) return given;
  for (const entry of home.registry.list()) if (entry.id === given) return entry.entity_id;
  return given;
}

/** Rendered data in the form services accept; scripts receive floats as floats. */
export function serviceData(domain: string, rendered: unknown): Readonly<Record<string, unknown>> {
  return jsonValue(rendered, domain === 'script' || domain === 'automation') as Readonly<
    Record<string, unknown>
  >;
}

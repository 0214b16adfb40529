import type { Access } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import { domainOf } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { UNAVAILABLE, UNKNOWN } from '../../core/state.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { SavedState, ServiceStep } from '../../domains/definition/reproduce.ts';
import { domainsByName } from '../../domains/index.ts';
import { expandGroups } from '../../entities/services/group-members.ts';
import type { ServiceEngine } from '../../entities/services/service-engine.ts';
import { levelFor } from '../../entities/services/service-permissions.ts';
import type { SceneStates } from './scene-config.ts';

/** The dependencies of applying states. */
export interface ApplyParts {
  readonly engine: Pick<ServiceEngine, 'execute' | 'has'>;
  readonly states: Pick<StateMachine, 'get'>;
  readonly log: Log;
}

/** How states are applied. */
export interface ApplyOptions {
  readonly access: Access;
  readonly context: Context;
  /** Transition time of lights, in seconds. */
  readonly transition?: number | undefined;
}

/**
 * Brings entities to the states concurrently, the steps of one entity in order. An entity that is missing or
 * cannot reach its state is logged and skipped; errors of devices are thrown when all are done.
 */
export async function applyStates(
  parts: ApplyParts,
  requested: SceneStates,
  options: ApplyOptions,
): Promise<void> {
  const waits: Promise<void>[] = [];
  for (const [id, state] of requested) {
    for (const member of expandGroups([id], parts.states, options.access.mayRead))
      waits.push(applyOne(parts, member, state, options));
  }
  for (const settled of await Promise.allSettled(waits))
    if (settled.status === 'rejected') throw settled.reason;
}

async function applyOne(
  { engine, states, log }: ApplyParts,
  id: string,
  requested: SavedState,
  { access, context, transition }: ApplyOptions,
): Promise<void> {
  const domain = domainOf(id);
  const present = states.get(id);
  if (present === undefined || !access.may('read', id)) {
    log[levelFor(access)](`Unable to find entity ${id}`);
    return;
  }
  if (!access.may('control', id)) throw fault('unauthorized', 'unauthorized_to_control', { id });
  const reproduce = domainsByName.get(domain)?.reproduce;
  const isKnown = requested.state !== UNKNOWN && requested.state !== UNAVAILABLE;
  const steps = isKnown ? reproduce?.(present, requested) : undefined;
  if (steps === undefined) {
    log[levelFor(access)](`Entity ${id} cannot be brought to the state ${requested.state}`);
    return;
  }
  for (const { service, fields } of steps) {
    if (!engine.has(domain, service)) continue;
    const data = { ...fields, ...timing(domain, transition), entity_id: [id] };
    await engine.execute({ domain, service, data, access, context });
  }
}

function timing(domain: string, transition: number | undefined): ServiceStep['fields'] {
  return domain === 'light' && transition !== undefined ? { transition } : {};
}

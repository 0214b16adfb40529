import type { Access } from '../../core/access.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { EntityService, Values } from '../../domains/definition/define-domain.ts';
import type { PlainService, Service } from './service.ts';
import type { ServiceCall } from './service-call.ts';

/** Throws `unauthorized` for a caller who may not call the service at all, whatever it is called for. */
export function requireRight(service: PlainService | EntityService, call: ServiceCall): void {
  const { access } = call;
  const isWhole = 'whole' in service && service.whole === true;
  const maySee = !isWhole || (access.mayRead === null && access.may('control'));
  if ((service.admin !== true || access.isAdmin) && maySee) return;
  throw fault('unauthorized', 'unauthorized_to_call', { domain: call.domain, service: call.service });
}

/** Throws for fields that name entities, such as the players that join, which the caller may not act on; those it does not see are not there. */
export function requireNamed(
  { fields }: EntityService,
  given: Values,
  { access, states }: { readonly access: Access; readonly states: Pick<StateMachine, 'get'> },
): void {
  if (access.isAdmin) return;
  for (const [key, value] of Object.entries(given)) {
    if (fields[key] === undefined || !('entity' in fields[key].selector)) continue;
    for (const id of [value].flat()) {
      if (typeof id !== 'string' || mayUse(id, { access, states })) continue;
      if (states.get(id) !== undefined && access.may('read', id))
        throw fault('unauthorized', 'unauthorized_to_control', { id });
      throw fault('service_validation_error', 'no_such_entity', { id });
    }
  }
}

/** Whether the caller may control an entity. To a limited caller one that is not there is as one that is hidden. */
export function mayUse(
  id: EntityId,
  { access, states }: { readonly access: Access; readonly states: Pick<StateMachine, 'get'> },
): boolean {
  return access.may('control', id) && (access.mayRead === null || states.get(id) !== undefined);
}

/** How loud the log is about what a call names in vain: callers who are no administrators could fill it with what they may not see. */
export function levelFor({ isAdmin }: Access): 'warn' | 'debug' {
  return isAdmin ? 'warn' : 'debug';
}

/** Whether a caller may know that a service is there. */
export function isKnownTo(found: Service, { mayRead }: Pick<Access, 'mayRead'>): boolean {
  const stands = found.kind === 'plain' ? found.service.entityId : undefined;
  return mayRead === null || stands === undefined || mayRead(stands());
}

import type { Access } from '../../core/access.ts';
import type { EntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { EntityService, Values } from '../../domains/definition/define-domain.ts';
import { sees, type Viewer } from '../visibility/visible-state.ts';
import type { PlainService, Service } from './service.ts';
import type { ServiceCall } from './service-call.ts';

/** Throws `unauthorized` for a caller who may not call the service, whatever its target. */
export function requirePermission(service: PlainService | EntityService, call: ServiceCall): void {
  const { access } = call;
  const isWhole = 'whole' in service && service.whole === true;
  const maySee = !isWhole || (access.mayRead === null && access.may('control'));
  if ((service.admin !== true || access.isAdmin) && maySee) return;
  throw fault('unauthorized', 'unauthorized_to_call', { domain: call.domain, service: call.service });
}

/**
 * Throws if fields name entities the caller may not control, such as players to join; entities the caller
 * cannot see are reported as missing.
 */
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

/** Whether the caller may control an entity. To limited callers, a missing entity looks like a hidden one. */
export function mayUse(
  id: EntityId,
  { access, states }: { readonly access: Access; readonly states: Pick<StateMachine, 'get'> },
): boolean {
  return access.may('control', id) && (access.mayRead === null || states.get(id) !== undefined);
}

/**
 * The log level for unknown IDs in a call; low for callers without administrator permissions, who could flood the
 * log.
 */
export function levelFor({ isAdmin }: Access): 'warn' | 'debug' {
  return isAdmin ? 'warn' : 'debug';
}

/** Whether a service is visible to a caller. */
export function isKnownTo(found: Service, viewer: Viewer): boolean {
  const stands = found.kind === 'plain' ? found.service.entityId : undefined;
  return stands === undefined || sees(viewer, stands());
}

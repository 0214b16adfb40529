import type { Actor, AuditTrail } from '../auth/audit.ts';
import type { Access } from '../core/access.ts';
import { HubError } from '../core/errors.ts';
import type { Services } from './services.ts';

/** The same services, with a line in the audit for each call that was refused for want of rights. */
export function auditedServices(
  services: Services,
  audit: AuditTrail,
  actorOf: (access: Access) => Actor,
): Services {
  return {
    descriptionsJson: (access) => services.descriptionsJson(access),
    call: (request) =>
      services.call(request).catch((error: unknown) => {
        if (error instanceof HubError && error.code === 'unauthorized') {
          const service = `${request.domain}.${request.service}`.slice(0, 200);
          audit.record('call_refused', actorOf(request.access), { service, reason: error.message });
        }
        throw error;
      }),
  };
}

import type { Actor } from '../auth/audit.ts';
import type { Access } from '../core/access.ts';
import type { CauseNotes } from '../core/cause-notes.ts';
import type { Clock } from '../core/clock.ts';
import type { Services } from './services.ts';

/** What noting who calls needs. */
export interface CausedParts {
  readonly causes: CauseNotes;
  readonly clock: Clock;
  readonly actorOf: (access: Access) => Actor;
}

/** The same services, with a note of who called what, for those who ask later why something is as it is. */
export function causedServices(services: Services, { causes, clock, actorOf }: CausedParts): Services {
  return {
    descriptionsJson: (access) => services.descriptionsJson(access),
    call: (request) => {
      const { access, context, domain, service } = request;
      const { userId, tokenId } = actorOf(access);
      if (userId !== null)
        causes.note({
          context: context.id,
          parent: null,
          kind: 'user',
          subject: userId,
          at: clock.now(),
          detail: { action: `${domain}.${service}`.toLowerCase().slice(0, 200), token_id: tokenId },
        });
      return services.call(request);
    },
  };
}

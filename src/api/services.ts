import type { Actor, AuditLog } from '../auth/audit.ts';
import type { Access } from '../core/access.ts';
import type { CauseNotes } from '../core/cause-notes.ts';
import type { Clock } from '../core/clock.ts';
import { HubError, translationFor } from '../core/errors.ts';
import type { State } from '../core/state.ts';
import type { ServiceCall, ServiceResult } from '../entities/services/service-call.ts';

/** The service engine as the interface uses it. */
export interface Services {
  /**
   * Executes a call; returns a promise only if it has to wait. Throws or rejects with a `HubError` the caller
   * can act on.
   */
  call(call: ServiceCall): ServiceResult | Promise<ServiceResult>;
  /**
   * The services visible to the caller, by domain with their fields, as JSON; the same string until something
   * changes.
   */
  descriptionsJson(access: Pick<Access, 'mayRead'>): string;
}

interface ClientServicesParts {
  readonly engine: Services;
  readonly causes: CauseNotes;
  readonly audit: AuditLog;
  readonly actorOf: (access: Access) => Actor;
  /** A promise that resolves once directly set states are saved; undefined if none of these were. */
  readonly untilSaved: (states: readonly State[]) => Promise<void> | undefined;
  readonly clock: Clock;
}

/**
 * Service calls of clients: recorded as causes, answered once the states they set are saved, and audited when
 * refused.
 */
export class ClientServices implements Services {
  private readonly parts: ClientServicesParts;
  /** The last call's domain, service and name as an action: causes that are kept share it. */
  private last = { domain: '', service: '', action: '' };

  constructor(parts: ClientServicesParts) {
    this.parts = parts;
  }

  descriptionsJson(access: Pick<Access, 'mayRead'>): string {
    return this.parts.engine.descriptionsJson(access);
  }

  call(call: ServiceCall): ServiceResult | Promise<ServiceResult> {
    this.recordCause(call);
    try {
      const result = this.parts.engine.call(call);
      return result instanceof Promise
        ? result.then(
            (settled) => this.afterSaving(settled),
            (error: unknown) => this.refuse(call, error),
          )
        : this.afterSaving(result);
    } catch (error) {
      return this.refuse(call, error);
    }
  }

  private recordCause({ access, context, domain, service }: ServiceCall): void {
    const { causes, clock, actorOf } = this.parts;
    const { userId, tokenId } = actorOf(access);
    if (userId === null) return;
    // The call itself adds its data and its user: objects that keep their properties are smaller.
    const action = this.actionOf(domain, service);
    const detail = { action, token_id: tokenId, data: undefined, user_id: undefined };
    causes.note({
      context: context.id,
      parent: null,
      kind: 'user',
      subject: userId,
      at: clock.now(),
      detail,
    });
  }

  private actionOf(domain: string, service: string): string {
    if (domain !== this.last.domain || service !== this.last.service)
      this.last = { domain, service, action: `${domain}.${service}`.toLowerCase().slice(0, 200) };
    return this.last.action;
  }

  /** If saving fails, the call still succeeds: the driver has acted. */
  private afterSaving(result: ServiceResult): ServiceResult | Promise<ServiceResult> {
    return this.parts.untilSaved(result.changed)?.then(() => result) ?? result;
  }

  private refuse({ domain, service, access }: ServiceCall, error: unknown): never {
    if (error instanceof HubError && error.code === 'unauthorized') {
      const translation = translationFor(error);
      this.parts.audit.record('call_refused', this.parts.actorOf(access), {
        service: `${domain}.${service}`.slice(0, 200),
        reason: error.message,
        ...(translation === undefined ? {} : { reason_translation: translation }),
      });
    }
    throw error;
  }
}

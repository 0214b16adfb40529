import type { Undo } from './clock.ts';
import type { EntityId } from './entity-id.ts';

/** What a caller may do with an entity: see it, control it or change its settings. */
export type Action = 'read' | 'control' | 'configure';

/** The permissions of one caller. Every route and command checks them here; none makes its own rules. */
export interface Access {
  /** Null for the server itself. */
  readonly userId: string | null;
  /** Whether the caller is an administrator. */
  readonly isAdmin: boolean;
  /** Whether the action is allowed on this entity or, without an ID, on at least one entity. */
  may(action: Action, entityId?: EntityId): boolean;
  /** Compiled `may('read', …)` for hot paths; null when the caller may read everything. */
  readonly mayRead: ((entityId: EntityId) => boolean) | null;
  /**
   * Whether the caller could read the entity before the registry change whose events are being delivered, by
   * the ID it had then. At any other time, and where it is missing, the same as `mayRead`.
   */
  couldRead?(entityId: EntityId): boolean;
}

/** The permissions of the server itself, which automations and integrations act with. */
export const fullAccess: Access = { userId: null, isAdmin: true, may: () => true, mayRead: null };

/** The user of a connection, as shown in the user's own profile. */
export interface CallerUser {
  readonly id: string;
  readonly name: string;
  readonly is_owner: boolean;
  readonly is_admin: boolean;
}

/** A token that was found valid, and its user. */
export interface Caller {
  readonly user: CallerUser;
  readonly access: Access;
  /** The id of the token, never the token. */
  readonly tokenId: string;
  /** Called once when the token is revoked, expires or its user's permissions change: the connection must end. */
  onRevoked(listener: () => void): Undo;
}

/**
 * Returns the caller of a token; null when the token is unknown, expired or revoked, or its user is disabled
 * [§5].
 */
export interface Authenticator {
  authenticate(token: string, peer: string): Caller | null;
}

import type { Undo } from './clock.ts';
import type { EntityId } from './entity-id.ts';

/** What a caller may do: see an entity, act on it, change how it is set up. */
export type Action = 'read' | 'control' | 'configure';

/** The rights of one caller. Each path asks it; no handler decides by itself. */
export interface Access {
  /** Null for the house itself. */
  readonly userId: string | null;
  /** Whether the caller may change the house as a whole. */
  readonly isAdmin: boolean;
  /** Whether the action is allowed on this entity or, without one, on at least something. */
  may(action: Action, entityId?: EntityId): boolean;
  /** Compiled `may('read', …)` for hot paths; null when the caller may read everything. */
  readonly mayRead: ((entityId: EntityId) => boolean) | null;
  /**
   * Whether the caller could read the entity before the change of the registry whose events are being delivered, by the id it had then; as
   * `mayRead` at any other time and where it is left out.
   */
  couldRead?(entityId: EntityId): boolean;
}

/** The rights of the house itself: automations and parts act with them. */
export const fullAccess: Access = { userId: null, isAdmin: true, may: () => true, mayRead: null };

/** Who is behind a connection, as the user knows himself. */
export interface CallerUser {
  readonly id: string;
  readonly name: string;
  readonly is_owner: boolean;
  readonly is_admin: boolean;
}

/** A token that was found good. */
export interface Caller {
  readonly user: CallerUser;
  readonly access: Access;
  /** The id of the token, never the token. */
  readonly tokenId: string;
  /** Called once when the token is revoked, expires or its user's rights change: the connection must end. */
  onRevoked(listener: () => void): Undo;
}

/** Finds who a token belongs to; null when it is unknown, expired, revoked or its user is disabled [§5]. */
export interface Authenticator {
  authenticate(token: string, peer: string): Caller | null;
}

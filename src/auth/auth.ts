import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Documents } from '../storage/documents.ts';
import { TokenAuthenticator } from './authenticator.ts';
import type { PolicyHome } from './rights.ts';
import { Token, Tokens } from './tokens.ts';
import { User, Users } from './users.ts';

/** What `buildAuth` takes: where documents are kept, and what rights ask of the house. */
export interface AuthOptions {
  readonly documents: Pick<Documents, 'collection' | 'transact'>;
  readonly home: PolicyHome;
  readonly clock: Clock;
  readonly log: Log;
}

/** All that knows who may come in. */
export interface Auth {
  readonly users: Users;
  readonly tokens: Tokens;
  readonly authenticator: TokenAuthenticator;
  readonly clock: Clock;
}

/** Builds it from what is stored. */
export function buildAuth({ documents, home, clock, log }: AuthOptions): Auth {
  const users = new Users(documents.collection('users', User), clock);
  const tokens = new Tokens(documents.collection('tokens', Token), clock, log);
  const authenticator = new TokenAuthenticator({ users, tokens, home, clock });
  users.rightsChanged.on((user) => {
    if (user.is_active) return;
    tokens
      .revokeAll(user.id)
      .catch((error) =>
        log.error('The tokens of a disabled user were not removed', { user: user.id, error }),
      );
  });
  return { users, tokens, authenticator, clock };
}

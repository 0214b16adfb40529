import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Documents } from '../storage/documents.ts';
import type { AuditLog } from './audit.ts';
import { TokenAuthenticator } from './authenticator.ts';
import { AuthorizationCodes } from './authorization-codes.ts';
import { Claim } from './claim.ts';
import { Credentials, Password } from './credentials.ts';
import { LoginFlows } from './login-flow.ts';
import { LoginThrottle } from './login-throttle.ts';
import { MqttAccount, MqttAccounts } from './mqtt-accounts.ts';
import { OAuth } from './oauth.ts';
import type { PasswordHasher } from './passwords.ts';
import { peerNetwork } from './peer.ts';
import type { PolicyHome } from './permissions.ts';
import { SecondFactor, SecondFactors } from './second-factor.ts';
import { SignedPaths } from './signed-path.ts';
import { SavedValues, StoredData } from './stored-data.ts';
import { Token, Tokens } from './tokens.ts';
import { User, Users } from './users.ts';

/** The dependencies of `buildAuth`. */
export interface AuthOptions {
  readonly documents: Pick<Documents, 'collection'>;
  readonly audit: AuditLog;
  readonly home: PolicyHome;
  readonly clock: Clock;
  readonly log: Log;
  /** Hashes users' passwords; the default is as strong as the server requires. */
  readonly hasher?: PasswordHasher;
}

/** Everything about users, tokens and login. */
export interface Auth {
  readonly users: Users;
  readonly tokens: Tokens;
  readonly credentials: Credentials;
  readonly factors: SecondFactors;
  readonly authenticator: TokenAuthenticator;
  readonly signedPaths: SignedPaths;
  readonly claim: Claim;
  readonly codes: AuthorizationCodes;
  readonly flows: LoginFlows;
  readonly oauth: OAuth;
  readonly throttle: LoginThrottle;
  /** The accounts of Hearth's own MQTT broker. */
  readonly mqttAccounts: MqttAccounts;
  readonly audit: AuditLog;
  /** Data that clients store for a user. */
  readonly stored: StoredData;
  readonly clock: Clock;
}

/** Builds `Auth` from the stored documents. */
export function buildAuth(options: AuthOptions): Auth {
  const { documents, audit, home, clock, log, hasher } = options;
  const users = new Users(documents.collection('users', User), clock);
  const tokens = new Tokens(documents.collection('tokens', Token), clock, log);
  const credentials = new Credentials({
    users,
    passwords: documents.collection('passwords', Password),
    clock,
    ...(hasher === undefined ? {} : { hasher }),
  });
  const factors = new SecondFactors(documents.collection('second_factors', SecondFactor), clock);
  const authenticator = new TokenAuthenticator({ users, tokens, home, clock, log });
  const stored = new StoredData(documents.collection('kept_data', SavedValues));
  const codes = new AuthorizationCodes(clock);
  const throttle = new LoginThrottle(clock, (username, network) => {
    const user = users.byUsername(username);
    const used = user === undefined ? [] : tokens.ofUser(user.id);
    return used.some(({ last_used_ip: ip }) => ip !== null && peerNetwork(ip) === network);
  });
  users.permissionsChanged.on((user) => {
    if (user.is_active) return;
    const isGone = users.get(user.id) === undefined;
    const rest = isGone ? [credentials.forget(user.id), factors.remove(user.id), stored.forget(user.id)] : [];
    Promise.all([tokens.revokeAll(user.id), ...rest]).catch((error) =>
      log.error('Could not delete all data of a deleted user', { user: user.id, error }),
    );
  });
  return {
    users,
    tokens,
    credentials,
    factors,
    authenticator,
    signedPaths: new SignedPaths(authenticator, clock),
    claim: new Claim({ users, credentials, throttle, audit }),
    codes,
    flows: new LoginFlows({ users, credentials, factors, throttle, codes, audit, clock }),
    oauth: new OAuth({ users, tokens, codes, audit, clock }),
    throttle,
    mqttAccounts: new MqttAccounts(documents.collection('mqtt_users', MqttAccount), clock),
    audit,
    stored,
    clock,
  };
}

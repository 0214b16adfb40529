import { createHash, timingSafeEqual } from 'node:crypto';
import type { AedesOptions, Client } from 'aedes';
import type { ClientConnection } from './client-connection.ts';
import type { BrokerSetup, FromBroker, TopicRights } from './messages.ts';
import type { Sessions } from './sessions.ts';

/** The server's decision about a login. */
export type Decision = TopicRights | 'refused' | 'busy';

/** A login as MQTT 3.1.1 defines it. */
export interface Login {
  readonly username: string | undefined;
  readonly password: Buffer | undefined;
}

type Answer = Parameters<NonNullable<AedesOptions['authenticate']>>[3];

/** Return codes of a refused connection. */
const IDENTIFIER_REJECTED = 2;
const UNAVAILABLE = 3;
const BAD_LOGIN = 4;
const NOT_AUTHORIZED = 5;
const ALL: TopicRights = { publish: ['#'], subscribe: ['#'] };

/** Authenticates clients: the server by its own secret, all others by asking the server. */
export class Admission {
  private readonly setup: BrokerSetup;
  private readonly sessions: Sessions;
  private readonly count: () => number;
  private readonly notify: (message: FromBroker) => void;
  private readonly pendingLogins = new Map<number, (decision: Decision) => void>();
  private lastRequested = 0;

  constructor(own: {
    setup: BrokerSetup;
    sessions: Sessions;
    /** How many are connected. */
    count: () => number;
    notify: (message: FromBroker) => void;
  }) {
    this.setup = own.setup;
    this.sessions = own.sessions;
    this.count = own.count;
    this.notify = own.notify;
  }

  /** Asks the server whether a client may log in, and answers aedes with its permissions or a refusal. */
  authenticate(client: Client, connection: ClientConnection, login: Login, answer: Answer): void {
    this.request(connection, login, (judged) => {
      const isFull = !connection.isInternal && this.count() >= this.setup.limits.clients;
      if (typeof judged === 'number') refuse(judged, answer);
      else if (isFull) refuse(UNAVAILABLE, answer);
      else if (this.sessions.mayUse(client, login.username ?? null)) {
        Object.assign(connection, { username: login.username ?? null, rights: judged });
        answer(null, true);
      } else refuse(IDENTIFIER_REJECTED, answer);
    });
  }

  judge(id: number, decision: Decision): void {
    this.pendingLogins.get(id)?.(decision);
    this.pendingLogins.delete(id);
  }

  private request(
    connection: ClientConnection,
    login: Login,
    done: (judged: TopicRights | number) => void,
  ): void {
    const { home, anonymous } = this.setup;
    const { username } = login;
    const password = String(login.password ?? '');
    if (username === undefined) {
      // A page of any site may open a WebSocket to this machine: it has to know a password.
      done(anonymous && !connection.isFromPage ? ALL : NOT_AUTHORIZED);
    } else if (username === home.username) {
      connection.isInternal = isSame(password, home.password);
      done(connection.isInternal ? { publish: ['#'], subscribe: ['#', '$SYS/#'] } : BAD_LOGIN);
    } else {
      this.lastRequested += 1;
      const id = this.lastRequested;
      this.pendingLogins.set(id, (decision) => {
        if (typeof decision === 'string') done(decision === 'busy' ? UNAVAILABLE : BAD_LOGIN);
        else done(decision);
      });
      this.notify({ kind: 'login', id, username, password, address: connection.address });
    }
  }
}

function refuse(returnCode: number, answer: Answer): void {
  answer(Object.assign(new Error('refused'), { returnCode }), null);
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

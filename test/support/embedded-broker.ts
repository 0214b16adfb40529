import { HubError } from '../../src/core/errors.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import { EmbeddedBroker } from '../../src/integrations/mqtt-broker/embedded-broker.ts';
import type {
  BrokerLimits,
  RetainedMessage,
  TopicRights,
} from '../../src/integrations/mqtt-broker/messages.ts';
import { RunningClock } from './running-clock.ts';

/** A test account: a password, and permissions if limited. */
interface TestAccount extends Partial<TopicRights> {
  readonly password: string;
}

const LIMITS: BrokerLimits = {
  clients: 100,
  payload: 1024 * 1024,
  topicLevels: 20,
  queue: 1024 * 1024,
};

/** The retained message of each topic, across restarts of the broker. */
export type Kept = Map<string, RetainedMessage>;

/** Starts the embedded broker on a free port; open to anyone unless there are accounts. */
export async function startEmbeddedBroker(
  wish: {
    readonly accounts?: Readonly<Record<string, TestAccount>>;
    readonly limits?: Partial<BrokerLimits>;
    readonly kept?: Kept;
    readonly port?: number;
    /** Delays writes until it resolves. */
    readonly disk?: () => Promise<void>;
  } = {},
) {
  const { accounts, kept = new Map(), disk = async () => {} } = wish;
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => void warnings.push(message), named: () => log };
  const listeners = new Set<(username: string) => void>();
  const broker = new EmbeddedBroker({
    settings: { host: '127.0.0.1', port: wish.port ?? 0, anonymous: accounts === undefined },
    limits: { ...LIMITS, ...wish.limits },
    accounts: {
      verify: async (username, password) => {
        if (username === 'busy') throw new HubError('too_many_requests', 'later');
        const account = accounts?.[username];
        if (account === undefined || account.password !== password) return undefined;
        return { publish: account.publish ?? ['#'], subscribe: account.subscribe ?? ['#'] };
      },
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    memory: {
      trim: async () => 0,
      load: async () => [...kept.values()],
      save: async (messages) => {
        await disk();
        for (const message of messages) {
          if (message.payload.length === 0) kept.delete(message.topic);
          else kept.set(message.topic, message);
        }
      },
    },
    clock: new RunningClock(),
    log,
  });
  await broker.start();
  const port = Number(new URL(broker.address?.url ?? 'mqtt://none:0').port);
  const change = (username: string): void => {
    for (const listener of listeners) listener(username);
  };
  return { broker, port, url: `mqtt://127.0.0.1:${port}`, kept, warnings, change, stop: () => broker.stop() };
}

import type { Connection } from 'home-assistant-js-websocket';
import type { HomeStore } from '../../state/home-store.ts';
import type { Described, Purpose } from './step-kind.ts';

type Purposes = Readonly<Record<string, Purpose>>;

const known = new WeakMap<Connection, Promise<Omit<Described, 'services'>>>();

/** Used until the descriptions are loaded: steps that need them are shown as YAML. */
export const NOTHING_DESCRIBED: Described = { services: {}, triggers: {}, conditions: {} };

/** Loads the server's descriptions of services, triggers and conditions. */
export async function describedBy(home: HomeStore): Promise<Described> {
  const [services, purposes] = await Promise.all([home.serviceList(), purposesOf(home.connection)]);
  return { services, ...purposes };
}

/**
 * Trigger and condition descriptions, loaded once per connection: after a reconnect, the server may be
 * another version.
 */
function purposesOf(connection: Connection): Promise<Omit<Described, 'services'>> {
  const before = known.get(connection);
  if (before !== undefined) return before;
  const requested = loadDescriptions(connection);
  known.set(connection, requested);
  const forget = (): void => {
    connection.removeEventListener('disconnected', forget);
    if (known.get(connection) === requested) known.delete(connection);
  };
  connection.addEventListener('disconnected', forget);
  requested.catch(forget);
  return requested;
}

async function loadDescriptions(connection: Connection): Promise<Omit<Described, 'services'>> {
  const [triggers, conditions] = await Promise.all([
    first(connection, 'trigger_platforms/subscribe'),
    first(connection, 'condition_platforms/subscribe'),
  ]);
  return { triggers, conditions };
}

/** The first message of a subscription, which is then ended. */
async function first(connection: Connection, type: string): Promise<Purposes> {
  let receive: (purposes: Purposes) => void = () => {};
  const received = new Promise<Purposes>((resolve) => {
    receive = resolve;
  });
  const end = await connection.subscribeMessage<Purposes>(receive, { type });
  const purposes = await received;
  void end().catch(() => {});
  return purposes;
}

import type { Connection } from 'home-assistant-js-websocket';
import type { House } from '../../state/house.ts';
import type { Described, Purpose } from './step-kind.ts';

type Purposes = Readonly<Record<string, Purpose>>;

const known = new WeakMap<House, Promise<Described>>();

/** Until the descriptions are there: what needs them is written as YAML. */
export const NOTHING_DESCRIBED: Described = { services: {}, triggers: {}, conditions: {} };

/** What the server describes of services, triggers and conditions; asked for once a page. */
export function describedBy(house: House): Promise<Described> {
  const asked = known.get(house) ?? ask(house);
  known.set(house, asked);
  asked.catch(() => known.delete(house));
  return asked;
}

async function ask(house: House): Promise<Described> {
  const [services, triggers, conditions] = await Promise.all([
    house.serviceList(),
    first(house.connection, 'trigger_platforms/subscribe'),
    first(house.connection, 'condition_platforms/subscribe'),
  ]);
  return { services, triggers, conditions };
}

/** What a subscription says first. */
async function first(connection: Connection, type: string): Promise<Purposes> {
  let end: (() => Promise<void>) | undefined;
  const said = await new Promise<Purposes>((resolve, reject) => {
    connection.subscribeMessage<Purposes>(resolve, { type }).then((undo) => {
      end = undo;
    }, reject);
  });
  void end?.().catch(() => {});
  return said;
}

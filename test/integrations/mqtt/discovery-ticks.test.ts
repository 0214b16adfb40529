import { expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { UNIT_SYSTEMS } from '../../../src/core/unit-system.ts';
import { Complaints } from '../../../src/integrations/mqtt/client/complaints.ts';
import { Connection } from '../../../src/integrations/mqtt/client/connection.ts';
import { Message } from '../../../src/integrations/mqtt/client/message.ts';
import { Discovery } from '../../../src/integrations/mqtt/discovery/discovery.ts';
import type { ItemKind } from '../../../src/integrations/mqtt/discovery/item.ts';
import { Groups } from '../../../src/integrations/mqtt/entity/groups.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { makeHome } from '../../support/home.ts';

/** Discovery with a kind of thing that takes eight milliseconds to come, to change or to go, and ticks that end when a test says so. */
function setUp() {
  const home = makeHome(new FakeClock());
  let time = 0;
  let next: (() => void)[] = [];
  const clock = { now: () => time, soon: (task: () => void) => void next.push(task), after: () => () => {} };
  const done: string[] = [];
  const work = (what: string): void => {
    time += 8;
    done.push(what);
  };
  const kind: ItemKind = {
    make: (config) => {
      const name = String(config.name);
      work(`+${name}`);
      return {
        deviceId: undefined,
        entryId: undefined,
        keepsDevice: false,
        canMigrate: true,
        update: (changed) => {
          work(`~${String(changed.name)}`);
          return undefined;
        },
        unload: () => work(`<${name}`),
        forget: () => work(`-${name}`),
        connectionChanged: () => work(`?${name}`),
        topics: () => [],
      };
    },
  };
  const complaints = new Complaints(silentLog, clock);
  const connection = new Connection({ address: () => undefined, clock, log: silentLog, complaints });
  const discovery = new Discovery({
    ...home,
    clock,
    connection,
    complaints,
    groups: new Groups(home.registry),
    home: { units: UNIT_SYSTEMS.metric },
    prefix: 'homeassistant',
    kinds: new Map([['sensor', kind]]),
    onMessage: () => {},
  });
  discovery.start();
  const send = (topic: string, payload: unknown): void => {
    const text = payload === '' ? '' : JSON.stringify(payload);
    connection.subscriptions.deliver(new Message(`homeassistant/${topic}/config`, Buffer.from(text), {}));
  };
  const device = (names: readonly string[], note = '') => ({
    device: { identifiers: 'd' },
    origin: { name: 'o' },
    components: Object.fromEntries(
      names.map((name) => [name, { platform: 'sensor', unique_id: name, name: `${name}${note}` }]),
    ),
  });
  const endTick = (): string[] => {
    done.length = 0;
    const tasks = next;
    next = [];
    for (const one of tasks) one();
    return [...done];
  };
  return { discovery, send, device, done, endTick };
}

it('brings the components of one device over several event-loop ticks, and what comes after it later', () => {
  const { discovery, send, device, done, endTick } = setUp();
  send('device/d', device(['a', 'b', 'c', 'd', 'e', 'f', 'g']));
  send('sensor/single', { unique_id: 's', name: 's' });
  expect(done).toEqual(['+a', '+b', '+c']);
  expect(endTick()).toEqual(['+d', '+e', '+f']);
  expect(endTick()).toEqual(['+g', '+s']);
  expect(discovery.size).toBe(8);
});

it('changes, migrates and removes them over several ticks, in the order of the messages', () => {
  const { discovery, send, device, endTick } = setUp();
  const names = ['a', 'b', 'c', 'd'];
  send('device/d', device(names));
  endTick();
  endTick();
  send('device/d', device(names, '!'));
  send('device/d', '');
  expect(endTick()).toEqual(['~d!', '-a', '-b']);
  expect(endTick()).toEqual(['-c', '-d']);
  expect(discovery.size).toBe(0);
  endTick();
  endTick();
  send('device/d', device(names));
  send('device/d', { migrate_discovery: true });
  expect(endTick()).toEqual(['+d', '<a', '<b']);
  expect(endTick()).toEqual(['<c', '<d']);
});

it('tells them over several ticks that the broker came or went', () => {
  const { discovery, send, device, done, endTick } = setUp();
  send('device/d', device(['a', 'b', 'c', 'd']));
  endTick();
  endTick();
  done.length = 0;
  discovery.connectionChanged();
  expect(done).toEqual(['?a', '?b', '?c']);
  expect(endTick()).toEqual(['?d']);
});

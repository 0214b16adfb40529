import { expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { UNIT_SYSTEMS } from '../../../src/core/unit-system.ts';
import { Connection } from '../../../src/integrations/mqtt/client/connection.ts';
import { Message } from '../../../src/integrations/mqtt/client/message.ts';
import { WarningLog } from '../../../src/integrations/mqtt/client/warning-log.ts';
import { Discovery } from '../../../src/integrations/mqtt/discovery/discovery.ts';
import type { ItemKind } from '../../../src/integrations/mqtt/discovery/item.ts';
import { Groups } from '../../../src/integrations/mqtt/entity/groups.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { makeHome } from '../../support/home.ts';

/** Discovery with items that take 3 ms to add, update or remove, and ticks that end when a test says so. */
function setUp() {
  const home = makeHome(new FakeClock());
  let time = 0;
  let next: (() => void)[] = [];
  const clock = { now: () => time, soon: (task: () => void) => void next.push(task), after: () => () => {} };
  const done: string[] = [];
  const work = (what: string): void => {
    time += 3;
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
  const complaints = new WarningLog(silentLog, clock);
  const connection = new Connection({
    address: () => undefined,
    clock,
    log: silentLog,
    warnings: complaints,
  });
  const discovery = new Discovery({
    ...home,
    clock,
    connection,
    warnings: complaints,
    groups: new Groups(home.registry),
    home: { units: UNIT_SYSTEMS.metric },
    prefix: 'homeassistant',
    limit: 25,
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
    const before = done.length;
    // A pacer with remaining work leaves two ticks to others.
    for (let n = 0; n < 3 && done.length === before; n += 1) {
      const tasks = next;
      next = [];
      for (const one of tasks) one();
    }
    return [...done];
  };
  return { discovery, send, device, done, endTick };
}

const NAMES = Array.from({ length: 20 }, (_, i) => `c${i}`);
const named = (sign: string, from: number, to: number): string[] =>
  NAMES.slice(from, to).map((name) => `${sign}${name}`);

it('brings a device of a few components at once, as its state may follow at once', () => {
  const { send, device, done } = setUp();
  send('device/d', device(NAMES.slice(0, 7)));
  expect(done).toEqual(named('+', 0, 7));
});

it('brings those of many over several event-loop ticks, and what comes after them later', () => {
  const { discovery, send, device, done, endTick } = setUp();
  send('device/d', device(NAMES));
  send('sensor/single', { unique_id: 's', name: 's' });
  expect(done).toEqual(named('+', 0, 8));
  expect(endTick()).toEqual(named('+', 8, 16));
  expect(endTick()).toEqual(named('+', 16, 20));
  expect(endTick()).toEqual(['+s']);
  expect(discovery.size).toBe(21);
});

it('changes, migrates and removes them over several ticks, in the order of the messages', () => {
  const { discovery, send, device, done, endTick } = setUp();
  const allTicks = (): number[] => {
    const sizes = [done.length];
    const all = [...done];
    for (let came = endTick(); came.length > 0; came = endTick()) {
      sizes.push(came.length);
      all.push(...came);
    }
    done.splice(0, done.length, ...all);
    return sizes;
  };
  send('device/d', device(NAMES));
  allTicks();
  endTick();
  done.length = 0;
  send('device/d', device(NAMES, '!'));
  send('device/d', '');
  expect(Math.max(...allTicks())).toBe(8);
  expect(done).toEqual([...named('~', 0, 20).map((one) => `${one}!`), ...named('-', 0, 20)]);
  expect(discovery.size).toBe(0);
  endTick();
  done.length = 0;
  send('device/d', device(NAMES));
  send('device/d', { migrate_discovery: true });
  expect(Math.max(...allTicks())).toBe(8);
  expect(done).toEqual([...named('+', 0, 20), ...named('<', 0, 20)]);
});

it('notifies them of connection changes over several ticks', () => {
  const { discovery, send, device, done, endTick } = setUp();
  send('device/d', device(NAMES));
  while (endTick().length > 0);
  endTick();
  done.length = 0;
  discovery.connectionChanged();
  expect(done).toEqual(named('?', 0, 8));
  expect(endTick()).toEqual(named('?', 8, 16));
});

it('are taken out over several ticks for a reload', () => {
  const { discovery, send, device, done, endTick } = setUp();
  send('device/d', device(NAMES));
  while (endTick().length > 0);
  done.length = 0;
  const steps = discovery.stop();
  steps.next();
  expect(done).toEqual(['<c0']);
  while (steps.next().done !== true);
  expect([done.length, discovery.size]).toEqual([20, 0]);
});

it('are rejected beyond the limit until others are removed', () => {
  const { discovery, send, device, endTick } = setUp();
  send('device/d', device(NAMES));
  send('device/e', device(NAMES.map((name) => `e${name}`)));
  while (endTick().length > 0);
  expect(discovery.size).toBe(25);
  send('device/d', '');
  while (endTick().length > 0);
  send('device/e', device(NAMES.map((name) => `e${name}`)));
  while (endTick().length > 0);
  expect(discovery.size).toBe(20);
});

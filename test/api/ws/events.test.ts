import { expect, test } from 'vitest';
import type { Call, Feed } from '../../../src/api/ws/command.ts';
import { eventCommands } from '../../../src/api/ws/commands/events.ts';
import { fullAccess } from '../../../src/core/access.ts';
import { Bus } from '../../../src/core/bus.ts';
import type { Undo } from '../../../src/core/clock.ts';
import { silentLog } from '../../../src/core/log.ts';
import { FakeClock } from '../../support/fake-clock.ts';

test('equal subscriptions share one listener, also when one is ended twice', () => {
  const bus = new Bus(silentLog);
  const command = eventCommands({ bus, clock: new FakeClock() }).find(
    ({ type }) => type === 'subscribe_events',
  );
  const listen = (): Undo => {
    const call = { message: { event_type: 'bell' }, access: fullAccess } as unknown as Call<unknown>;
    return command?.subscribe?.(call, { id: '1', share: () => {} } as unknown as Feed) as Undo;
  };
  const first = listen();
  first();
  const second = listen();
  first();
  const third = listen();
  expect(bus.counts().get('bell')).toBe(1);
  second();
  third();
  expect(bus.counts().size).toBe(0);
});

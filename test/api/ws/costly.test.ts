import { expect, onTestFinished, test } from 'vitest';
import {
  type Call,
  type Command,
  defineCommand,
  defineSubscription,
  type Feed,
} from '../../../src/api/ws/command.ts';
import { COSTLY, countCostly } from '../../../src/api/ws/costly.ts';
import { fullAccess } from '../../../src/core/access.ts';
import { WorkTime } from '../../../src/core/work-time.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { startTestHub } from '../../support/start-hub.ts';

function commands(clock: FakeClock): Command[] {
  const slow = (type: string) =>
    defineCommand({
      ...{ type, permission: 'user', summary: 'Takes its time', fields: {} },
      handle: () => {
        clock.advance(400);
        return 'done';
      },
    });
  return [slow('search/related'), slow('slugify')];
}

test('what goes through the whole house is paid with the time of its caller, and other commands are not', () => {
  const clock = new FakeClock();
  const [costly, other] = countCostly(commands(clock), new WorkTime(clock));
  const ask = (command: Command | undefined, isAdmin: boolean) =>
    command?.handle?.({ access: { ...fullAccess, userId: 'anna', isAdmin } } as Call<unknown>);
  for (let n = 0; n < 3; n += 1) expect(ask(costly, false)).toBe('done');
  expect(() => ask(costly, false)).toThrow('too much work');
  for (let n = 0; n < 9; n += 1) expect([ask(costly, true), ask(other, false)]).toEqual(['done', 'done']);
});

test('so is the beginning of a subscription that goes through it', () => {
  const clock = new FakeClock();
  const slow = defineSubscription({
    ...{ type: 'config_entries/subscribe', permission: 'user', summary: 'Takes its time', fields: {} },
    subscribe: () => {
      clock.advance(1001);
      return () => {};
    },
  });
  const [costly] = countCostly([slow], new WorkTime(clock));
  const call = { access: { ...fullAccess, userId: 'anna', isAdmin: false } } as Call<unknown>;
  expect(costly?.subscribe?.(call, {} as Feed)).toBeTypeOf('function');
  expect(() => costly?.subscribe?.(call, {} as Feed)).toThrow('too much work');
});

test('what counts as costly is there under its name', async () => {
  const { hub, stop } = await startTestHub();
  onTestFinished(() => stop());
  const types = new Set(hub.commands.map(({ type }) => type));
  expect([...COSTLY].filter((type) => !types.has(type))).toEqual([]);
});

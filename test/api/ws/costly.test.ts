import { expect, test } from 'vitest';
import { type Call, type Command, defineCommand } from '../../../src/api/ws/command.ts';
import { countCostly } from '../../../src/api/ws/costly.ts';
import { fullAccess } from '../../../src/core/access.ts';
import { WorkTime } from '../../../src/core/work-time.ts';
import { FakeClock } from '../../support/fake-clock.ts';

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

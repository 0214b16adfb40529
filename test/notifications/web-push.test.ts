import { describe, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { isQuiet } from '../../src/notifications/quiet-hours.ts';
import { WebPush } from '../../src/notifications/web-push.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryCollection } from '../support/home.ts';
import { PushedBrowser } from '../support/push-service.ts';
import { until } from '../support/until.ts';

/** A sender whose push service gives the answers in order; an error is no answer. */
async function aSender(answers: (number | Error)[]) {
  const clock = new FakeClock();
  const warnings: string[] = [];
  let sent = 0;
  const store = {
    subscriptions: new MemoryCollection<never>(),
    preferences: new MemoryCollection<never>(),
    actions: new MemoryCollection<never>(),
    keys: new MemoryCollection<never>(),
  };
  const push = new WebPush({
    ...{ store, clock },
    log: { ...silentLog, warn: (text) => warnings.push(text) },
    send: async () => {
      const answer = answers[sent] ?? 201;
      sent += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    isLoggedIn: () => true,
    contact: () => 'mailto:owner@home.example',
  });
  const subscription = await push.subscribe('anna', 'token', new PushedBrowser().subscription);
  const reached = (count: number) => until(() => sent === count, `${count} attempts were made`);
  return { push, subscription, clock, warnings, reached, sentNow: () => sent };
}

describe('messages to push services', () => {
  it('are sent again with growing pauses while the service is busy or not reached', async () => {
    const { push, subscription, clock, warnings, reached } = await aSender([
      429,
      new Error('no answer'),
      503,
      201,
    ]);
    push.deliver(subscription, { body: 'Hello' }, false);
    await reached(1);
    for (const [count, pause] of [
      [2, 5000],
      [3, 60_000],
      [4, 600_000],
    ] as const) {
      await until(() => clock.pending > 0, 'the next attempt was planned');
      clock.advance(pause - 1);
      await reached(count - 1);
      clock.advance(1);
      await reached(count);
    }
    expect(warnings).toEqual([]);
  });

  it('are given up after that, or when the service refuses them', async () => {
    const refused = await aSender([403]);
    refused.push.deliver(refused.subscription, {}, false);
    await until(() => refused.warnings.length === 1, 'it was logged');
    expect(refused.sentNow()).toBe(1);
    expect(await refused.push.ofUser('anna')).toHaveLength(1);
  });

  it('are dropped beyond a thousand that wait, with a line in the log', async () => {
    const { push, subscription, warnings } = await aSender(Array.from({ length: 2000 }, () => 503));
    for (let i = 0; i < 1003; i += 1) push.deliver(subscription, {}, false);
    expect(warnings).toHaveLength(3);
  });
});

it('quiet hours may span midnight', () => {
  const preferences = (from: string | null, to: string | null) => ({
    quiet_from: from,
    quiet_to: to,
    hides_content: false,
  });
  for (const [from, to, time, expected] of [
    ['22:00', '07:00', '21:59', false],
    ['22:00', '07:00', '22:00', true],
    ['22:00', '07:00', '03:00', true],
    ['22:00', '07:00', '07:00', false],
    ['12:00', '14:00', '13:59', true],
    ['12:00', '14:00', '14:00', false],
    [null, '07:00', '03:00', false],
    ['07:00', '07:00', '07:00', false],
  ] as const)
    expect([from, to, time, isQuiet(preferences(from, to), time)]).toEqual([from, to, time, expected]);
});

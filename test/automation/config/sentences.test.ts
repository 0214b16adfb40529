import { expect, test } from 'vitest';
import { Sentences } from '../../../src/automation/config/sentences.ts';
import { fullAccess } from '../../../src/core/access.ts';
import { newContext } from '../../../src/core/context.ts';
import { silentLog } from '../../../src/core/log.ts';

/** Sentences with a clock that advances 5 ms per read; yielded ticks end immediately. */
function setUp() {
  let time = 0;
  const given: (() => void)[] = [];
  const clock = {
    now: () => {
      time += 5;
      return time;
    },
    after: () => () => {},
    soon: (task: () => void) => {
      given.push(task);
      setImmediate(task);
    },
  };
  const sentences = new Sentences(silentLog, clock);
  const say = (text: string) =>
    sentences.process({
      text,
      language: 'en',
      conversationId: null,
      context: newContext(0, null),
      access: fullAccess,
    });
  return { sentences, say, given };
}

test('a text is compared with many sentences over several event loop ticks', async () => {
  const { sentences, say, given } = setUp();
  for (let i = 0; i < 50; i += 1)
    sentences.register([`turn on lamp ${i}`, `switch on lamp ${i}`], async () => `lamp ${i}`);
  expect(await say('switch on lamp 49')).toBe('lamp 49');
  expect(given.length).toBeGreaterThan(15);
  expect(await say('nothing of that')).toBeNull();
});

test('a listener removed before the sentence is recognized is not called', async () => {
  const { sentences, say } = setUp();
  for (let i = 0; i < 20; i += 1) sentences.register([`turn on lamp ${i}`], async () => 'no');
  const leave = sentences.register(['hello'], async () => 'hi');
  const answer = say('hello');
  leave();
  expect(await answer).toBeNull();
});

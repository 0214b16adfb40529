import { expect, test } from 'vitest';
import { TurnEnd } from '../../src/api/turn-end.ts';
import { FakeClock } from '../support/fake-clock.ts';

test('answers are sent before events, whichever was ready first, and each in its order', () => {
  const clock = new FakeClock();
  const end = new TurnEnd(clock);
  const done: string[] = [];
  end.schedule(() => done.push('news 1'));
  end.answer(() => done.push('answer 1'));
  end.schedule(() => done.push('news 2'));
  end.answer(() => done.push('answer 2'));
  expect(done).toEqual([]);
  clock.flush();
  expect(done).toEqual(['answer 1', 'answer 2', 'news 1', 'news 2']);
});

test('work scheduled at the end of a tick has an end of the tick, too', () => {
  const clock = new FakeClock();
  const end = new TurnEnd(clock);
  const done: string[] = [];
  end.answer(() => end.schedule(() => done.push('told by an answer')));
  end.schedule(() => end.answer(() => done.push('answered by news')));
  clock.flush();
  expect(done).toEqual(['told by an answer', 'answered by news']);
});

test('answers added while answers are sent go out at the next end of a tick', () => {
  const clock = new FakeClock();
  const end = new TurnEnd(clock);
  const done: string[] = [];
  end.answer(() => {
    done.push('first');
    end.answer(() => done.push('second'));
  });
  clock.flush();
  expect(done).toEqual(['first', 'second']);
});

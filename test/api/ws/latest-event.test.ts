import { describe, expect, it } from 'vitest';
import { latestEvent } from '../../../src/api/ws/latest-event.ts';

function slowFeed() {
  const events: string[] = [];
  const waiting: (() => void)[] = [];
  let isSlow = false;
  return {
    events,
    feed: {
      event: (json: string) => void events.push(json),
      isSlow: () => isSlow,
      whenCaughtUp: (task: () => void) => void waiting.push(task),
    },
    slowDown: () => {
      isSlow = true;
    },
    wake: () => {
      for (const task of waiting.splice(0)) task();
    },
    catchUp: () => {
      isSlow = false;
      for (const task of waiting.splice(0)) task();
    },
  };
}

describe('the events of a value', () => {
  it('all go to a client that keeps up', () => {
    const { feed, events } = slowFeed();
    let value = 1;
    const send = latestEvent(feed, () => String(value));
    send();
    value = 2;
    send();
    expect(events).toEqual(['1', '2']);
  });

  it('are made once a slow client has caught up, and only of the latest value', () => {
    const { feed, events, slowDown, wake, catchUp } = slowFeed();
    let value = 1;
    let made = 0;
    const send = latestEvent(feed, () => {
      made += 1;
      return String(value);
    });
    slowDown();
    for (; value < 5; value += 1) send();
    wake();
    expect(made).toBe(0);
    catchUp();
    send();
    expect(events).toEqual(['5', '5']);
  });
});

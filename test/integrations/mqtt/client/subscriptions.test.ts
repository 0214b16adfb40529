import { describe, expect, it } from 'vitest';
import { Message } from '../../../../src/integrations/mqtt/client/message.ts';
import { type FilterRequest, Subscriptions } from '../../../../src/integrations/mqtt/client/subscriptions.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

function make() {
  const clock = new FakeClock();
  const asked: string[] = [];
  const errors: unknown[] = [];
  const subscriptions = new Subscriptions({
    clock,
    transport: {
      subscribe: (requests: readonly FilterRequest[]) =>
        void asked.push(requests.map(({ filter, qos }) => `${filter}:${qos}`).join(' ')),
      unsubscribe: (filters) => void asked.push(`-${filters.join(' -')}`),
    },
    onListenerError: (error) => void errors.push(error),
  });
  const settle = (): string[] => {
    clock.advance(50);
    return asked.splice(0);
  };
  return { subscriptions, asked, settle, errors };
}

const message = (topic: string, retained = false): Message =>
  new Message(topic, Buffer.from('x'), { retained });

describe('subscriptions', () => {
  it('send nothing before the connection is open, then all at once', () => {
    const { subscriptions, settle } = make();
    subscriptions.add('a', 0, () => {});
    subscriptions.add('b', 1, () => {});
    expect(settle()).toEqual([]);
    subscriptions.connect();
    expect(settle()).toEqual(['a:0 b:1']);
  });

  it('gather a burst into one request', () => {
    const { subscriptions, settle } = make();
    subscriptions.connect();
    for (const topic of ['a', 'b', 'c']) subscriptions.add(topic, 0, () => {});
    expect(subscriptions.isSettled).toBe(false);
    expect(settle()).toEqual(['a:0 b:0 c:0']);
    expect(subscriptions.isSettled).toBe(true);
  });

  it('are sent before a publication, so that no response is missed', () => {
    const { subscriptions, asked, settle } = make();
    subscriptions.add('a', 0, () => {});
    subscriptions.flush();
    expect(asked).toEqual([]);
    subscriptions.connect();
    subscriptions.add('b', 0, () => {});
    subscriptions.flush();
    expect(asked.splice(0)).toEqual(['a:0', 'b:0']);
    expect(settle()).toEqual([]);
  });

  it('subscribe once for many listeners, with their highest QoS', () => {
    const { subscriptions, settle } = make();
    subscriptions.connect();
    subscriptions.add('a', 0, () => {});
    subscriptions.add('a', 2, () => {});
    expect(settle()).toEqual(['a:2']);
  });

  it('end with the last listener', () => {
    const { subscriptions, settle } = make();
    subscriptions.connect();
    const undo = [subscriptions.add('a', 0, () => {}), subscriptions.add('a', 0, () => {})];
    settle();
    undo[0]?.();
    expect(settle()).toEqual([]);
    undo[1]?.();
    undo[1]?.();
    expect(settle()).toEqual(['-a']);
    expect(subscriptions.list()).toEqual([]);
  });

  it('that are renewed within a moment cost nothing but the retained message', () => {
    const { subscriptions, settle } = make();
    subscriptions.connect();
    const undo = subscriptions.add('a', 0, () => {});
    settle();
    undo();
    subscriptions.add('a', 0, () => {});
    expect(settle()).toEqual(['a:0']);
  });

  it('are renewed after each reconnect, with new ones and without those that ended', () => {
    const { subscriptions, settle } = make();
    subscriptions.connect();
    const undo = subscriptions.add('a', 0, () => {});
    subscriptions.add('b', 0, () => {});
    settle();
    subscriptions.disconnect();
    undo();
    subscriptions.add('c', 0, () => {});
    expect(settle()).toEqual([]);
    subscriptions.connect();
    expect(settle()).toEqual(['c:0 b:0']);
  });

  it('hand a retained message to each listener once in a connection', () => {
    const { subscriptions } = make();
    subscriptions.connect();
    const heard: string[] = [];
    subscriptions.add('a/+', 0, ({ topic }) => heard.push(topic));
    for (const topic of ['a/1', 'a/2', 'a/1', 'a/2']) subscriptions.deliver(message(topic, true));
    expect(heard).toEqual(['a/1', 'a/2']);
    subscriptions.deliver(message('a/1'));
    subscriptions.disconnect();
    subscriptions.connect();
    subscriptions.deliver(message('a/1', true));
    expect(heard).toEqual(['a/1', 'a/2', 'a/1', 'a/1']);
  });

  it('do not let one listener keep the message from the next', () => {
    const { subscriptions, errors } = make();
    const heard: string[] = [];
    subscriptions.add('a', 0, () => {
      throw new Error('broken');
    });
    subscriptions.add('a', 0, ({ topic }) => heard.push(topic));
    subscriptions.deliver(message('a'));
    expect(heard).toEqual(['a']);
    expect(errors).toHaveLength(1);
  });
});

describe('a message that many listen to', () => {
  /** Listeners that take 3 ms each; a tick ends when the test says so. */
  function makeBusy() {
    let time = 0;
    let next: (() => void)[] = [];
    const clock = {
      now: () => time,
      soon: (task: () => void) => void next.push(task),
      after: () => () => {},
    };
    const subscriptions = new Subscriptions({
      clock,
      transport: { subscribe: () => {}, unsubscribe: () => {} },
      onListenerError: () => {},
    });
    const heard: string[] = [];
    const listen = (name: string, topic: string) =>
      subscriptions.add(topic, 0, ({ topic: from }) => {
        time += 3;
        heard.push(`${name} ${from}`);
      });
    const endTick = (): void => {
      const before = heard.length;
      // A pacer with remaining work leaves two ticks to others.
      for (let n = 0; n < 3 && heard.length === before; n += 1) {
        const tasks = next;
        next = [];
        for (const one of tasks) one();
      }
    };
    /** A listener with endless steps. */
    const listenInSteps = (topic: string) =>
      subscriptions.add(topic, 0, function* () {
        for (;;) {
          time += 3;
          heard.push('step');
          yield;
        }
      });
    return { subscriptions, heard, listen, listenInSteps, endTick };
  }

  it('is handled over as many event-loop ticks as it takes, and the next message after it', () => {
    const { subscriptions, heard, listen, endTick } = makeBusy();
    for (const name of ['a', 'b', 'c', 'd', 'e']) listen(name, 't');
    listen('x', 'u');
    subscriptions.deliver(message('t'), [1]);
    subscriptions.deliver(message('u'), [1]);
    expect(heard).toEqual(['a t', 'b t', 'c t']);
    endTick();
    expect(heard).toEqual(['a t', 'b t', 'c t', 'd t', 'e t', 'x u']);
  });

  it('lets the broker continue while there is room for thousands of messages', () => {
    const { subscriptions, listen, endTick } = makeBusy();
    listen('a', 't');
    let read = 0;
    const deliverAll = (): void => {
      if (read === 12_000) return;
      subscriptions.deliver(message('t'), [1]);
      read += 1;
      subscriptions.whenRoom(deliverAll);
    };
    for (; read < 9000; read += 1) subscriptions.deliver(message('t'), [1]);
    deliverAll();
    expect(read).toBeGreaterThan(10_000);
    expect(read).toBeLessThan(10_010);
    endTick();
    expect(read).toBeGreaterThan(10_003);
  });

  it('keeps the broker waiting while many bytes wait', () => {
    const { subscriptions, listen, endTick } = makeBusy();
    listen('a', 't');
    const large = new Message('t', Buffer.alloc(3 * 1024 * 1024));
    for (let n = 0; n < 6; n += 1) subscriptions.deliver(large, [1]);
    let isRoom = false;
    subscriptions.whenRoom(() => {
      isRoom = true;
    });
    expect(isRoom).toBe(false);
    endTick();
    expect(isRoom).toBe(true);
  });

  it('does not reach listeners that unsubscribed while it waited', () => {
    const { subscriptions, heard, listen, endTick } = makeBusy();
    const undos = ['a', 'b', 'c', 'd'].map((name) => listen(name, 't'));
    subscriptions.deliver(message('t'));
    undos[3]?.();
    endTick();
    expect(heard).toEqual(['a t', 'b t', 'c t']);
  });

  it('is handled in the steps a listener returns, before the next message and as long as it listens', () => {
    const { subscriptions, heard, listen, listenInSteps, endTick } = makeBusy();
    const undo = listenInSteps('t');
    listen('x', 'u');
    subscriptions.deliver(message('t'), [1]);
    subscriptions.deliver(message('u'), [1]);
    expect(heard).toEqual(['step', 'step', 'step']);
    endTick();
    expect(heard).toHaveLength(6);
    undo();
    endTick();
    expect(heard.slice(6)).toEqual(['x u']);
  });

  it('counts together with the messages of the same tick, one listener each', () => {
    const { subscriptions, heard, listen, endTick } = makeBusy();
    for (let i = 0; i < 5; i += 1) listen('a', `t${i}`);
    for (let i = 0; i < 5; i += 1) subscriptions.deliver(message(`t${i}`), [1]);
    expect(heard).toHaveLength(3);
    endTick();
    expect(heard).toEqual(['a t0', 'a t1', 'a t2', 'a t3', 'a t4']);
  });
});

import { expect, it } from 'vitest';
import { Bus } from '../../src/core/bus.ts';
import { silentLog } from '../../src/core/log.ts';
import { StateMachine } from '../../src/core/state-machine.ts';
import { Reads } from '../../src/templates/reads.ts';
import { Tracker } from '../../src/templates/tracker.ts';
import { FakeClock } from '../support/fake-clock.ts';

it('pauses a template that took too long for a minute, whatever changes meanwhile', () => {
  const clock = new FakeClock('2026-11-20T12:00:30Z');
  const bus = new Bus(silentLog);
  const states = new StateMachine(bus, clock);
  const tracker = new Tracker(bus, clock);
  let renders = 0;
  const refresh = () => {
    renders += 1;
    const reads = new Reads();
    reads.entities.add('Sensor.A');
    reads.time = true;
    return { reads, failed: true, timedOut: renders === 1 };
  };
  const undo = tracker.follow({ refresh });
  for (const state of ['1', '2', '3']) states.set('sensor.a', state, {});
  clock.advance(59_000);
  expect(renders).toBe(1);
  clock.advance(1001);
  expect(renders).toBe(2);
  states.set('sensor.a', '4', {});
  expect(renders).toBe(3);
  undo();
  expect(clock.pending).toBe(0);
});

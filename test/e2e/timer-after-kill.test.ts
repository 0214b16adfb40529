import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Long enough to receive a second event, if there is one. */
const SILENCE = 1500;
/** Milliseconds the timer runs while the server is killed and restarted: more on a slow machine. */
const LEAST_LENGTH = 6000;
const USUAL_COMMAND = 1000;

interface Run {
  readonly client: TestClient;
  egg(): Promise<{ state: string; attributes: Record<string, unknown> }>;
  kill(): Promise<void>;
}

/** A server on the folder, and a client that receives which timers finish. */
async function serve(folder: string, token: string): Promise<Run> {
  const { url, kill } = await serveHearth(folder);
  const client = await TestClient.open(url, token);
  await client.must({ type: 'subscribe_events', event_type: 'timer.finished' });
  return {
    client,
    egg: async () => {
      const states = await client.must({ type: 'get_states' });
      return states.find(({ entity_id }: { entity_id: string }) => entity_id === 'timer.egg');
    },
    kill,
  };
}

test('a timer that was started right before kill -9 finishes on time after the next start, and once', async () => {
  const folder = tempFolder();
  const begun = performance.now();
  const made = await hearth(['token', 'create', '--name', 'test', '--data-dir', folder]);
  const token = made.stdout.trim();
  const length = LEAST_LENGTH * Math.max(1, Math.ceil((performance.now() - begun) / USUAL_COMMAND));
  const first = await serve(folder, token);
  await first.client.must({ type: 'timer/create', name: 'Egg', duration: length / 1000, restore: true });
  const before = Date.now();
  await first.client.must({
    type: 'call_service',
    domain: 'timer',
    service: 'start',
    target: { entity_id: 'timer.egg' },
  });
  const started = { from: before, to: Date.now() };
  await first.kill();

  const second = await serve(folder, token);
  const egg = await second.egg();
  const due = egg.attributes.finishes_at;
  expect(egg).toMatchObject({ state: 'active', attributes: { last_transition: 'started' } });
  const { event } = await second.client.event((message) => message.type === 'event', 2 * length);
  expect(event.data).toMatchObject({ entity_id: 'timer.egg', finished_at: due });
  // `finishes_at` is in whole seconds.
  const dueAt = Date.parse(String(due));
  expect(dueAt).toBeGreaterThan(started.from + length - 1000);
  expect(dueAt).toBeLessThan(started.to + length + 1000);
  expect(Date.parse(event.time_fired)).toBeGreaterThan(dueAt - 1000);
  const idle = { state: 'idle', attributes: { last_transition: 'finished' } };
  expect(await second.egg()).toMatchObject(idle);
  await pause(SILENCE);
  expect(second.client.events).toHaveLength(1);
  await second.kill();

  const third = await serve(folder, token);
  expect(await third.egg()).toMatchObject(idle);
  expect(third.client.events).toEqual([]);
  await third.kill();
}, 600_000);

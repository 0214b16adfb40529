import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Seconds a run waits while the server is killed and restarted: more on a slow machine. */
const LEAST_WAIT = 5;
const USUAL_COMMAND = 1000;
/** The longest that states wait before they are on disk, and a margin. */
const FLUSHED = 1500;

const count = (name: string) => ({ action: 'counter.increment', target: { entity_id: `counter.${name}` } });
const go = (name: string) => [{ trigger: 'event', event_type: `go_${name}` }];

/** Runs of which the shortest waits `long` seconds. */
const automationsOf = (long: number) => [
  { id: 'delay', alias: 'Delay', triggers: go('delay'), actions: [{ delay: long }, count('delay')] },
  {
    ...{ id: 'wait', alias: 'Wait', triggers: go('wait') },
    actions: [
      { variables: { kept: '{{ (1.0, "a") }}' } },
      { wait_for_trigger: [{ trigger: 'event', event_type: 'come_on' }], timeout: 60 },
      { condition: '{{ wait.completed and kept == (1.0, "a") }}' },
      count('wait'),
    ],
  },
  {
    ...{ id: 'lasting', alias: 'Lasting', actions: [count('lasting')] },
    triggers: [{ trigger: 'state', entity_id: 'input_boolean.door', to: 'on', for: long }],
  },
  {
    ...{ id: 'repeat', alias: 'Repeat', triggers: go('repeat') },
    actions: [{ repeat: { count: 3, sequence: [count('repeat'), { delay: long / 2 }] } }, count('done')],
  },
  {
    id: 'calls',
    alias: 'Calls',
    triggers: go('calls'),
    actions: [{ action: 'script.slow' }, count('calls')],
  },
];
const scriptsOf = (long: number) => ({ slow: { sequence: [{ delay: long }] } });

interface Served {
  readonly client: TestClient;
  counters(): Promise<Record<string, string>>;
  kill(): Promise<void>;
}

async function serve(folder: string, token: string): Promise<Served> {
  const { url, kill } = await serveHearth(folder);
  const client = await TestClient.open(url, token);
  return {
    client,
    counters: async () => {
      const states: { entity_id: string; state: string }[] = await client.must({ type: 'get_states' });
      const found = states.filter(({ entity_id }) => entity_id.startsWith('counter.'));
      return Object.fromEntries(found.map(({ entity_id, state }) => [entity_id.slice(8), state]));
    },
    kill,
  };
}

/** The counters once each run has executed each of its steps once. */
const ALL_DONE = { delay: '1', wait: '1', lasting: '1', repeat: '3', done: '1', calls: '1' };

test('runs resume after kill -9 at the same step: in a delay, a wait, a for, a repeat, a called script', async () => {
  const folder = tempFolder();
  const begun = performance.now();
  const made = await hearth(['token', 'create', '--name', 'test', '--data-dir', folder]);
  const token = made.stdout.trim();
  const long = LEAST_WAIT * Math.max(1, Math.ceil((performance.now() - begun) / USUAL_COMMAND));
  writeFileSync(join(folder, 'automations.yaml'), JSON.stringify(automationsOf(long)));
  writeFileSync(join(folder, 'scripts.yaml'), JSON.stringify(scriptsOf(long)));
  const first = await serve(folder, token);
  for (const name of ['delay', 'wait', 'lasting', 'repeat', 'done', 'calls'])
    await first.client.must({ type: 'counter/create', name });
  await first.client.must({ type: 'input_boolean/create', name: 'Door' });
  for (const name of ['delay', 'wait', 'repeat', 'calls'])
    await first.client.must({ type: 'fire_event', event_type: `go_${name}` });
  await first.client.must({
    ...{ type: 'call_service', domain: 'input_boolean', service: 'turn_on' },
    target: { entity_id: 'input_boolean.door' },
  });
  await pause(FLUSHED);
  expect(await first.counters()).toMatchObject({
    delay: '0',
    wait: '0',
    lasting: '0',
    repeat: '1',
    calls: '0',
  });
  await first.kill();

  const second = await serve(folder, token);
  const automation = await second.client.must({ type: 'get_states' });
  const delayed = automation.find(({ entity_id }: { entity_id: string }) => entity_id === 'automation.delay');
  expect(delayed.attributes.current).toBe(1);
  await second.client.must({ type: 'fire_event', event_type: 'come_on' });
  await expect.poll(() => second.counters(), { timeout: 4000 * long, interval: 200 }).toEqual(ALL_DONE);
  await pause(FLUSHED);
  expect(await second.counters()).toEqual(ALL_DONE);
  const [trace] = await second.client.must({ type: 'trace/list', domain: 'automation', item_id: 'repeat' });
  expect(trace).toMatchObject({ script_execution: 'finished', last_step: 'action/1' });

  await second.kill();
  const third = await serve(folder, token);
  await pause(500);
  expect(await third.counters()).toEqual(ALL_DONE);
}, 600_000);

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHub } from '../../support/start-hub.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const automations = [
  {
    ...{ id: 'hall', alias: 'Hall', triggers: [{ trigger: 'event', event_type: 'go' }] },
    trace: { stored_traces: 2 },
    conditions: '{{ trigger.event.data.n > 0 }}',
    actions: [
      { variables: { doubled: '{{ trigger.event.data.n * 2.0 }}' } },
      { choose: [{ conditions: '{{ doubled > 2 }}', sequence: [{ action: 'script.say' }] }] },
      { event: 'said', event_data: { doubled: '{{ doubled }}' } },
    ],
  },
  {
    ...{ id: 'slow', alias: 'Slow', triggers: [{ trigger: 'event', event_type: 'slow' }] },
    actions: [{ delay: 60 }],
  },
];
const scripts = { say: { sequence: [{ event: 'say' }] } };

test('traces of the last runs have all steps, also after a restart', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'automations.yaml'), JSON.stringify(automations));
  writeFileSync(join(folder, 'scripts.yaml'), JSON.stringify(scripts));
  const hub = await startTestHub({}, folder);
  const client = await hub.connect();
  for (const n of [5, 0, 2]) await client.must({ type: 'fire_event', event_type: 'go', event_data: { n } });
  await client.must({ type: 'fire_event', event_type: 'slow' });
  const list = await client.must({ type: 'trace/list', domain: 'automation', item_id: 'hall' });
  expect(list).toMatchObject([
    { script_execution: 'failed_conditions', last_step: 'condition/0', state: 'stopped' },
    { script_execution: 'finished', last_step: 'action/2', trigger: "event 'go'", item_id: 'hall' },
  ]);
  const key = { domain: 'automation', item_id: 'hall', run_id: list[1].run_id };
  const trace = await client.must({ type: 'trace/get', ...key });
  expect(Object.keys(trace.trace)).toEqual([
    ...['trigger/0', 'condition/0', 'action/0', 'action/1', 'action/1/choose/0'],
    ...['action/1/choose/0/conditions/0', 'action/1/choose/0/sequence/0', 'action/2'],
  ]);
  expect(trace.trace['action/0'][0].changed_variables).toMatchObject({ doubled: 4 });
  expect(trace.trace['action/1'][0].result).toEqual({ choice: 0 });
  expect(trace.trace['action/2'][0].result).toEqual({ event: 'said', event_data: { doubled: 4 } });
  expect(trace.config.alias).toBe('Hall');
  const child = trace.trace['action/1/choose/0/sequence/0'][0].child_id;
  const [said] = await client.must({ type: 'trace/list', domain: 'script', item_id: 'say' });
  expect(child).toEqual({ domain: 'script', item_id: 'say', run_id: expect.any(String) });
  expect(said.script_execution).toBe('finished');
  const contexts = await client.must({ type: 'trace/contexts', domain: 'automation' });
  expect(contexts[trace.context.id]).toEqual({ domain: 'automation', item_id: 'hall', run_id: key.run_id });
  const [waiting] = await client.must({ type: 'trace/list', domain: 'automation', item_id: 'slow' });
  expect(waiting).toMatchObject({ state: 'running', last_step: 'action/0', script_execution: null });
  await hub.stop();

  const again = await startTestHub({}, folder);
  const other = await again.connect();
  expect(await other.must({ type: 'trace/get', ...key })).toEqual(trace);
  const [still] = await other.must({ type: 'trace/list', domain: 'automation', item_id: 'slow' });
  expect(still).toEqual(waiting);
  expect(await other.ask({ type: 'trace/get', ...key, run_id: 'x' })).toMatchObject({
    error: { code: 'not_found', message: 'The trace could not be found' },
  });
  await again.stop();
});

test('a run stops at a breakpoint, continues step by step, and freely without listeners', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'automations.yaml'), JSON.stringify(automations));
  const hub = await startTestHub({}, folder);
  const client = await hub.connect();
  const point = { domain: 'automation', item_id: 'hall', node: 'action/1' };
  expect(await client.ask({ type: 'trace/debug/breakpoint/set', ...point })).toMatchObject({
    error: { code: 'home_assistant_error', message: 'No breakpoint subscription' },
  });
  await client.must({ type: 'trace/debug/breakpoint/subscribe' });
  await client.must({ type: 'trace/debug/breakpoint/set', ...point });
  expect(await client.must({ type: 'trace/debug/breakpoint/list' })).toEqual([{ ...point, run_id: '*' }]);
  await client.must({ type: 'fire_event', event_type: 'go', event_data: { n: 1 } });
  const halt = (await client.event(({ event }) => event?.node === 'action/1')).event;
  const [stopped] = await client.must({ type: 'trace/list', domain: 'automation', item_id: 'hall' });
  expect(stopped).toMatchObject({ state: 'debugged', run_id: halt.run_id });
  const run = { domain: 'automation', item_id: 'hall', run_id: halt.run_id };
  await client.must({ type: 'trace/debug/step', ...run });
  await client.event(({ event }) => event?.node === 'action/2');
  await client.must({ type: 'trace/debug/continue', ...run });
  const [done] = await client.must({ type: 'trace/list', domain: 'automation', item_id: 'hall' });
  expect(done).toMatchObject({ state: 'stopped', script_execution: 'finished' });
  await hub.stop();
});

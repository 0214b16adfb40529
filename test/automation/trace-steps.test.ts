import { expect, test } from 'vitest';
import { fullAccess } from '../../src/core/access.ts';
import { newContext } from '../../src/core/context.ts';
import { automationHome } from '../support/automation-home.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

const go = [{ trigger: 'event', event_type: 'go' }];
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
};

type Told = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Runs actions once; returns the events they fired and the trace as JSON. */
async function run(actions: unknown, more: Record<string, unknown> = {}) {
  const home = await automationHome({ automations: [{ id: 'a', triggers: go, actions, ...more }] });
  home.fire('go');
  await settled();
  const long = JSON.parse(JSON.stringify(home.traces[0]?.long() ?? {}));
  const said = home.events.filter(({ type }) => type.startsWith('said_'));
  return { said, trace: long.trace as Told, outcome: long.script_execution as string };
}

const say = { event: 'said_so' };

test('a step with an invalid duration has the error, and the run is aborted', async () => {
  const { trace, outcome } = await run([{ delay: '{{ "x" }}' }]);
  expect(outcome).toBe('aborted');
  expect(trace['action/0']?.[0]?.error).toContain('"x"');
});

test('a stop with an error is recorded at each enclosing step', async () => {
  const { trace } = await run([{ sequence: [{ stop: 'Enough', error: true }] }]);
  expect(trace['action/0']?.[0]?.error).toBe('Enough');
  expect(trace['action/0/sequence/0']?.[0]?.error).toBe('Enough');
});

test('undefined names are recorded where they were used', async () => {
  const { trace } = await run([
    { variables: { a: '{{ nobody }}' } },
    { condition: 'template', value_template: '{{ true }}{{ nothing }}' },
    { event: 'said_so', event_data: { b: '{{ none_such }}' } },
  ]);
  expect(trace['action/0']?.[0]?.template_errors).toEqual(["'nobody' is undefined"]);
  expect(trace['action/1']?.[0]?.template_errors).toEqual(["'nothing' is undefined"]);
  expect(trace['action/2']?.[0]?.template_errors).toEqual(["'none_such' is undefined"]);
});

test('a template condition records the entities it read', async () => {
  const { trace } = await run([say], { conditions: "{{ is_state('light.a', 'on') }}" });
  expect(trace['condition/0']?.[0]?.result).toEqual({ result: false, entities: ['light.a'] });
});

test('a time condition records local times', async () => {
  const { trace } = await run([say], { conditions: { condition: 'time', after: '00:00:00' } });
  const result = trace['condition/0']?.[0]?.result;
  expect(result).toMatchObject({ result: true, after: '00:00:00', before: '23:59:59' });
});

test('a wait for triggers that are all disabled continues at once', async () => {
  const { said } = await run([
    { wait_for_trigger: [{ trigger: 'event', event_type: 'x', enabled: false }] },
    { event: 'said_so', event_data: { done: '{{ wait.completed }}' } },
  ]);
  expect(said.map(({ data }) => data)).toEqual([{ done: false }]);
});

test.each(cases<[string | number, boolean][]>('enabled'))(
  'a trigger, a condition and an action with enabled %j take part: %s',
  async (enabled, isPart) => {
    const trigger = await run([say], { triggers: [{ ...go[0], enabled }] });
    expect(trigger.said.length).toBe(isPart ? 1 : 0);
    const no = { condition: 'template', value_template: '{{ false }}', enabled };
    expect((await run([say], { conditions: [no] })).said.length).toBe(isPart ? 0 : 1);
    expect((await run([{ ...say, enabled }])).said.length).toBe(isPart ? 1 : 0);
  },
);

test.each(cases<[string, string[] | Record<string, unknown>[]][]>('invalid actions'))(
  '%s is refused',
  async (_name, actions) => {
    const home = await automationHome({ automations: [{ id: 'a', alias: 'A', triggers: go, actions }] });
    expect(home.states.get('automation.a')?.state).toBe('unavailable');
  },
);

test('an empty count is an error, a text ends the run', async () => {
  const counted = (count: string) => run([{ repeat: { count, sequence: [say] } }]);
  expect((await counted('{{ none }}')).outcome).toBe('error');
  expect((await counted('{{ "many" }}')).outcome).toBe('aborted');
});

test('run by its service, an automation has its trigger variables', async () => {
  const actions = [{ event: 'said_so', event_data: { q: '{{ q }}' } }];
  const home = await automationHome({
    automations: [{ id: 'a', alias: 'A', triggers: go, trigger_variables: { q: 3 }, actions }],
  });
  await home.automations.find('automation.a')?.automation?.trigger({}, true, newContext(0));
  expect(home.events.filter(({ type }) => type === 'said_so').map(({ data }) => data)).toEqual([{ q: 3 }]);
});

test('a script records each call, also one its mode rejects, and how long it waits', async () => {
  const home = await automationHome({ scripts: { s: { sequence: [{ delay: { milliseconds: 150 } }] } } });
  const script = home.scripts.find('script.s')?.script;
  for (let call = 0; call < 2; call += 1) script?.turnOn({}, newContext(0), fullAccess);
  expect(home.events.filter(({ type }) => type === 'script_started')).toHaveLength(2);
  expect(home.states.get('script.s')?.attributes).toMatchObject({
    current: 1,
    last_action: 'delay 0:00:00.150000',
  });
});

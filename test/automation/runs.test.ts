import { expect, test } from 'vitest';
import { MAX_HOPS } from '../../src/automation/runs/loops.ts';
import { fullAccess } from '../../src/core/access.ts';
import { newContext } from '../../src/core/context.ts';
import { automationHome } from '../support/automation-home.ts';

const go = [{ trigger: 'event', event_type: 'go' }];
const say = (name: string, data: Record<string, unknown> = {}) => ({
  event: `said_${name}`,
  event_data: data,
});

type Home = Awaited<ReturnType<typeof automationHome>>;

const said = (home: Home): string[] =>
  home.events.filter(({ type }) => type.startsWith('said_')).map(({ type }) => type.slice(5));
const outcomes = (home: Home): unknown[] => home.traces.map((trace) => trace.short().script_execution);
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
};

/** An `if` action with its `then`. */
const ifSo = (block: unknown): Record<string, unknown> =>
  Object.fromEntries([
    ['if', '{{ true }}'],
    ['then', block],
  ]);

/** Runs actions once, as an automation that an event sets off. */
async function run(actions: unknown, more: Record<string, unknown> = {}, scripts = {}): Promise<Home> {
  const home = await automationHome({ automations: [{ id: 'a', triggers: go, actions, ...more }], scripts });
  home.fire('go');
  await settled();
  return home;
}

test.each(['single', 'queued', 'restart', 'parallel'])(
  'an automation that triggers itself endlessly is stopped in mode %s and affects no other',
  async (mode) => {
    const home = await run([say('a'), { event: 'go' }, say('z')], { mode });
    for (let turn = 0; turn < 300; turn += 1) await settled();
    // Effects of an event start when the run that fired it pauses: each of these runs is complete.
    expect([...new Set(outcomes(home))].sort()).toEqual(['disallowed_recursion_detected', 'finished']);
    expect(said(home)).toEqual(Array.from({ length: MAX_HOPS }, () => ['a', 'z']).flat());
    expect(home.runs.running.size).toBe(0);
    home.fire('go');
    expect(said(home).at(-1)).toBe('z');
  },
);

test.each([
  ['single', ['a', 'z'], ['failed_single', 'finished']],
  ['restart', ['a', 'a', 'a', 'z'], ['cancelled', 'failed_conditions', 'finished']],
])(
  'a change that a call causes after a wait finds the run still active in mode %s',
  async (mode, words, ends) => {
    const automations = [
      {
        ...{ id: 'a', mode, triggers: [{ trigger: 'state', entity_id: 'input_number.n' }] },
        conditions: "{{ states('input_number.n') | int < 4 }}",
        actions: [say('a'), { delay: { milliseconds: 10 } }, { action: 'test.more' }, say('z')],
      },
    ];
    const home = await automationHome({
      automations,
      prepare: ({ home, states }) =>
        home.engine.register({
          ...{ domain: 'test', name: 'more', fields: {} },
          handle: (_fields, { context }) => {
            const number = Number(states.get('input_number.n')?.state) + 1;
            states.set('input_number.n', String(number), {}, { context });
          },
        }),
    });
    home.states.set('input_number.n', '1', {});
    for (let turn = 0; turn < 50; turn += 1) {
      home.clock.advance(5);
      await settled();
    }
    expect(said(home)).toEqual(words);
    expect([...new Set(outcomes(home))].sort()).toEqual(ends);
  },
);

test('two automations that trigger each other are stopped and named', async () => {
  const other = (from: string, to: string) => ({
    id: from,
    alias: from,
    triggers: [{ trigger: 'state', entity_id: `input_boolean.${from}` }],
    mode: 'queued',
    actions: [{ delay: { milliseconds: 5 } }, { event: 'flip', event_data: { to } }],
  });
  const home = await automationHome({ automations: [other('a', 'b'), other('b', 'a')] });
  home.bus.on('flip', ({ data, context }) => {
    const id = `input_boolean.${data.to}`;
    const next = home.states.get(id)?.state === 'on' ? 'off' : 'on';
    home.states.set(id, next, {}, { context });
  });
  home.states.set('input_boolean.a', 'on', {});
  for (let turn = 0; turn < 400; turn += 1) {
    home.clock.advance(5);
    await settled();
  }
  expect(home.lines.filter((line) => line.startsWith('error'))).toEqual([
    expect.stringMatching(/^error automation\.[ab] triggers itself endlessly/),
  ]);
});

test('a long while loop is logged and then ended, and the server stays responsive', async () => {
  const home = await automationHome({
    automations: [
      {
        id: 'a',
        triggers: go,
        actions: [{ repeat: { while: '{{ true }}', sequence: [{ variables: { n: 1 } }] } }],
      },
      { id: 'b', triggers: [{ trigger: 'event', event_type: 'other' }], actions: [say('b')] },
    ],
  });
  home.fire('go');
  home.fire('other');
  expect(said(home)).toEqual(['b']);
  for (let turn = 0; turn < 150; turn += 1) {
    home.clock.flush();
    await settled();
  }
  expect(outcomes(home)).toEqual(['finished', 'aborted']);
  expect(home.lines.filter((line) => line.includes('loop'))).toEqual([
    expect.stringMatching(/^warn The while loop at action\/0 has run 5000 times/),
    expect.stringMatching(/^error The while loop at action\/0 was stopped after 10000 rounds/),
  ]);
});

test('a wait of a thousand years is bounded, and ends when the automation is turned off', async () => {
  const home = await run([{ delay: { days: 365_000 } }, say('never')]);
  home.clock.advance(86_400_000);
  expect(home.runs.running.size).toBe(1);
  home.automations.find('automation.automation_0')?.automation?.runner.cancel();
  expect(home.runs.running.size).toBe(0);
  expect(outcomes(home)).toEqual(['cancelled']);
});

test('the variable wait stays in its branch, other variables are visible outside', async () => {
  const home = await run([
    {
      parallel: [
        [{ wait_template: '{{ true }}' }, { variables: { one: '{{ wait.completed }}' } }],
        [{ variables: { two: '{{ wait is defined }}' } }],
      ],
    },
    say('end', { one: '{{ one }}', two: '{{ two }}', wait: '{{ wait is defined }}' }),
  ]);
  expect(home.events.find(({ type }) => type === 'said_end')?.data).toEqual({
    one: true,
    two: false,
    wait: false,
  });
});

test('a failing template ends the run with the error in its trace, and affects nothing else', async () => {
  const home = await run([say('a'), { variables: { x: '{{ 1 / 0 }}' } }, say('never')]);
  expect(said(home)).toEqual(['a']);
  const trace: { error: string; trace: Record<string, { error?: string }[]> } = JSON.parse(
    JSON.stringify(home.traces[0]?.long()),
  );
  expect(trace.error).toContain('ZeroDivisionError');
  expect(trace.trace['action/1']?.[0]?.error).toContain('ZeroDivisionError');
});

test('a branch that fails lets the others finish, then the failure counts', async () => {
  const home = await run([
    { parallel: [{ variables: { x: '{{ 1 / 0 }}' } }, [{ delay: 1 }, say('other')]] },
    say('never'),
  ]);
  home.clock.advance(1000);
  await settled();
  expect(said(home)).toEqual(['other']);
  expect(outcomes(home)).toEqual(['error']);
});

test('a stop inside of branches ends the whole run, and a script that is stopped does not end its caller', async () => {
  const home = await run(
    [{ action: 'script.inner' }, say('after'), { parallel: [{ stop: 'here' }, say('beside')] }, say('never')],
    {},
    { inner: { sequence: [ifSo({ stop: 'inner' }), say('never')] } },
  );
  expect(said(home)).toEqual(['after', 'beside']);
  expect(outcomes(home)).toEqual(['finished', 'finished']);
});

test('a script call that would wait for itself is rejected, and the caller continues', async () => {
  const home = await run(
    [{ action: 'script.self' }, say('end')],
    {},
    {
      self: { mode: 'queued', sequence: [say('in'), { action: 'script.self' }, say('out')] },
    },
  );
  expect(said(home)).toEqual(['in', 'out', 'end']);
  expect(outcomes(home)).toEqual(['disallowed_recursion_detected', 'finished', 'finished']);
});

test('the run of a script ends with the run whose step waits for it', async () => {
  const home = await run(
    [{ action: 'script.slow' }],
    {},
    { slow: { sequence: [{ delay: 60 }, say('never')] } },
  );
  home.automations.find('automation.automation_0')?.automation?.runner.cancel();
  expect(outcomes(home)).toEqual(['cancelled', 'cancelled']);
  home.clock.advance(60_000);
  expect(said(home)).toEqual([]);
});

test('only broken items are unavailable, and their location is logged', async () => {
  const home = await automationHome({
    automations: [
      { id: 'bad', alias: 'Bad', triggers: go, actions: [ifSo([{ delay: 'soon' }])] },
      { id: 'good', alias: 'Good', triggers: go, actions: [say('good')] },
    ],
    scripts: { worse: { sequence: [{ nonsense: 1 }] }, fine: { sequence: [] } },
  });
  expect(home.states.get('automation.bad')).toMatchObject({
    state: 'unavailable',
    attributes: { id: 'bad', error: expect.stringMatching(/^automations\.yaml:1 actions 0 then 0 delay: /) },
  });
  expect(home.states.get('script.worse')).toMatchObject({
    state: 'unavailable',
    attributes: { error: expect.stringMatching(/^scripts\.yaml:1 sequence 0: Unable to determine action/) },
  });
  home.fire('go');
  expect(said(home)).toEqual(['good']);
});

test('a reload keeps unchanged items running, adds new ones and removes others', async () => {
  const slow = { id: 'slow', alias: 'Slow', triggers: go, actions: [{ delay: 10 }, say('slow')] };
  const home = await automationHome({
    automations: [slow, { id: 'old', alias: 'Old', triggers: go, actions: [{ delay: 10 }, say('old')] }],
  });
  home.fire('go');
  const [first] = home.items.automations;
  if (first !== undefined) home.items.automations.splice(0, 2, { ...first, place: 'automations.yaml:9' });
  await home.automations.reload();
  expect(home.states.get('automation.old')).toBeUndefined();
  home.clock.advance(10_000);
  await settled();
  expect(said(home)).toEqual(['slow']);
  expect(home.events.map(({ type }) => type)).toContain('automation_reloaded');
});

test('a failing device is skipped with continue_on_error, an unknown service is not', async () => {
  const home = await automationHome({
    automations: [
      { id: 'a', triggers: go, actions: [{ action: 'test.fail', continue_on_error: true }, say('a')] },
      { id: 'b', triggers: go, actions: [{ action: 'test.nothing', continue_on_error: true }, say('b')] },
      {
        id: 'c',
        triggers: go,
        actions: [{ action: 'light.turn_on', target: { entity_id: 'light.nobody' } }, say('c')],
      },
    ],
    prepare: ({ home }) =>
      home.engine.register({
        ...{ domain: 'test', name: 'fail', fields: {} },
        handle: async () => {
          const { HubError } = await import('../../src/core/errors.ts');
          throw new HubError('home_assistant_error', 'The device is out of reach');
        },
      }),
  });
  home.fire('go');
  await settled();
  expect(said(home).sort()).toEqual(['a', 'c']);
  expect(home.traces.map((trace) => trace.short().error)).toContain('Action test.nothing not found');
});

test('a script called by a limited caller has the permissions of the caller', async () => {
  const home = await automationHome({
    scripts: {
      any: { sequence: [{ action: 'test.who' }, say('seen', { s: "{{ states('light.secret') }}" })] },
    },
    prepare: ({ home }) =>
      home.engine.register({
        ...{ domain: 'test', name: 'who', fields: {} },
        handle: (_fields, { access }) => {
          who.push(access.userId);
        },
      }),
  });
  const who: (string | null)[] = [];
  home.states.set('light.secret', 'on', {});
  const limited = {
    ...{ userId: 'guest', isAdmin: false, may: (_action: string, id?: string) => id !== 'light.secret' },
    mayRead: (id: string) => id !== 'light.secret',
  };
  const call = { domain: 'script', service: 'any', data: {} };
  await home.home.engine.execute({ ...call, access: limited, context: newContext(1, 'guest') });
  await home.home.engine.execute({ ...call, access: fullAccess, context: newContext(1) });
  expect(who).toEqual(['guest', null]);
  expect(home.events.filter(({ type }) => type === 'said_seen').map(({ data }) => data.s)).toEqual([
    'unknown',
    'on',
  ]);
});

import { expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { automationHome, temporaryDatabase } from '../support/automation-home.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { seeds } from '../support/thoroughness.ts';

const effect = (name: unknown) => ({ action: 'test.effect', data: { name } });

const automations = [
  {
    id: 'all',
    triggers: [{ trigger: 'event', event_type: 'go' }],
    variables: { pairs: '{{ (1, 2.0) }}' },
    actions: [
      effect('a'),
      { delay: 10 },
      effect('b {{ pairs }}'),
      { repeat: { count: 2, sequence: [effect('r{{ repeat.index }}'), { delay: 5 }] } },
      {
        if: '{{ pairs[1] == 2 }}',
        // biome-ignore lint/suspicious/noThenProperty: Home Assistant's keyword
        then: [{ variables: { first: '{{ pairs[0] }}' } }, { delay: 3 }, effect('t{{ first }}')],
        else: [effect('wrong')],
      },
      {
        parallel: [
          [{ delay: 4 }, effect('p1')],
          [{ delay: 2 }, effect('p2'), { delay: 4 }, effect('p3')],
        ],
      },
      { action: 'script.slow', data: { who: 's' }, response_variable: 'answer' },
      effect('{{ answer.said }}'),
      { wait_template: '{{ false }}', timeout: 5 },
      {
        choose: [{ conditions: '{{ wait.completed }}', sequence: [effect('wrong')] }],
        default: [effect('c')],
      },
    ],
  },
];
const scripts = {
  slow: {
    sequence: [
      effect('{{ who }}1'),
      { delay: 6 },
      effect('{{ who }}2'),
      { variables: { r: { said: '{{ who }}3' } } },
      { stop: '', response_variable: 'r' },
    ],
  },
};

/** Counts effects until the simulated process dies. */
class Life {
  readonly effects: string[] = [];
  private left: number;

  constructor(length: number) {
    this.left = length;
  }

  get isOver(): boolean {
    return this.left <= 0;
  }

  /** Whether the process survives one more effect. */
  lives(): boolean {
    this.left -= 1;
    return this.left >= 0;
  }
}

async function live(database: Database, life: Life, clock: FakeClock, begins: boolean) {
  const mortal: Pick<Database, 'write' | 'query'> = {
    query: (sql, params) => database.query(sql, params),
    write: (statements) => (life.lives() ? database.write(statements) : new Promise(() => {})),
  };
  const home = await automationHome({
    ...{ automations, scripts, clock, database: mortal },
    prepare: ({ home }) =>
      home.engine.register({
        ...{ domain: 'test', name: 'effect', fields: {}, passesExtraKeys: true },
        handle: (_fields, { data }) => {
          if (life.lives()) life.effects.push(String(data.name));
        },
      }),
  });
  if (begins) home.fire('go');
  for (let second = 0; second < 60 && !life.isOver; second += 1) {
    // Writes go to another thread: what waits for them runs before the clock advances.
    for (let turn = 0; turn < 6; turn += 1) {
      await database.query('SELECT 1');
      await new Promise((done) => setImmediate(done));
    }
    if (!life.isOver) clock.advance(1000);
  }
  return home;
}

const whole = ['a', 'b (1, 2.0)', 'r1', 'r2', 't1', 'p2', 'p1', 'p3', 's1', 's2', 's3', 'c'];

test('an undisturbed run does all of it', async () => {
  const database = await temporaryDatabase();
  const life = new Life(10_000);
  const home = await live(database, life, new FakeClock(), true);
  expect(life.effects).toEqual(whole);
  expect(home.traces.map((trace) => trace.short().script_execution)).toEqual(['finished', 'finished']);
  expect(await database.query('SELECT id FROM runs')).toEqual([]);
  await database.close();
});

test('wherever the process dies, what is left is done once, or the run ends and names the step that had begun', {
  timeout: 120_000,
}, async () => {
  let interrupted = 0;
  let finished = 0;
  for (let length = 2; length < 60; length += seeds(2, 1)) {
    const database = await temporaryDatabase();
    const clock = new FakeClock();
    const life = new Life(length);
    await live(database, life, clock, true);
    const after = new Life(10_000);
    const home = await live(database, after, clock, false);
    const outcome = home.traces.map((trace) => trace.short()).find(({ domain }) => domain === 'automation');
    const effects = [...life.effects, ...after.effects];
    expect(new Set(effects).size, `death after ${length}`).toBe(effects.length);
    if (outcome?.script_execution === 'interrupted') {
      interrupted += 1;
      expect(outcome.error).toMatch(/^Step \S+ \(\S+\)(?:: Step \S+ \(\S+\))? had begun/);
      expect(whole.filter((one) => effects.includes(one)).sort()).toEqual([...effects].sort());
    } else if (outcome !== undefined || effects.length > 1) {
      finished += 1;
      expect([...effects].sort(), `death after ${length}`).toEqual([...whole].sort());
    }
    expect(await database.query('SELECT id FROM runs')).toEqual([]);
    await database.close();
  }
  expect(interrupted).toBeGreaterThan(5);
  expect(finished).toBeGreaterThan(5);
});

import { expect, test } from 'vitest';
import { type GraphStep, graphOf } from '../../web/pages/settings/automations/trace-graph.ts';
import { timelineOf } from '../../web/pages/settings/automations/trace-timeline.ts';
import type { LongTrace, TraceStep } from '../../web/server/items.ts';

const START = Date.UTC(2026, 2, 1, 12);
const at = (path: string, seconds: number, more: Partial<TraceStep> = {}): [string, TraceStep[]] => [
  path,
  [{ path, timestamp: new Date(START + seconds * 1000).toISOString(), duration: 0, ...more }],
];

const CONFIG = {
  trigger: [
    { trigger: 'event', event_type: 'go' },
    { trigger: 'time', at: '07:00' },
  ],
  condition: '{{ true }}',
  action: [
    {
      choose: [
        { conditions: '{{ false }}', sequence: { delay: 1 } },
        { alias: 'Night', conditions: '{{ true }}', sequence: [{ event: 'night' }] },
      ],
      default: [{ event: 'day' }],
    },
    // biome-ignore lint/suspicious/noThenProperty: a key of actions
    { if: '{{ true }}', then: [{ delay: 60 }], else: null },
    { parallel: [{ sequence: [{ event: 'a' }] }, { event: 'b' }] },
    { repeat: { count: 2, sequence: [{ event: 'c' }] } },
  ],
};

const TRACE: LongTrace = {
  run_id: 'one',
  state: 'running',
  script_execution: null,
  last_step: 'action/1/then/0',
  timestamp: { start: new Date(START).toISOString(), finish: null },
  config: CONFIG,
  trace: Object.fromEntries([
    at('trigger/1', 0),
    at('condition/0', 0, { result: { result: true } }),
    at('action/0', 1, { error: 'Unknown action' }),
    at('action/0/choose/1/sequence/0', 1, { duration: 0.5 }),
    at('action/1', 2),
    at('action/1/then/0', 2),
  ]),
};

test('a run is a graph of its triggers, conditions and actions with the branches it took', () => {
  const [triggers, conditions, actions] = graphOf(TRACE);
  const moods = (steps: readonly GraphStep[] = []) => steps.map(({ path, mood }) => [path, mood]);
  expect(moods(triggers?.steps)).toEqual([
    ['trigger/0', 'skipped'],
    ['trigger/1', 'done'],
  ]);
  expect(moods(conditions?.steps)).toEqual([['condition/0', 'done']]);
  expect(moods(actions?.steps)).toEqual([
    ['action/0', 'failed'],
    ['action/1', 'running'],
    ['action/2', 'skipped'],
    ['action/3', 'skipped'],
  ]);
  const branches = actions?.steps.map((step) =>
    step.branches.map(({ label, isTaken, steps }) => [
      typeof label === 'string' ? label : `${label.key} ${label.number}`,
      isTaken,
      ...steps.map(({ path }) => path),
    ]),
  );
  expect(branches).toEqual([
    [
      ['option 1', false, 'action/0/choose/0/sequence/0'],
      ['Night', true, 'action/0/choose/1/sequence/0'],
      ['otherwise 1', false, 'action/0/default/0'],
    ],
    [
      ['then 1', true, 'action/1/then/0'],
      ['otherwise 1', false],
    ],
    [
      ['beside 1', false, 'action/2/parallel/0/sequence/0'],
      ['beside 2', false, 'action/2/parallel/1/sequence/0'],
    ],
    [['repeated 1', false, 'action/3/repeat/sequence/0']],
  ]);
});

test('a run on a time axis shows the step it is at as open', () => {
  const { bars, length } = timelineOf(TRACE, START + 10_000);
  expect(length).toBe(10);
  expect(bars.map(({ path, start, duration, failed }) => [path, start, duration, failed])).toEqual([
    ['trigger/1', 0, 0, false],
    ['condition/0', 0, 0, false],
    ['action/0', 1, 0, true],
    ['action/0/choose/1/sequence/0', 1, 0.5, false],
    ['action/1', 2, 0, false],
    ['action/1/then/0', 2, undefined, false],
  ]);
});

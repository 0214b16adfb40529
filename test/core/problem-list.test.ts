import { expect, it } from 'vitest';
import { problemsIn } from '../../src/core/problem-list.ts';

const LOG = `2026-03-08 10:00:00.000 WARN mqtt: The broker is away url=mqtt://a
2026-03-08 10:01:00.000 ERROR automation.hall: Failed error="Error: x"
    at run (file.js:1)
2026-03-08 10:02:00.000 WARN mqtt: The broker is away url=mqtt://b
not a line of the log
`;

it('lists the problems of a log, newest first, the same ones once', () => {
  expect(problemsIn(LOG, 0)).toEqual([
    {
      ...{ name: 'mqtt', level: 'WARNING', source: ['mqtt', 0], count: 2 },
      message: ['The broker is away url=mqtt://a', 'The broker is away url=mqtt://b'],
      timestamp: Date.UTC(2026, 2, 8, 10, 2) / 1000,
      first_occurred: Date.UTC(2026, 2, 8, 10) / 1000,
      exception: 'not a line of the log\n',
    },
    {
      ...{ name: 'automation.hall', level: 'ERROR', source: ['automation.hall', 0], count: 1 },
      message: ['Failed error="Error: x"'],
      timestamp: Date.UTC(2026, 2, 8, 10, 1) / 1000,
      first_occurred: Date.UTC(2026, 2, 8, 10, 1) / 1000,
      exception: '    at run (file.js:1)\n',
    },
  ]);
  expect(problemsIn(LOG, Date.UTC(2026, 2, 8, 10, 2))).toHaveLength(1);
  expect(problemsIn('', 0)).toEqual([]);
});

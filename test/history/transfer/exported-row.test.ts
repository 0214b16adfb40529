import { expect, test } from 'vitest';
import { exportedRow } from '../../../src/history/transfer/exported-row.ts';

const AT = Date.parse('2026-11-20T12:00:00.250Z');
const PARENT = { id: 'a', parent_id: 'b', user_id: null };

function stateCell(state: string | null): string {
  const sample = { at: AT, changedAt: AT, state, attributes: '{}', context: null };
  return exportedRow('csv', 'sensor.a', sample).slice('sensor.a,'.length).split(',{}')[0] ?? '';
}

test('cells that a spreadsheet would run are made harmless, and numbers stay numbers', () => {
  const cells = ['=1+1', '+x', '-x', '@a', '\tx', '-5.20', '+5', '-.5e3', '-5-3', "'x", 'on'].map(stateCell);
  expect(cells).toEqual(["'=1+1", "'+x", "'-x", "'@a", "'\tx", '-5.20', '+5', '-.5e3', "'-5-3", "''x", 'on']);
});

test('cells are quoted where needed; null is empty, the empty text is quoted', () => {
  expect(['a,b', 'say "x"', 'a\nb', '=a,b', '', null].map(stateCell)).toEqual([
    ...['"a,b"', '"say ""x"""', '"a\nb"', '"\'=a,b"', '""', ''],
  ]);
});

test('a JSON line has the same columns', () => {
  const sample = { at: AT, changedAt: AT - 250, state: '=é', attributes: '{"a":1}', context: PARENT };
  const line = exportedRow('jsonl', 'sensor.a', sample);
  expect(JSON.parse(line)).toEqual({
    ...{ entity_id: 'sensor.a', state: '=é', attributes: { a: 1 } },
    last_changed: '2026-11-20T12:00:00.000000+00:00',
    last_updated: '2026-11-20T12:00:00.250000+00:00',
    ...{ context_id: 'a', context_parent_id: 'b', context_user_id: null },
  });
});

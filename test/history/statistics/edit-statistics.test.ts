import { beforeEach, describe, expect, it } from 'vitest';
import type { StatisticsEditor } from '../../../src/history/statistics/edit-statistics.ts';
import {
  adjustSum,
  changeUnit,
  clearStatistics,
  updateMetadata,
} from '../../../src/history/statistics/edit-statistics.ts';
import {
  importStatistics,
  type StatisticsImport,
} from '../../../src/history/statistics/import-statistics.ts';
import { repairStatistic } from '../../../src/history/statistics/repair-statistic.ts';
import type { StatisticRow } from '../../../src/history/statistics/statistic.ts';
import { toRows } from '../../../src/history/statistics/statistic-columns.ts';
import { UndoableChanges } from '../../../src/history/statistics/undoable-changes.ts';
import { ENERGY, FIVE_MINUTES, HOUR, OpenedStatistics, rowAt, TEMPERATURE } from './opened-statistics.ts';

const MARCH = Date.UTC(2026, 2, 1);
const AT = Date.UTC(2026, 3, 1);
const METER = 'sensor.meter';

describe('changes of statistics', () => {
  let opened: OpenedStatistics;
  let editor: StatisticsEditor;
  const rows = (term: 'hour' | '5minute' = 'hour', name = METER): StatisticRow[] => {
    const series = editor.store.series('statistic', name);
    if (series === undefined) return [];
    return toRows(editor.store.read(series, { term, from: -Infinity, to: Infinity }));
  };
  const compile = (at: number, values: Partial<StatisticRow>) =>
    editor.store.append([{ kind: 'statistic', name: METER, term: 'hour', rows: [rowAt(at, values)] }]);
  const edit = (of: OpenedStatistics): StatisticsEditor => ({
    store: of.store,
    changes: new UndoableChanges(of.store),
  });
  const undoNewest = () => editor.changes.undo(editor.changes.list(1)[0]?.id ?? 0);
  const given = (more: Partial<StatisticsImport>): StatisticsImport => ({
    ...{ statisticId: METER, source: 'recorder', name: null, unit: 'kWh', unitClass: 'energy' },
    ...{ meanType: 0, hasSum: true, rows: [] },
    ...more,
  });

  beforeEach(() => {
    opened = new OpenedStatistics();
    editor = edit(opened);
    const hours = Array.from({ length: 1000 }, (_, hour) =>
      rowAt(MARCH + hour * HOUR, { sum: hour / 10, state: hour / 10 }),
    );
    const short = Array.from({ length: 12 }, (_, five) =>
      rowAt(MARCH + five * FIVE_MINUTES, { sum: five / 100 }),
    );
    editor.store.append(
      [
        { kind: 'statistic', name: METER, term: 'hour', rows: hours },
        { kind: 'statistic', name: METER, term: '5minute', rows: short },
      ],
      new Map([[METER, ENERGY]]),
    );
  });

  it('import rows, which replace hours whole, and survive a restart', () => {
    const imported = [
      { ...rowAt(MARCH, { sum: 7 }) },
      { ...rowAt(MARCH, { sum: 8 }) },
      { ...rowAt(MARCH - 40 * 24 * HOUR, { sum: 9, lastReset: 5 }) },
    ];
    importStatistics(editor.changes, given({ rows: imported, name: 'Meter' }), AT);
    editor = edit({ ...opened, store: opened.reopen() } as OpenedStatistics);
    expect(rows().slice(0, 3)).toEqual([
      rowAt(MARCH - 40 * 24 * HOUR, { sum: 9, lastReset: 5 }),
      rowAt(MARCH, { sum: 8 }),
      rowAt(MARCH + HOUR, { sum: 0.1, state: 0.1 }),
    ]);
    expect(editor.store.series('statistic', METER)?.metadata.name).toBe('Meter');
  });

  it.each<[string, Partial<StatisticsImport>]>([
    ['an id without source', { statisticId: 'nothing' }],
    ['an id in upper case', { statisticId: 'golden:Upper', source: 'golden' }],
    ['two underscores', { statisticId: 'golden:a__b', source: 'golden' }],
    ['two colons', { statisticId: 'golden:a:b', source: 'golden' }],
    ['another source', { statisticId: 'golden:a', source: 'silver' }],
    ['the own source for another id', { statisticId: 'recorder:a', source: 'recorder' }],
    ['another source for an entity', { source: 'golden' }],
    ['a long source', { statisticId: `${'a'.repeat(33)}:b`, source: 'a'.repeat(33) }],
    ['a class that does not exist', { unitClass: 'love' }],
    ['a unit of another class', { unit: 'W' }],
  ])('refuse an import with %s', (_what, more) => {
    expect(() => importStatistics(editor.changes, given(more), AT)).toThrow(
      expect.objectContaining({ code: 'home_assistant_error' }),
    );
  });

  it('take the class of the unit where none is given', () => {
    const classOf = (unit: string | null) => {
      importStatistics(
        editor.changes,
        given({ statisticId: 'a:b', source: 'a', unit, unitClass: undefined }),
        AT,
      );
      return editor.store.series('statistic', 'a:b')?.metadata.unitClass;
    };
    expect(['%', 'W', 'cats', null].map(classOf)).toEqual(['unitless', 'power', null, 'unitless']);
  });

  it('adjust sums from a time on, hours from their full hour', () => {
    const start = MARCH + 7 * FIVE_MINUTES;
    adjustSum(editor, { statisticId: METER, start, adjustment: 500, unit: 'Wh' }, AT);
    expect(rows('5minute')[6]?.sum).toBe(0.06);
    expect(rows('5minute')[7]?.sum).toBeCloseTo(0.57, 12);
    expect(rows()[0]?.sum).toBe(0.5);
    expect(rows()[999]?.sum).toBeCloseTo(100.4, 9);
    expect(() => adjustSum(editor, { statisticId: METER, start, adjustment: 1, unit: 'W' }, AT)).toThrow(
      'convert',
    );
    expect(() => adjustSum(editor, { statisticId: METER, start, adjustment: 1, unit: null }, AT)).toThrow(
      'convert',
    );
    expect(() => adjustSum(editor, { statisticId: 'a:b', start, adjustment: 1, unit: null }, AT)).toThrow(
      'Unknown',
    );
  });

  it('take an adjustment of a temperature as a difference', () => {
    editor.store.append(
      [{ kind: 'statistic', name: 'sensor.t', term: 'hour', rows: [rowAt(MARCH, { sum: 1 })] }],
      new Map([['sensor.t', TEMPERATURE]]),
    );
    adjustSum(editor, { statisticId: 'sensor.t', start: 0, adjustment: 18, unit: '°F' }, AT);
    expect(rows('hour', 'sensor.t')[0]?.sum).toBeCloseTo(11, 12);
  });

  it('are undone exactly, and rows compiled since follow', () => {
    const before = rows();
    adjustSum(editor, { statisticId: METER, start: MARCH, adjustment: 0.1, unit: 'kWh' }, AT);
    compile(MARCH + 1000 * HOUR, { sum: 100.1 });
    compile(MARCH + 1500 * HOUR, { sum: 150.1 });
    undoNewest();
    expect(rows().slice(0, 1000)).toEqual(before);
    expect(rows()[1000]?.sum).toBeCloseTo(100, 9);
    expect(rows()[1001]?.sum).toBeCloseTo(150, 9);
    expect(editor.changes.list(10)).toEqual([]);
  });

  it('of units convert all values, and back', () => {
    const before = [rows(), rows('5minute')];
    changeUnit(editor, { statisticId: METER, from: 'kWh', to: 'Wh' }, AT);
    expect(rows()[10]).toEqual(rowAt(MARCH + 10 * HOUR, { sum: 1000, state: 1000 }));
    expect(rows('5minute')[1]?.sum).toBe(10);
    expect(editor.store.series('statistic', METER)?.metadata).toEqual({ ...ENERGY, unit: 'Wh' });
    compile(MARCH + 1500 * HOUR, { sum: 150_000 });
    undoNewest();
    expect([rows().slice(0, 1000), rows('5minute')]).toEqual(before);
    expect(rows()[1000]?.sum).toBeCloseTo(150, 9);
    expect(editor.store.series('statistic', METER)?.metadata).toEqual(ENERGY);
  });

  it('of units leave other units and sources alone', () => {
    const before = rows();
    changeUnit(editor, { statisticId: METER, from: 'MWh', to: 'Wh' }, AT);
    changeUnit(editor, { statisticId: METER, from: 'kWh', to: 'kWh' }, AT);
    expect(rows()).toEqual(before);
    expect(editor.changes.list(10)).toEqual([]);
    expect(() => changeUnit(editor, { statisticId: METER, from: 'kWh', to: 'W' }, AT)).toThrow(
      "Can't convert kWh to W",
    );
    expect(() => changeUnit(editor, { statisticId: 'sensor.x', from: 'kWh', to: 'Wh' }, AT)).toThrow(
      'No metadata',
    );
  });

  it('of metadata name another unit for the same values', () => {
    const before = rows();
    const given = { statisticId: METER, unit: 'm³', unitClass: undefined };
    updateMetadata(editor, given, AT);
    updateMetadata(editor, { ...given, statisticId: 'a:b' }, AT);
    expect(editor.store.series('statistic', METER)?.metadata).toMatchObject({
      unit: 'm³',
      unitClass: 'volume',
    });
    expect(rows()).toEqual(before);
    undoNewest();
    expect(editor.store.series('statistic', METER)?.metadata).toEqual(ENERGY);
    expect(() => updateMetadata(editor, { ...given, unitClass: 'energy' }, AT)).toThrow('Unsupported');
  });

  it('clear the rows that overlap a range, or everything, and restore them', () => {
    const before = [rows(), rows('5minute')];
    const range = { start: MARCH + HOUR / 2, end: MARCH + 2 * HOUR };
    clearStatistics(editor, { statisticIds: [METER, 'a:b'], range }, AT);
    expect(rows()[0]?.start).toBe(MARCH + 2 * HOUR);
    expect(rows('5minute')).toHaveLength(6);
    undoNewest();
    expect([rows(), rows('5minute')]).toEqual(before);
    clearStatistics(editor, { statisticIds: [METER], range: null }, AT);
    expect(editor.store.series('statistic', METER)).toBeUndefined();
    expect(opened.connection.value('SELECT count(*) FROM series_blocks')).toBe(0);
    undoNewest();
    expect([rows(), rows('5minute')]).toEqual(before);
  });

  it('of new statistics are undone to nothing', () => {
    importStatistics(
      editor.changes,
      given({ statisticId: 'a:b', source: 'a', rows: [rowAt(MARCH, { sum: 1 })] }),
      AT,
    );
    undoNewest();
    expect(editor.store.series('statistic', 'a:b')).toBeUndefined();
  });

  it('repair a spike in hours and five minutes together, and undo it', () => {
    const before = [rows(), rows('5minute')];
    const repair = { statisticId: METER, value: null, change: null };
    repairStatistic(
      editor,
      { ...repair, term: '5minute', start: MARCH + 5 * FIVE_MINUTES, change: 3.01 },
      AT,
    );
    expect(
      rows('5minute')
        .map(({ sum }) => sum?.toFixed(2))
        .slice(4, 7),
    ).toEqual(['0.04', '3.05', '3.06']);
    expect(
      rows()
        .slice(0, 2)
        .map(({ sum }) => sum),
    ).toEqual([3, 3.1]);
    undoNewest();
    expect([rows(), rows('5minute')]).toEqual(before);
    repairStatistic(editor, { ...repair, term: 'hour', start: MARCH + 7 * HOUR, change: 5.1 }, AT);
    expect(
      rows()
        .slice(6, 9)
        .map(({ sum }) => sum?.toFixed(1)),
    ).toEqual(['0.6', '5.7', '5.8']);
    undoNewest();
    repairStatistic(editor, { ...repair, term: 'hour', start: MARCH + 999 * HOUR, value: 4, change: 0 }, AT);
    expect(rows()[999]).toMatchObject({ mean: 4, sum: rows()[998]?.sum });
    undoNewest();
    repairStatistic(editor, { ...repair, term: 'hour', start: MARCH, value: 4 }, AT);
    expect(rows()[0]).toEqual(rowAt(MARCH, { sum: 0, state: 0, mean: 4, min: 4, max: 4 }));
    expect(rows('5minute').every(({ mean, min, max }) => mean === 4 && min === 4 && max === 4)).toBe(true);
    undoNewest();
    expect([rows(), rows('5minute')]).toEqual(before);
    expect(() => repairStatistic(editor, { ...repair, term: 'hour', start: 1 }, AT)).toThrow('no row');
  });

  it('compile the hour of a repaired five-minute row again', () => {
    const of = (index: number, mean: number) =>
      rowAt(MARCH + index * FIVE_MINUTES, { mean, min: mean - 1, max: mean + 1 });
    editor.store.append(
      [
        { kind: 'statistic', name: 'sensor.t', term: '5minute', rows: [of(0, 10), of(1, 900), of(2, 20)] },
        {
          kind: 'statistic',
          name: 'sensor.t',
          term: 'hour',
          rows: [rowAt(MARCH, { mean: 310, min: 9, max: 901 })],
        },
      ],
      new Map([['sensor.t', TEMPERATURE]]),
    );
    const repair = { statisticId: 'sensor.t', value: 15, change: null };
    repairStatistic(editor, { ...repair, term: '5minute', start: MARCH + FIVE_MINUTES }, AT);
    expect(rows('hour', 'sensor.t')).toEqual([rowAt(MARCH, { mean: 15, min: 9, max: 21 })]);
    undoNewest();
    expect(rows('hour', 'sensor.t')[0]?.max).toBe(901);
  });

  it('are undone in order and forgotten after a time', () => {
    adjustSum(editor, { statisticId: METER, start: 0, adjustment: 1, unit: 'kWh' }, AT);
    adjustSum(editor, { statisticId: METER, start: 0, adjustment: 1, unit: 'kWh' }, AT + 1);
    const [second, first] = editor.changes.list(10);
    expect(second).toEqual({ id: 2, at: AT + 1, kind: 'adjust', statisticId: METER });
    expect(() => editor.changes.undo(first?.id ?? 0)).toThrow('newer');
    expect(() => editor.changes.undo(99)).toThrow('no change');
    expect(editor.changes.forgetBefore(AT + 1)).toBe(1);
    editor.changes.undo(2);
    expect(editor.changes.list(10)).toEqual([]);
  });

  it('are all there or not at all', () => {
    const before = rows();
    expect(() =>
      editor.changes.record({ at: AT, kind: 'repair', statisticId: METER }, (change) => {
        change.shift(['sum'], { factor: 1, offset: 1 }, { hour: 0, '5minute': 0 });
        throw new Error('stopped');
      }),
    ).toThrow('stopped');
    expect(rows()).toEqual(before);
    expect(editor.changes.list(10)).toEqual([]);
  });
});

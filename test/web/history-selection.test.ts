import { describe, expect, it } from 'vitest';
import { queryOf, selectionOf } from '../../web/pages/history/history-selection.ts';
import { type HomeIndex, knownSelection } from '../../web/pages/history/known-selection.ts';
import { SPANS } from '../../web/parts/plot/plot-range.ts';

const NOW = Date.UTC(2026, 5, 15, 12);

describe('the address of the history page', () => {
  it.each([
    '',
    '?area_id=kitchen&entity_id=light.desk,sensor.attic',
    '?label_id=heating&last=604800',
    '?entity_id=sensor.attic&start_date=2026-06-01T00:00:00.000Z&end_date=2026-06-02T00:00:00.000Z',
  ])('%s says the same after it was read', (query) => {
    expect(queryOf(selectionOf(query, NOW))).toBe(query);
  });

  it.each([
    '?last=-5',
    '?last=1e99',
    '?last=soon',
    '?start_date=never',
    '?start_date=2099-01-01',
    '?entity_id=,,',
  ])('%s shows nothing of the last day', (query) => {
    const { items, range } = selectionOf(query, NOW);
    expect(items).toEqual([]);
    expect(range).toEqual({ from: NOW - SPANS.day, to: NOW, isLive: true });
  });
});

describe('a selection', () => {
  const entry = (area_id: string | null, more: object = {}) => ({
    ...{ area_id, labels: [], category: null, isHidden: false },
    ...more,
  });
  const entries = new Map<string, object>([
    ['sensor.oven', entry('kitchen', { labels: ['hot'] })],
    ['sensor.signal', entry('kitchen', { category: 'diagnostic' })],
    ['light.hidden', entry('kitchen', { isHidden: true })],
    ['button.restart', entry('kitchen')],
    ['sensor.attic', entry(null)],
  ]);
  const areas = new Map([['kitchen', { area_id: 'kitchen', floor_id: null }]]);
  const home = {
    places: { areas, entries, devices: new Map(), floors: new Map(), labels: new Map([['hot', {}]]) },
    all: () => [...entries.keys()].map((entity_id) => ({ entity_id })),
    entity: (id: string) => (entries.has(id) ? {} : undefined),
    areaOf: (id: string) => areas.get((entries.get(id) as { area_id: string }).area_id),
    deviceOf: () => undefined,
  } as unknown as HomeIndex;

  const isPlotted = (id: string): boolean => !id.startsWith('button.');

  it('has each entity once, and of areas only what a user would plot', () => {
    expect(knownSelection(home, ['area:kitchen', 'label:hot', 'entity:sensor.attic'], isPlotted)).toEqual({
      items: ['area:kitchen', 'label:hot', 'entity:sensor.attic'],
      entityIds: ['sensor.oven', 'sensor.attic'],
      isAnyMissing: false,
    });
  });

  it('leaves out what is removed or not visible', () => {
    expect(
      knownSelection(home, ['entity:sensor.secret', 'area:gone', 'entity:sensor.attic'], isPlotted),
    ).toEqual({
      items: ['entity:sensor.attic'],
      entityIds: ['sensor.attic'],
      isAnyMissing: true,
    });
  });
});

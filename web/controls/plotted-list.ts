import type { PlottedAttribute } from '../domains/domain-view.ts';
import { viewOf } from '../domains/index.ts';
import { type Plot, plotKey } from '../parts/plot/plot-answer.ts';
import { nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import type { Plotted } from './plot-values.ts';

/** The attributes that are plotted with the states of entities: those that they have now. */
export function attributesOf(
  home: HomeStore,
  entityIds: readonly string[],
): Map<string, readonly PlottedAttribute[]> {
  const found = new Map<string, readonly PlottedAttribute[]>();
  for (const id of entityIds) {
    const entity = home.entity(id);
    // An attribute that is null now, such as the brightness of a light that is off, may have had numbers.
    const own = viewOf(entity?.domain ?? '').plotted?.filter(
      ({ name }) => name in (entity?.attributes ?? {}),
    );
    if (own !== undefined && own.length > 0) found.set(id, own);
  }
  return found;
}

/** What is known of entities and their attributes, in their order. */
export function plottedOf(
  home: HomeStore,
  entityIds: readonly string[],
  plots: ReadonlyMap<string, Plot>,
): Plotted[] {
  const all: Plotted[] = [];
  for (const id of entityIds) {
    const entity = home.entity(id);
    if (entity === undefined) continue;
    for (const attribute of [...(viewOf(entity.domain).plotted ?? []), undefined]) {
      const key = plotKey(id, attribute?.name);
      const plot = plots.get(key);
      if (plot === undefined) continue;
      const ofEntity = entityIds.length === 1 ? [] : [nameOf(entity)];
      const ofAttribute = attribute === undefined ? [] : [say(attribute.label)];
      const label = [...ofEntity, ...ofAttribute].join(', ') || say('plot.state');
      all.push({ key, entity, label, plot, ...(attribute === undefined ? {} : { attribute }) });
    }
  }
  return all;
}

/** The times at which plots have a value, in order. */
export function timesOf(plotted: readonly Plotted[]): number[] {
  return [...new Set(plotted.flatMap(({ plot }) => plot.start))].sort((one, other) => one - other);
}

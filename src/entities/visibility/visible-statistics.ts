import { isEntityId } from '../../core/entity-id.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { type Viewer, visiblePresentIds } from './visible-state.ts';

/**
 * The statistics that a caller sees, each once: those of entities it sees, and imported ones, which belong to no entity,
 * if nothing is hidden from it.
 */
export function visibleStatistics(
  ids: readonly string[],
  viewer: Viewer,
  states: Pick<StateMachine, 'get'>,
): readonly string[] {
  const unique = [...new Set(ids)];
  return viewer.mayRead === null ? unique : visiblePresentIds(unique.filter(isEntityId), viewer, states);
}

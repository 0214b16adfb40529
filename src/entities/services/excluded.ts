import type { StateMachine } from '../../core/state-machine.ts';
import type { Reached, Target, TargetResolver } from '../registry/targets.ts';
import { expandGroups } from './group-members.ts';

const NOTHING: ReadonlySet<string> = new Set();

/**
 * What the `exclude` block of a target takes out of it: all that the block names or reaches, hidden entities and those for
 * configuration and diagnosis among them.
 */
export function excludedFrom(
  target: Target,
  targets: Pick<TargetResolver, 'reach'>,
  states: Pick<StateMachine, 'get'>,
): Reached {
  const { exclude } = target;
  if (exclude === undefined) return { entities: NOTHING, devices: NOTHING, areas: NOTHING };
  const named = exclude.entities === 'all' ? [] : expandGroups(exclude.entities, states);
  const reached = targets.reach(exclude, { all: true, hidden: true });
  return { ...reached, entities: new Set([...named, ...reached.entities]) };
}

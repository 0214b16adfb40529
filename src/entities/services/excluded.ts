import type { StateMachine } from '../../core/state-machine.ts';
import type { Reached, Target, TargetResolver } from '../registry/targets.ts';
import { expandGroups } from './group-members.ts';

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Resolves the `exclude` block of a target: all that it names or reaches, including hidden, config and
 * diagnostic entities.
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

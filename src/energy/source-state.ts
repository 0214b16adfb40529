import { decimalOf } from '../core/coerce.ts';
import { objectIdOf } from '../core/entity-id.ts';
import type { StateMachine } from '../core/state-machine.ts';

/** How a sensor is named after its source: by the name of the present state, or by the ID. */
export function nameOfSource(id: string, states: Pick<StateMachine, 'get'>): string {
  const name = states.get(id)?.attributes.friendly_name;
  if (typeof name === 'string' && name !== '') return name;
  const words = objectIdOf(id).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The number that a state shows; undefined if it shows none. */
export function readingOf(id: string, states: Pick<StateMachine, 'get'>): number | undefined {
  return decimalOf(states.get(id)?.state ?? '');
}

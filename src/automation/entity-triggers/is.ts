import type { State } from '../../core/state.ts';
import type { IsOne } from './purpose.ts';

/** Whether the state is one of these. */
export function states(...words: readonly string[]): IsOne {
  return ({ state }) => words.includes(state);
}

/** Whether the state is none of these. */
export function notStates(...words: readonly string[]): IsOne {
  return ({ state }) => !words.includes(state);
}

/** Whether an attribute has one of these values. */
export function attribute(name: string, ...values: readonly unknown[]): IsOne {
  return ({ attributes }) => values.includes(attributes[name]);
}

/** Whether the state is among those chosen. */
export function chosenState(option: string): IsOne {
  return ({ state }, chosen) => isAmong(chosen[option], state);
}

/** Whether an attribute, or without it the state, is among those chosen. */
export function chosenAttribute(name: string, option: string): IsOne {
  return ({ attributes, state }, chosen) => isAmong(chosen[option], attributes[name] ?? state);
}

function isAmong(chosen: unknown, value: unknown): boolean {
  return chosen instanceof Set ? chosen.has(value) : chosen === value;
}

/** The number of a state, or undefined. */
export function numberIn({ state }: Pick<State, 'state'>): number | undefined {
  const number = state.trim() === '' ? Number.NaN : Number(state);
  return Number.isFinite(number) ? number : undefined;
}

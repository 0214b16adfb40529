import type { State } from '../../core/state.ts';
import type { EntityTriggers, IsOne } from './entity-triggers.ts';

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

/** Triggers and conditions of entities with a few states: both names, and the states. */
export function stateTriggers(
  ...rows: readonly (readonly [trigger: string, condition: string, ...states: readonly string[]])[]
): EntityTriggers {
  return {
    becomes: Object.fromEntries(rows.map(([name, , ...words]) => [name, states(...words)])),
    is: Object.fromEntries(rows.map(([, name, ...words]) => [name, states(...words)])),
  };
}

export const ON_OFF_TRIGGERS = stateTriggers(['turned_on', 'is_on', 'on'], ['turned_off', 'is_off', 'off']);

import { language } from '../app/preferences.ts';
import type { Entity } from '../state/entity.ts';
import { say } from '../words/say.ts';
import { isWord } from './domain-name.ts';

/** What on and off mean, by the class of a binary sensor. */
const MEANINGS: Readonly<Record<string, string>> = {
  door: 'opening',
  window: 'opening',
  garage_door: 'opening',
  opening: 'opening',
  motion: 'detection',
  occupancy: 'detection',
  presence: 'detection',
  smoke: 'detection',
  gas: 'detection',
  moisture: 'moisture',
};

/** A state in words of the app's language; a number with its unit, as that language writes it. */
export function stateText({ entity_id, state, attributes }: Entity): string {
  const meaning = entity_id.startsWith('binary_sensor.')
    ? MEANINGS[String(attributes.device_class)]
    : undefined;
  const words = [`${meaning}.${state}`, `state.${state}`];
  const word = words.find(isWord);
  if (word !== undefined) return say(word);
  const unit = attributes.unit_of_measurement;
  return typeof unit !== 'string' ? state.replaceAll('_', ' ') : `${numberText(state)} ${unit}`;
}

function numberText(state: string): string {
  const number = Number(state);
  if (state.trim() === '' || !Number.isFinite(number)) return state;
  const digits = state.split('.')[1]?.length ?? 0;
  return number.toLocaleString(language(), { minimumFractionDigits: Math.min(digits, 20) });
}

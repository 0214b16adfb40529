import { domainOf } from '../core/entity-id.ts';
import { type State, UNAVAILABLE, UNKNOWN } from '../core/state.ts';
import data from './state-texts.json' with { type: 'json' };

/** The English texts of on and off by device class of a binary sensor. */
const BINARY_SENSORS = new Map(Object.entries(data.binarySensors));
/** Domains whose states are shown as On and Off. */
const ON_OFF: ReadonlySet<string> = new Set(data.onOff);
/** By domain, and by `domain.attribute`: words that are shown capitalized and with blanks for underscores. */
const WORDS = new Map(Object.entries({ ...data.states, ...data.attributes }));
/** States with another text, by `domain.state`. */
const SPECIAL = new Map(Object.entries(data.special));

/** The English text of an entity's state, if its domain has one. */
export function stateText({ entity_id, state, attributes }: State): string {
  if (state === UNAVAILABLE || state === UNKNOWN) return state;
  const domain = domainOf(entity_id);
  if (domain === 'binary_sensor' && (state === 'on' || state === 'off')) {
    const text = BINARY_SENSORS.get(String(attributes.device_class))?.[state];
    if (text !== undefined) return text;
  }
  const special = SPECIAL.get(`${domain}.${state}`);
  if (special !== undefined) return special;
  if ((state === 'on' || state === 'off') && ON_OFF.has(domain)) return capital(state);
  return WORDS.get(domain)?.includes(state) === true ? capital(state) : state;
}

/** The English text of an attribute's value, if its domain has one. */
export function attributeText({ entity_id }: State, name: string, value: string): string {
  return WORDS.get(`${domainOf(entity_id)}.${name}`)?.includes(value) === true ? capital(value) : value;
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`.replaceAll('_', ' ');
}

import { domainOf } from '../core/entity-id.ts';
import type { Attributes, State } from '../core/state.ts';
import { Datetime } from '../jinja/time/datetime.ts';
import { UTC } from '../jinja/time/zone.ts';

/** Domains with an attribute that is a datetime in templates but text in the API. */
const TIMED: ReadonlySet<string> = new Set(['automation', 'script']);
const TIME = 'last_triggered';

/** The attributes of a state as template values. */
export function attributesOf(state: State): Attributes {
  const { attributes } = state;
  const text = TIMED.has(domainOf(state.entity_id)) ? attributes[TIME] : undefined;
  if (typeof text !== 'string') return attributes;
  const point = readIso(text);
  return point === undefined ? attributes : { ...attributes, [TIME]: point };
}

/** Parses a time in the format of `isoTime`, to the microsecond. */
function readIso(text: string): Datetime | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})\+00:00$/.exec(text);
  if (match === null) return undefined;
  return new Datetime(BigInt(Date.parse(`${match[1]}Z`) * 1000 + Number(match[2])), UTC);
}

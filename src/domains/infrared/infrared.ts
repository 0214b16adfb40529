import { isoTime } from '../../core/clock.ts';
import { defineDomain } from '../definition/define-domain.ts';

/** The reported values of an infrared device: last sent or received, in milliseconds since 1970. */
export interface InfraredValues {
  readonly [key: string]: unknown;
  readonly at: number | null;
}

/** Infrared senders and receivers, through which other devices are controlled. */
export const infraredDomain = defineDomain<InfraredValues, Record<string, never>>({
  name: 'infrared',
  title: 'Infrared',
  states: 'The time it last sent or received, in ISO 8601.',
  features: {},
  deviceClasses: ['emitter', 'receiver'],
  attributes: {},
  services: [],
  present: ({ values: { at } }) => ({ state: at == null ? null : isoTime(at), attributes: {} }),
});

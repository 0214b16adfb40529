import { isoTime } from '../../core/clock.ts';
import { defineDomain } from '../definition/define-domain.ts';

/** What an infrared device reports: when it sent or heard last, in milliseconds since 1970. */
export interface InfraredValues {
  readonly [key: string]: unknown;
  readonly at: number | null;
}

/** Infrared senders and receivers, which other devices are steered and read through. */
export const infraredDomain = defineDomain<InfraredValues, Record<string, never>>({
  name: 'infrared',
  title: 'Infrared',
  states: 'When it sent or heard last, in ISO 8601.',
  features: {},
  deviceClasses: ['emitter', 'receiver'],
  attributes: {},
  services: [],
  present: ({ values: { at } }) => ({ state: at == null ? null : isoTime(at), attributes: {} }),
});

import { isoTime } from '../../core/clock.ts';
import { defineDomain } from '../definition/define-domain.ts';

/** The properties of a tag. */
export interface TagValues {
  readonly [key: string]: unknown;
  /** When it was last scanned, in milliseconds since 1970. */
  readonly last_scanned?: number | null;
  /** The device that scanned it. */
  readonly device_id?: string | null;
}

/** Which tag it is. */
export interface TagCapabilities {
  readonly [key: string]: unknown;
  readonly tag_id: string;
}

/** Tags people hold their phone or a reader to; the state is the time of the last scan. */
export const tagDomain = defineDomain<TagValues, TagCapabilities>({
  name: 'tag',
  title: 'Tag',
  states: 'The time of the last scan.',
  features: {},
  deviceClasses: [],
  attributes: {
    tag_id: { description: 'The ID that the reader scans.', capability: true },
    last_scanned_by_device_id: { description: 'The device that scanned it last, or null.' },
  },
  services: [],
  presentCapabilities: ({ tag_id }) => ({ tag_id }),
  present: ({ values: { last_scanned: at, device_id } }) => ({
    state: at == null ? null : isoTime(at).replace(/\d{3}(?=\+)/, ''),
    attributes: { last_scanned_by_device_id: device_id ?? null },
  }),
});

import { defineDomain, type Values } from '../definition/define-domain.ts';

/** Where a person is according to their trackers. */
export interface PersonValues {
  readonly [key: string]: unknown;
  /** `home`, `not_home`, or the name of a zone. */
  readonly location: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly accuracy: number | null;
  /** The tracker that reported it. */
  readonly source: string | null;
  readonly zones: readonly string[];
}

/** The identity of a person. */
export interface PersonCapabilities {
  readonly [key: string]: unknown;
  readonly id: string;
  readonly user_id: string | null;
  readonly device_trackers: readonly string[];
}

/** The current state of a tracker; `since` orders trackers by their last report. */
export interface TrackerState {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes: Values;
  readonly last_updated: number;
}

/**
 * The decisive tracker: the latest connected in a zone, else the latest other at home without GPS, else the
 * latest with GPS, else the latest that is away. Trackers without a location do not count.
 */
export function trackerToBelieve(trackers: readonly TrackerState[]): TrackerState | undefined {
  const latest = (fits: (tracker: TrackerState) => boolean): TrackerState | undefined =>
    trackers
      .filter((tracker) => tracker.state !== 'unknown' && tracker.state !== 'unavailable' && fits(tracker))
      .reduce<TrackerState | undefined>(
        (best, tracker) => (best === undefined || tracker.last_updated > best.last_updated ? tracker : best),
        undefined,
      );
  return (
    latest(({ state, attributes }) => attributes.tracking_type === 'connection' && state !== 'not_home') ??
    latest(({ state, attributes }) => attributes.source_type !== 'gps' && state === 'home') ??
    latest(({ attributes }) => attributes.source_type === 'gps') ??
    latest(({ state }) => state === 'not_home')
  );
}

/** Persons: they are where their trackers are. */
export const personDomain = defineDomain<PersonValues, PersonCapabilities>({
  name: 'person',
  title: 'Person',
  states: '`home`, `not_home`, or the name of a zone.',
  unrecorded: ['device_trackers'],
  features: {},
  deviceClasses: [],
  attributes: {
    id: { description: 'The ID of the person.', capability: true },
    user_id: { description: 'The ID of the user that belongs to the person.', capability: true },
    device_trackers: { description: 'The device trackers of the person.', capability: true },
    editable: {
      description: 'Whether it was created in the app, not in the settings file.',
      capability: true,
    },
    latitude: { description: 'Latitude in degrees.' },
    longitude: { description: 'Longitude in degrees.' },
    gps_accuracy: { description: 'Accuracy of the location, in meters.' },
    source: { description: 'The device tracker that provides the location.' },
    in_zones: { description: 'The zones that the person is in.' },
  },
  services: [],
  presentCapabilities: ({ user_id, ...others }) => ({ ...others, ...(user_id === null ? {} : { user_id }) }),
  present: ({ values }) => ({
    state: values.location,
    attributes: {
      latitude: values.latitude ?? undefined,
      longitude: values.longitude ?? undefined,
      gps_accuracy: values.accuracy ?? undefined,
      source: values.source ?? undefined,
      in_zones: values.zones,
    },
  }),
});

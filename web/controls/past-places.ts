import type { Connection } from 'home-assistant-js-websocket';
import type { Point } from './map-plan.ts';

/** A recorded state in the short format: attributes and the time in seconds since 1970. */
interface Recorded {
  readonly a?: Readonly<Record<string, unknown>>;
  readonly lu?: number;
}

/** Points of a trail at most: the drawing shows no more. */
const MAX_POINTS = 500;
const MAX_HOURS = 168;
const HOUR_MS = 3_600_000;

/**
 * Where entities were in the last hours, by entity ID, the oldest place first; without those that stayed at one place. Rejects
 * if the server has no history.
 */
export async function readPastPlaces(
  connection: Connection,
  entityIds: readonly string[],
  hours: number,
): Promise<ReadonlyMap<string, readonly Point[]>> {
  const span = Math.min(MAX_HOURS, hours) * HOUR_MS;
  const recorded = await connection.sendMessagePromise<Readonly<Record<string, readonly Recorded[]>>>({
    type: 'history/history_during_period',
    start_time: new Date(Date.now() - span).toISOString(),
    entity_ids: entityIds,
    minimal_response: false,
    no_attributes: false,
    significant_changes_only: false,
  });
  const trails = new Map<string, readonly Point[]>();
  for (const [id, states] of Object.entries(recorded)) {
    const points = pastPlaces(states);
    if (points.length > 1) trails.set(id, points);
  }
  return trails;
}

/** The places of recorded states, without repetitions, thinned to what a drawing can show. */
export function pastPlaces(states: readonly Recorded[]): readonly Point[] {
  const points: Point[] = [];
  for (const { a: { latitude, longitude } = {} } of states) {
    if (typeof latitude !== 'number' || typeof longitude !== 'number') continue;
    const last = points.at(-1);
    if (last?.latitude === latitude && last.longitude === longitude) continue;
    points.push({ latitude, longitude, radius: 0 });
  }
  const step = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_one, at) => (points.length - 1 - at) % step === 0);
}

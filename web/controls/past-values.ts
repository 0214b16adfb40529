import type { Connection } from 'home-assistant-js-websocket';

/** A value and its start in seconds since 1970. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

const DAY = 86_400_000;

/** The plottable states: numbers, and on and off as one and zero. */
export function pointsOf(
  states: readonly { readonly state: string; readonly last_changed: number }[],
): Point[] {
  return states.flatMap(({ state, last_changed: at }) => {
    const value = state === 'on' ? 1 : state === 'off' ? 0 : state.trim() === '' ? Number.NaN : Number(state);
    return Number.isFinite(value) ? [{ at, value }] : [];
  });
}

/** The history of an entity for the last day; empty if the server does not record it. */
export async function readHistory(connection: Connection, entityId: string): Promise<readonly Point[]> {
  try {
    const answer = await connection.sendMessagePromise<
      Readonly<Record<string, readonly { readonly s: string; readonly lu?: number; readonly lc?: number }[]>>
    >({
      type: 'history/history_during_period',
      start_time: new Date(Date.now() - DAY).toISOString(),
      entity_ids: [entityId],
      minimal_response: true,
      no_attributes: true,
    });
    const states = Object.hasOwn(answer, entityId) ? (answer[entityId] ?? []) : [];
    return pointsOf(states.map(({ s, lu, lc }) => ({ state: s, last_changed: lc ?? lu ?? 0 })));
  } catch {
    return [];
  }
}

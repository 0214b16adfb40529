import type { Connection } from 'home-assistant-js-websocket';

/** A value and since when, in seconds. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

const DAY = 86_400_000;

/** What can be drawn of states: numbers, and on and off as one and nought. */
export function pointsOf(
  states: readonly { readonly state: string; readonly last_changed: number }[],
): Point[] {
  return states.flatMap(({ state, last_changed: at }) => {
    const value = state === 'on' ? 1 : state === 'off' ? 0 : state.trim() === '' ? Number.NaN : Number(state);
    return Number.isFinite(value) ? [{ at, value }] : [];
  });
}

/** The last day of an entity as the server remembers it; nothing from a server that does not. */
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

// Subscriptions of both servers while the activity goes on: what each delivered, past and live, in order.
import { ENTITIES } from './activity.js';

/** Entities whose rows are never shortened. */
const ALWAYS_WHOLE = /^(climate|water_heater)\./;

/** Subscribes both; each stream has `rows()`, what ours and Home Assistant's delivered so far. */
export async function followLive(both, begin) {
  const start = { start_time: new Date(begin).toISOString() };
  const flags = (significant_changes_only, minimal_response, no_attributes) => ({
    ...{ significant_changes_only, minimal_response, no_attributes },
  });
  const history = { type: 'history/stream', entity_ids: ENTITIES, ...start };
  const logbook = { type: 'logbook/event_stream', ...start };
  const followed = [];
  for (const [name, request] of [
    ['history/stream live', history],
    ['history/stream live, all changes', { ...history, ...flags(false, false, false) }],
    ['history/stream live, as the frontend', { ...history, ...flags(true, true, true) }],
    ['history/stream live, minimal', { ...history, ...flags(true, true, false) }],
    ['history/stream live, no attributes', { ...history, ...flags(false, false, true) }],
    ['logbook/event_stream live', logbook],
    ['logbook/event_stream live, of entities', { ...logbook, entity_ids: ENTITIES }],
    ['logbook/event_stream live, of a device', { ...logbook, device_ids: ['unknown'] }],
    ['logbook/event_stream live, of both', { ...logbook, entity_ids: ENTITIES, device_ids: ['unknown'] }],
  ]) {
    const feeds = await both((home) => home.follow(request));
    const isMinimal = request.minimal_response === true;
    const join = (events) =>
      request.type === history.type ? joinStates(events, isMinimal) : joinEntries(events);
    followed.push({ name, rows: () => feeds.map(({ answer, events }) => ({ answer, ...join(events) })) });
  }
  return followed;
}

/**
 * Rows by entity; servers collect live rows in messages of their own. Home Assistant sends what it had not committed yet
 * in a second message about the past, whose first row of an entity does not depend on the row before: it has attributes,
 * and may have the same state, even if a minimal response is asked for.
 */
function joinStates(events, isMinimal) {
  const [past, live] = [{}, {}];
  for (const event of events) {
    const isPast = event.start_time !== undefined;
    const rows = isPast ? past : live;
    for (const [id, added] of Object.entries(event.states)) {
      const before = rows[id]?.at(-1);
      const [{ a: _attributes, ...first }, ...others] = added;
      const isWhole = !isPast || !isMinimal || ALWAYS_WHOLE.test(id);
      if (isWhole || before === undefined) rows[id] = [...(rows[id] ?? []), ...added];
      else rows[id].push(...(first.s === before.s ? [] : [first]), ...others);
    }
  }
  return { past, live };
}

function joinEntries(events) {
  const own = ({ entity_id: id, message }) => /cmp_/.test(id ?? '') || /step|said/.test(message ?? '');
  const of = (isLive) =>
    events
      .filter((event) => (event.start_time === undefined) === isLive)
      .flatMap((event) => event.events)
      .filter(own);
  return { past: of(false), live: of(true) };
}

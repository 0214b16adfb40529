// Many commands in few WebSocket frames.
import { commandFrame, filledFrames, pourFrames } from './attacker-socket.js';

const BYTES = 12_000_000; // of all frames on a connection
const text = (fields) => JSON.stringify(fields).slice(1, -1);

/** An attack over one socket that repeats the same frames of commands; `who` names the token's user. */
function frames(name, { who = 'guest', sockets = 1, guests = 0, answered = false, reads = true, prepare }) {
  return {
    name: `attack: ${name}`,
    guests,
    prepare,
    run: ({ url, tokens, guests: others, prepared }, span) => {
      const callers = guests > 0 ? others : Array(sockets).fill(tokens[who]);
      return Promise.all(
        callers.map((token) => pourFrames({ url, token }, prepared, { ...span, answered, reads })),
      );
    },
  };
}

/** One frame with `count` commands; the next is sent when all responses have arrived. */
function single(count, command, options = {}) {
  return frames(`${count.toLocaleString('en')} × ${options.called ?? command.type} in a frame`, {
    ...options,
    answered: true,
    prepare: (home) => {
      const fields = text(typeof command === 'function' ? command(home) : command);
      return [0, 1, 2].map((n) => ({
        count,
        frame: commandFrame(count, () => fields, { firstId: 1 + n * count }),
      }));
    },
  });
}

/** Frames with thousands of one command, without waiting for responses. */
function flood(command, options = {}) {
  const called = options.called ?? command.type;
  return frames(`frames full of ${called}`, {
    ...options,
    prepare: (home) => {
      const fields = text(typeof command === 'function' ? command(home) : command);
      return filledFrames(() => fields, { bytes: options.bytes ?? BYTES });
    },
  });
}

const german = { type: 'get_services', language: 'de' };
const translations = { type: 'frontend/get_translations', language: 'de', category: 'services' };
const ping = { type: 'ping' };
const todo = ({ targets }) => ({ type: 'todo/item/list', entity_id: targets.todo });
const cause = ({ targets }) => ({ type: 'hearth/cause', entity_id: targets.light });
const areaCall = ({ targets }) => ({
  type: 'call_service',
  domain: 'light',
  service: 'turn_on',
  target: { area_id: targets.areas },
});
const condition = () => ({
  type: 'subscribe_condition',
  condition: { condition: 'template', value_template: '{{ states|list|length > 3 }}' },
});
const refusedSubscription = { type: 'subscribe_trigger' };

export const frameAttacks = [
  single(1500, german, { called: 'get_services in German' }),
  single(1500, translations, { called: 'frontend/get_translations in German' }),
  single(15_000, german, { called: 'get_services in German' }),
  flood(ping),
  flood(todo, { called: 'todo/item/list' }),
  flood(cause, { called: 'hearth/cause' }),
  flood(areaCall, { called: 'call_service by area, read-only' }),
  flood(areaCall, { called: 'call_service by area, user', who: 'user' }),
  flood({ type: 'get_states' }, { called: 'get_states' }),
  flood({ type: 'subscribe_entities' }, { called: 'subscribe_entities' }),
  flood({ type: 'nothing' }, { called: 'unknown commands' }),
  flood(() => ({ type: 'ping', x: 1.0 }), { called: 'invalid pings' }),
  single(15_000, cause, { called: 'hearth/cause' }),
  single(15_000, condition, { called: 'subscribe_condition' }),
  single(99_000, refusedSubscription, { called: 'refused subscriptions' }),
  flood(ping, { called: 'ping, 20 sockets of a user', sockets: 20 }),
  flood(cause, { called: 'hearth/cause, 20 sockets of a user', sockets: 20 }),
  flood(areaCall, {
    called: 'call_service by area, 20 sockets of a user',
    sockets: 20,
    bytes: 4_000_000,
    who: 'user',
  }),
  flood(ping, { called: 'ping, 10 users', guests: 10 }),
  flood(cause, { called: 'hearth/cause, 10 users', guests: 10 }),
  flood(todo, { called: 'todo/item/list, 10 users', guests: 10 }),
  flood(
    { type: 'get_states' },
    { called: 'get_states, 10 sockets that read nothing', sockets: 10, reads: false, bytes: 100_000 },
  ),
];

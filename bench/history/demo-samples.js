// What the demo home records while its clock runs fast and users press buttons at random times.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import WebSocket from 'ws';
import { createToken } from '../../dist/auth/administration.js';
import { loadSettings } from '../../dist/config/load.js';
import { silentLog } from '../../dist/core/log.js';
import { startHub } from '../../dist/hub.js';
import { openDataFolder } from '../../dist/storage/data-folder.js';
import { seededRandom } from './random.js';

const STEP = 20_000;
const HOUR = 3_600_000;
const NOT_RECORDED = new Set(['attribution', 'restored', 'supported_features']);

/** Samples by entity of `days` days of the demo home with `calls` service calls per day. */
export async function demoSamples({ days, calls, seed }) {
  const random = seededRandom(seed);
  const clock = new FastClock(Date.UTC(2026, 0, 5, 5), random);
  const home = await startDemo(clock);
  const changes = [];
  const client = await Client.open(home, (event) => changes.push(event));
  try {
    await client.request({ type: 'subscribe_events', event_type: 'state_changed' });
    const states = await client.request({ type: 'get_states' });
    const end = clock.time + days * 24 * HOUR;
    while (clock.time < end) {
      await clock.advance(STEP);
      if (random() < (calls * STEP) / (24 * HOUR)) await client.press(states, random);
      // The answer comes after all events before it, and the server never has to drop changes of a slow client.
      await client.request({ type: 'ping' });
    }
  } finally {
    client.close();
    await home.stop();
  }
  return recorded(changes);
}

/** The samples of changes: without contexts that name only their own change. */
function recorded(changes) {
  const uses = new Map();
  for (const { context } of changes) uses.set(context.id, (uses.get(context.id) ?? 0) + 1);
  const entities = new Map();
  for (const { time_fired, context, data } of changes) {
    const samples = entities.get(data.entity_id) ?? [];
    entities.set(data.entity_id, samples);
    const state = data.new_state;
    const at = Math.max(Date.parse(state?.last_updated ?? time_fired), (samples.at(-1)?.at ?? 0) + 1);
    const isUnchanged = state !== null && state.last_changed !== state.last_updated;
    const attributes = Object.entries(state?.attributes ?? {}).filter(([name]) => !NOT_RECORDED.has(name));
    const says = context.user_id !== null || context.parent_id !== null || uses.get(context.id) > 1;
    samples.push({
      at,
      changedAt: isUnchanged ? (samples.at(-1)?.changedAt ?? Date.parse(state.last_changed)) : at,
      state: state?.state ?? null,
      attributes: JSON.stringify(Object.fromEntries(attributes)),
      context: says ? context : null,
    });
  }
  return entities;
}

async function startDemo(clock) {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-bench-history-'));
  const flags = { demo: true, 'http.port': '0', 'http.host': '127.0.0.1', dataDir };
  const { settings } = await loadSettings({ flags, variables: {} });
  const folder = await openDataFolder({ folder: dataDir, clock, log: silentLog });
  const hub = await startHub({
    settings,
    logFile: { log: silentLog, readErrorLog: async () => '', flush: async () => {} },
    version: '0.0.0',
    clock,
    folder,
    onStopAsked: () => {},
    checkConfig: async () => null,
    readSection: async () => new Map(),
  });
  const token = await createToken(hub.auth, { name: 'bench' });
  const stop = async () => {
    await hub.stop();
    await folder.release();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  return { url: `ws://127.0.0.1:${hub.port}/api/websocket`, token, stop };
}

/** What users do: one call per domain, with data that depends on chance. */
const CALLS = {
  light: (random) =>
    random() < 0.4
      ? ['light.turn_off', {}]
      : ['light.turn_on', random() < 0.5 ? {} : { brightness_pct: 1 + Math.floor(random() * 100) }],
  switch: () => ['switch.toggle', {}],
  cover: (random) => ['cover.set_cover_position', { position: Math.floor(random() * 101) }],
  climate: (random) => ['climate.set_temperature', { temperature: 17 + Math.floor(random() * 12) / 2 }],
  media_player: (random) =>
    random() < 0.5 ? ['media_player.media_play_pause', {}] : ['media_player.media_next_track', {}],
  fan: (random) => ['fan.set_percentage', { percentage: Math.floor(random() * 101) }],
  lock: (random) => [random() < 0.5 ? 'lock.lock' : 'lock.unlock', {}],
  scene: () => ['scene.turn_on', {}],
  vacuum: (random) => [random() < 0.5 ? 'vacuum.start' : 'vacuum.return_to_base', {}],
};

class Client {
  constructor(socket, onEvent) {
    this.socket = socket;
    this.onEvent = onEvent;
    this.last = 0;
    this.waiting = new Map();
  }

  static async open({ url, token }, onEvent) {
    const socket = new WebSocket(url);
    const client = new Client(socket, onEvent);
    await new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data) => {
        for (const message of [JSON.parse(data)].flat()) {
          if (message.type === 'auth_required')
            socket.send(JSON.stringify({ type: 'auth', access_token: token }));
          else if (message.type === 'auth_ok') resolve();
          else client.receive(message);
        }
      });
    });
    return client;
  }

  receive(message) {
    if (message.type === 'event') {
      this.onEvent(message.event);
      return;
    }
    this.waiting.get(message.id)?.(message.result);
    this.waiting.delete(message.id);
  }

  request(message) {
    this.last += 1;
    const id = this.last;
    this.socket.send(JSON.stringify({ id, ...message }));
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }

  async press(states, random) {
    const { entity_id: entityId } = states[Math.floor(random() * states.length)];
    const call = CALLS[entityId.split('.')[0]]?.(random);
    if (call === undefined) return;
    const [domain, service] = call[0].split('.');
    await this.request({
      type: 'call_service',
      domain,
      service,
      service_data: call[1],
      target: { entity_id: entityId },
    });
  }

  close() {
    this.socket.close();
  }
}

/** A clock that goes as fast as the server can follow. Its timers are late by a few milliseconds, as real ones. */
class FastClock {
  constructor(time, random) {
    this.time = time;
    this.random = random;
    this.last = 0;
    this.waiting = new Set();
  }

  now() {
    this.last = this.time > this.last ? this.time : Math.round(this.last * 1000 + 1) / 1000;
    return this.last;
  }

  after(milliseconds, task) {
    const late = milliseconds === 0 ? 0 : -Math.log(1 - this.random()) * 2;
    const timer = { due: this.time + Math.max(0, milliseconds) + Math.round(late * 1000) / 1000, task };
    this.waiting.add(timer);
    return () => this.waiting.delete(timer);
  }

  soon(task) {
    setImmediate(task);
  }

  async advance(milliseconds) {
    const end = this.time + milliseconds;
    for (let first = this.earliest(); first !== undefined && first.due <= end; first = this.earliest()) {
      this.waiting.delete(first);
      this.time = Math.max(this.time, first.due);
      first.task();
      await tick();
    }
    this.time = end;
  }

  earliest() {
    let first;
    for (const timer of this.waiting) if (first === undefined || timer.due < first.due) first = timer;
    return first;
  }
}

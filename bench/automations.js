// The cost of automations, in one process, from the build: node bench/automations.js [--json]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { EventIndex } from '../dist/automation/config/event-index.js';
import { Rendering } from '../dist/automation/config/rendering.js';
import { Automations } from '../dist/automation/items/automations.js';
import { Breakpoints } from '../dist/automation/runs/breakpoints.js';
import { Loops } from '../dist/automation/runs/loops.js';
import { RunStore } from '../dist/automation/runs/run-store.js';
import { Traces } from '../dist/automation/runs/traces.js';
import { WaitStore } from '../dist/automation/runs/wait-store.js';
import { fullAccess } from '../dist/core/access.js';
import { Bus } from '../dist/core/bus.js';
import { SystemClock } from '../dist/core/clock.js';
import { newContext } from '../dist/core/context.js';
import { silentLog } from '../dist/core/log.js';
import { StateMachine } from '../dist/core/state-machine.js';
import { domains } from '../dist/domains/index.js';
import { buildHomeModel } from '../dist/entities/home/home-model.js';
import { Causes } from '../dist/history/causes.js';
import { RecentOrigins } from '../dist/history/recent-origins.js';
import { openDatabase } from '../dist/storage/database.js';
import { openDocuments } from '../dist/storage/documents.js';
import { hearthMigrations } from '../dist/storage/migrations/index.js';
import { TemplateService } from '../dist/templates/template-service.js';

const FACTS = {
  ...{ name: 'Home', latitude: 52.37, longitude: 4.89, elevation: 2, time_zone: 'Europe/Amsterdam' },
  ...{ country: 'NL', currency: 'EUR', language: 'en', unit_system: 'metric' },
};
const ROUNDS = 2000;

/** A home with as many automations as entities, each triggered by its own. */
async function homeWith(count) {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  const clock = new SystemClock();
  const log = silentLog;
  const file = join(folder, 'hearth.db');
  const database = await openDatabase({
    ...{ file, migrations: hearthMigrations, backupFolder: folder, clock, log },
  });
  const bus = new Bus(log);
  const states = new StateMachine(bus, clock);
  const documents = await openDocuments(database, log);
  const home = buildHomeModel({
    facts: FACTS,
    domains,
    documents,
    bus,
    states,
    clock,
    log,
    lastValues: () => null,
  });
  const rendering = new Rendering(new TemplateService({ home: { ...home, states, clock }, bus, clock }));
  const ports = {};
  const events = new EventIndex(bus, log);
  const setting = { home, states, bus, clock, log, rendering, events, ports, mayRead: null };
  const running = new Map();
  const traces = new Traces({ database, clock, log, running: () => running.values() });
  const store = { add: async () => {}, ofContext: async () => [], changeOf: async () => undefined };
  const causes = new Causes({ store, recent: new RecentOrigins(), bus, clock, log });
  const calls = { onCall: () => {} };
  home.entities.add({
    ...{ domain: domains.find(({ name }) => name === 'light'), platform: 'bench', name: 'Bench' },
    features: [],
    capabilities: { supported_color_modes: ['brightness'] },
    values: { on: false },
    driver: {
      execute: (command, entity) => {
        calls.onCall();
        entity.report(command.patch);
      },
    },
  });
  for (let n = 0; n < count; n += 1) states.set(`binary_sensor.bench_${n}`, 'off', {});
  const config = (n) => ({
    id: `bench_${n}`,
    alias: `Bench ${n}`,
    triggers: [{ trigger: 'state', entity_id: `binary_sensor.bench_${n}` }],
    conditions: [{ condition: 'state', entity_id: `binary_sensor.bench_${n}`, state: ['on', 'off'] }],
    actions: [{ action: 'light.toggle', target: { entity_id: 'light.bench' } }],
  });
  const items = Array.from({ length: count }, (_, n) => ({
    ...{ id: `bench_${n}`, config: config(n), place: `automations.yaml:${n}` },
    placeOf: () => '',
    shown: () => config(n),
  }));
  const automations = new Automations({
    ...{
      setting,
      log,
      running,
      calling: [],
      causes,
      stateSaver: new RunStore({ database, clock, log }),
      loops: new Loops(),
    },
    ...{ resumed: new Map(), isClosing: () => false, breakpoints: new Breakpoints() },
    waits: new WaitStore({ database, clock, log }),
    keepTrace: (trace, most) => traces.add(trace, most),
    dropTraces: () => {},
    fill: (given) => ({ config: given, inputs: null }),
    load: async () => ({ items, problems: [] }),
  });
  causes.start();
  const began = performance.now();
  await automations.start();
  const loaded = performance.now() - began;
  const stop = async () => {
    automations.stop();
    await causes.stop();
    await traces.flush();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { bus, states, clock, engine: home.engine, calls, loaded, stop };
}

const sorted = (times) => times.sort((a, b) => a - b);
const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] * 1000;

/** Microseconds per state change that triggers one automation, up to the service call. */
async function changes({ states, calls }, count) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = `binary_sensor.bench_${round % count}`;
    const next = states.get(id).state === 'on' ? 'off' : 'on';
    const began = performance.now();
    calls.onCall = () => times.push(performance.now() - began);
    states.set(id, next, {});
    await new Promise((done) => setImmediate(done));
  }
  if (times.length !== ROUNDS) throw new Error(`${times.length} calls for ${ROUNDS} changes`);
  return sorted(times.slice(ROUNDS / 4));
}

/** The same for a bus listener that calls the service directly. */
async function bare({ states, bus, engine, calls, clock }) {
  const times = [];
  const undo = bus.on('state_changed', ({ change }) => {
    if (change?.entity_id !== 'binary_sensor.bare') return;
    const context = newContext(clock.now());
    engine.call({
      ...{ domain: 'light', service: 'toggle', access: fullAccess, context },
      data: { entity_id: 'light.bench' },
    });
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    calls.onCall = () => times.push(performance.now() - began);
    states.set('binary_sensor.bare', round % 2 === 0 ? 'on' : 'off', {});
    await new Promise((done) => setImmediate(done));
  }
  undo();
  return sorted(times.slice(ROUNDS / 4));
}

const few = await homeWith(10);
const many = await homeWith(5000);
const best = { ten: [], thousands: [], plain: [] };
// Interleaved, taking the best of each: other load on the machine affects all sides alike.
for (let turn = 0; turn < 6; turn += 1) {
  best.ten.push(await changes(few, 10));
  best.thousands.push(await changes(many, 5000));
  best.plain.push(await bare(many));
}
const bestAt = (side, share) => Math.min(...best[side].slice(1).map((times) => at(times, share)));
const rows = [
  { row: 'load of 5,000 automations, ms', value: many.loaded, aim: 2000 },
  {
    row: 'a change among 5,000 to one among 10, p50',
    value: bestAt('thousands', 0.5) / bestAt('ten', 0.5),
    aim: 2,
  },
  {
    row: 'change to service by automation to bare listener, p99',
    value: bestAt('thousands', 0.99) / bestAt('plain', 0.99),
    aim: 10,
  },
  { row: '… by automation, p50 µs', value: bestAt('thousands', 0.5) },
  { row: '… by automation, p99 µs', value: bestAt('thousands', 0.99) },
  { row: '… by bare listener, p50 µs', value: bestAt('plain', 0.5) },
  { row: '… by bare listener, p99 µs', value: bestAt('plain', 0.99) },
];
await few.stop();
await many.stop();

if (process.argv.includes('--json')) console.log(JSON.stringify(rows));
else
  for (const { row, value, aim } of rows)
    console.log(
      `${value.toFixed(1).padStart(10)}  ${row}${aim === undefined ? '' : ` (aim < ${aim}${value < aim ? '' : ', MISSED'})`}`,
    );

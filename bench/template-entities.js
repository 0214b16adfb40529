// The cost of template entities, in one process, from the build: node bench/template-entities.js [--json]
// 2,000 entities, and a thousand state changes per second, each affecting two of them: the share of one core
// that takes.
import { performance } from 'node:perf_hooks';
import { Bus } from '../dist/core/bus.js';
import { SystemClock } from '../dist/core/clock.js';
import { silentLog } from '../dist/core/log.js';
import { StateMachine } from '../dist/core/state-machine.js';
import { UNIT_SYSTEMS } from '../dist/core/unit-system.js';
import { Entities } from '../dist/entities/entity/entities.js';
import { EntityRegistry } from '../dist/entities/registry/entity-registry.js';
import { TemplateEntities } from '../dist/helpers/template/template-entities.js';
import { TemplateService } from '../dist/templates/template-service.js';

const COUNT = 2000;
const SECONDS = 5;
const CHANGES = 1000;

/** A store that saves nothing: the disk is not measured. */
const store = { entries: new Map(), put: async () => {}, putAll: async () => {}, delete: async () => {} };
const clock = new SystemClock();
const bus = new Bus(silentLog);
const states = new StateMachine(bus, clock);
const registry = new EntityRegistry(store, bus, clock);
const nothing = { get: () => undefined, list: () => [], subscribe: () => () => {} };
const home = {
  facts: { time_zone: 'Europe/Amsterdam', latitude: 52, longitude: 4 },
  units: UNIT_SYSTEMS.metric,
};
const entities = new Entities({
  ...{ states, registry, bus, devices: nothing, log: silentLog },
  ...{ configEntryOf: () => null, lastValues: () => null, unitSystem: () => 'metric' },
});
const refused = () => {
  throw new Error('nothing here has actions');
};
const block = {
  sensor: Array.from({ length: COUNT }, (_, i) => ({
    name: `Sum ${i}`,
    unit_of_measurement: 'W',
    device_class: 'power',
    state: `{{ (states('sensor.a${i % CHANGES}') | float(0) * 1.5) | round(1) }}`,
    availability: `{{ has_value('sensor.a${i % CHANGES}') }}`,
  })),
};
const part = new TemplateEntities({
  setting: {
    ...{ entities, clock, log: silentLog, automatic: { parseActions: refused, follow: refused } },
    templates: new TemplateService({
      home: { states, entities, registry, home, clock, devices: nothing, configEntries: nothing, places: {} },
      ...{ bus, clock },
    }),
    fetchPicture: refused,
  },
  readSection: async () => ({ value: [block], place: () => 'bench' }),
});

let value = 0;
/** One change of each source; each affects two entities. */
function changeAll() {
  value += 1;
  for (let i = 0; i < CHANGES; i += 1) states.set(`sensor.a${i}`, String(value + i), {});
}

changeAll();
const begun = performance.now();
await part.load();
const loaded = performance.now() - begun;
for (let round = 0; round < 20; round += 1) changeAll();
const before = process.cpuUsage();
for (let round = 0; round < SECONDS; round += 1) changeAll();
const { user, system } = process.cpuUsage(before);
part.end();
const shown = states.get('sensor.sum_7')?.state;
if (shown !== ((value + 7) * 1.5).toFixed(1)) throw new Error(`an entity shows ${shown}`);
const rows = [
  { what: `load of ${COUNT} template entities, ms`, value: Math.round(loaded) },
  {
    what: `percent of a core for ${CHANGES} changes a second, each of which concerns two (aim: under 25)`,
    value: Math.round(((user + system) / 1e6 / SECONDS) * 1000) / 10,
  },
];
if (process.argv.includes('--json')) console.log(JSON.stringify(rows));
else for (const row of rows) console.log(`${String(row.value).padStart(12)}  ${row.what}`);
process.exit(0);

// A call for a whole area compared with one entity. The entities are helper toggles, so that nothing but the
// server is measured.
import { atMost } from '../aims.js';
import { runJob } from '../load/run-job.js';
import { openCommands } from './commands.js';

const ENTITIES = 500;
const AREAS = { one: 'Bench one', many: 'Bench many' };
const areasOf = new Map(); // the current area IDs, by server

async function prepare(server) {
  if (areasOf.has(server)) return;
  const commands = await openCommands(server);
  try {
    const ids = {};
    for (const [size, name] of Object.entries(AREAS)) {
      const { area_id } = await commands.ask({ type: 'config/area_registry/create', name });
      ids[size] = area_id;
    }
    for (let n = 0; n <= ENTITIES; n++) {
      const { id } = await commands.ask({ type: 'input_boolean/create', name: `Bench area ${n}` });
      const place = { entity_id: `input_boolean.${id}`, area_id: n < ENTITIES ? ids.many : ids.one };
      await commands.ask({ type: 'config/entity_registry/update', ...place });
    }
    areasOf.set(server, ids);
  } finally {
    commands.close();
  }
}

/** How many times longer a call for an area with 500 entities takes than for one entity. */
export function areaCallOver(over) {
  return {
    name: `${ENTITIES} entities of an area by one call over ${over}, beside one entity`,
    unit: 'x',
    better: 'less',
    sides: 'server',
    aim: atMost(12, 'x'),
    prepare,
    async measure(server, run) {
      const { paced, rapid, errors } = await runJob('areaCalls', {
        ...{ server, over, service: 'input_boolean.toggle', areas: areasOf.get(server) },
        seconds: run.options.seconds,
      });
      const note = `${paced.many.toFixed(2)} and ${paced.one.toFixed(2)} ms; without pauses ${timesAsLong(rapid).toFixed(1)} x`;
      return { value: timesAsLong(paced), errors, note };
    },
  };
}

function timesAsLong({ one, many }) {
  return many / one;
}

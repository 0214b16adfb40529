// The time of a registry update on disk with and without recording it as a change; from the build, without a server.

import { recordingOf } from '../dist/changes/collections.js';
import { actAs } from '../dist/core/acting.js';
import { Bus } from '../dist/core/bus.js';
import { SystemClock } from '../dist/core/clock.js';
import { silentLog } from '../dist/core/log.js';
import { StateMachine } from '../dist/core/state-machine.js';
import { domains } from '../dist/domains/index.js';
import { buildHomeModel } from '../dist/entities/home/home-model.js';
import { openRecorder } from '../dist/storage/changes/change-recorder.js';
import { openDatabase } from '../dist/storage/database.js';
import { openDocuments } from '../dist/storage/documents.js';
import { hearthMigrations } from '../dist/storage/migrations/index.js';
import { percentile } from './measure.js';
import { FACTS } from './registry-home.js';

const ENTITIES = 1000;
const WARM_UP = 100;
const ACTING = { userId: '0'.repeat(32), tokenId: '0'.repeat(32), act: 'config/entity_registry/update' };

/** Alternates recorded and unrecorded updates in a folder; returns the median time of each in microseconds. */
export async function timeRecording(folder, updates) {
  const [clock, log] = [new SystemClock(), silentLog];
  const file = `${folder}/hearth.db`;
  const database = await openDatabase({
    ...{ file, migrations: hearthMigrations, backupFolder: folder, clock, log },
  });
  const bus = new Bus(log);
  const recorder = await openRecorder(database, { recordingOf, clock });
  const { registry } = buildHomeModel({
    ...{ facts: FACTS, domains, bus, clock, log, lastValues: () => null },
    documents: await openDocuments(database, log, { recorder }),
    states: new StateMachine(bus, clock),
  });
  for (let n = 0; n < ENTITIES; n += 1) {
    registry.create(`light.bench_${n}`, 'mqtt', `bench_${n}`, {
      ...{ config_entry_id: null, device_id: null, original_name: `Bench ${n}`, original_icon: null },
      ...{ original_device_class: null, entity_category: null, unit_of_measurement: null },
      ...{ translation_key: null, supported_features: 0, capabilities: {} },
    });
  }
  const update = (round, name) => registry.update(`light.bench_${(round * 7) % ENTITIES}`, { name });
  const kinds = {
    plain: update,
    recorded: (round, name) => actAs({ ...ACTING }, () => update(round, name)),
  };
  const times = { plain: [], recorded: [] };
  for (let round = 0; round < WARM_UP + updates; round += 1) {
    const order = round % 2 === 0 ? ['plain', 'recorded'] : ['recorded', 'plain'];
    for (const kind of order) {
      const began = performance.now();
      await kinds[kind](round, `${kind} ${round}`);
      if (round >= WARM_UP) times[kind].push((performance.now() - began) * 1000);
    }
  }
  await database.close();
  return { plain: percentile(times.plain, 0.5), recorded: percentile(times.recorded, 0.5) };
}

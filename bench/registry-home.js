// A data folder with a home of devices in areas, as found after a restart; created from the build without a
// server.
import { Bus } from '../dist/core/bus.js';
import { SystemClock } from '../dist/core/clock.js';
import { silentLog } from '../dist/core/log.js';
import { StateMachine } from '../dist/core/state-machine.js';
import { domains } from '../dist/domains/index.js';
import { buildHomeModel } from '../dist/entities/home/home-model.js';
import { openDatabase } from '../dist/storage/database.js';
import { openDocuments } from '../dist/storage/documents.js';
import { hearthMigrations } from '../dist/storage/migrations/index.js';

/** The facts of a home. */
export const FACTS = {
  ...{ name: 'Home', latitude: 52.37, longitude: 4.89, elevation: 2, time_zone: 'Europe/Amsterdam' },
  ...{ country: 'NL', currency: 'EUR', language: 'en', unit_system: 'metric' },
};
const KINDS = [
  ['light', 'Light'],
  ['sensor', 'Temperature'],
  ['sensor', 'Power'],
  ['binary_sensor', 'Motion'],
  ['switch', 'Socket'],
];

/**
 * Fills `hearth.db` in an empty folder: five entities per device, `devices` spread over `areas`, ten areas
 * per floor. Returns the ID of a device.
 */
export async function rememberHome(folder, { devices, areas }) {
  const [clock, log] = [new SystemClock(), silentLog];
  const file = `${folder}/hearth.db`;
  const database = await openDatabase({
    file,
    migrations: hearthMigrations,
    backupFolder: folder,
    clock,
    log,
  });
  const bus = new Bus(log);
  const home = buildHomeModel({
    ...{ facts: FACTS, domains, bus, clock, log, lastValues: () => null },
    documents: await openDocuments(database, log),
    states: new StateMachine(bus, clock),
  });
  const { floors, areas: rooms } = home.places;
  for (let n = 0; n < Math.ceil(areas / 10); n += 1) await floors.create({ name: `Floor ${n}`, level: n });
  for (let n = 0; n < areas; n += 1)
    await rooms.create({ name: `Room ${n}`, floor_id: `floor_${Math.floor(n / 10)}` });
  const entry = home.configEntries.ensure('mqtt', 'MQTT').entry_id;
  for (let n = 0; n < devices; n += 1) {
    const device = home.devices.ensure(entry, {
      identifiers: [['mqtt', `bench_${n}`]],
      ...{ name: `Bench ${n}`, manufacturer: 'Bench', model: 'One', sw_version: '1.0' },
    });
    home.devices.update(device.id, { area_id: `room_${n % areas}` });
    for (const [domain, name] of KINDS) remember(home, { domain, name, n, entry, device });
  }
  const [{ id: device }] = home.devices.list();
  // Writes are in order: once this one resolves, all are on disk.
  await home.registry.update('light.bench_0_light', { icon: 'mdi:lamp' });
  await database.close();
  return device;
}

function remember({ registry }, { domain, name, n, entry, device }) {
  const own = name.toLowerCase();
  registry.create(`${domain}.bench_${n}_${own}`, 'mqtt', `bench_${n}_${own}`, {
    ...{ config_entry_id: entry, device_id: device.id, original_name: name, original_icon: null },
    ...{ original_device_class: domain === 'sensor' ? own : null, entity_category: null },
    ...{ unit_of_measurement: null, translation_key: null, supported_features: 0 },
    capabilities: domain === 'light' ? { supported_color_modes: ['onoff'] } : {},
  });
}

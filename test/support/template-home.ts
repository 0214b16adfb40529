import { Bus } from '../../src/core/bus.ts';
import { silentLog } from '../../src/core/log.ts';
import { StateMachine } from '../../src/core/state-machine.ts';
import { UNIT_SYSTEMS } from '../../src/core/unit-system.ts';
import { ConfigEntries, type ConfigEntry } from '../../src/entities/registry/config-entries.ts';
import { type DeviceEntry, DeviceRegistry } from '../../src/entities/registry/device-registry.ts';
import { type EntityEntry, EntityRegistry } from '../../src/entities/registry/entity-registry.ts';
import { type Area, type Floor, type Label, makePlaces } from '../../src/entities/registry/places.ts';
import { FakeClock } from './fake-clock.ts';
import { MemoryCollection } from './home.ts';

const FACTS = {
  ...{ name: 'Home', latitude: 52.37, longitude: 4.89, elevation: 2, time_zone: 'Europe/Amsterdam' },
  ...{ country: 'NL', currency: 'EUR', language: 'en', unit_system: 'metric' as const, radius: 100 },
  ...{ external_url: null, internal_url: null },
};

/** The home used by the examples of the template reference. */
export async function templateHome() {
  const clock = new FakeClock();
  const bus = new Bus(silentLog);
  const states = new StateMachine(bus, clock);
  const registry = new EntityRegistry(new MemoryCollection<EntityEntry>(), { bus, clock });
  const devices = new DeviceRegistry(new MemoryCollection<DeviceEntry>(), bus, clock);
  const configEntries = new ConfigEntries(new MemoryCollection<ConfigEntry>(), clock);
  const places = makePlaces(
    {
      areas: new MemoryCollection<Area>(),
      floors: new MemoryCollection<Floor>(),
      labels: new MemoryCollection<Label>(),
    },
    { bus, clock },
  );
  await places.floors.create({ name: 'Ground' });
  await places.areas.create({ name: 'Kitchen', floor_id: 'ground' });
  await places.labels.create({ name: 'Cosy', description: 'Warm light' });
  const { entry_id: configEntry } = configEntries.ensure('mqtt', 'MQTT');
  const device = devices.ensure(configEntry, {
    ...{ identifiers: [['mqtt', 'lamp']], name: 'Lamp of the kitchen', manufacturer: 'Lumen', model: 'L1' },
  });
  await devices.update(device.id, { area_id: 'kitchen' });
  registry.create('light.lamp', 'mqtt', 'lamp', {
    ...{ config_entry_id: configEntry, device_id: device.id, original_name: 'Lamp', original_icon: null },
    ...{ original_device_class: null, unit_of_measurement: null, entity_category: null, capabilities: {} },
    ...{ supported_features: 0, translation_key: null, labels: ['cosy'] },
  });
  states.set('light.lamp', 'on', { friendly_name: 'Lamp', brightness: 128 });
  states.set('sensor.outside', '21.46', { unit_of_measurement: '°C', device_class: 'temperature' });
  states.set('binary_sensor.window', 'on', { device_class: 'window' });
  states.set('climate.living', 'heat', { hvac_action: 'heating' });
  states.set('person.anna', 'home', { latitude: 52.371, longitude: 4.891 });
  states.set('person.ben', 'not_home', { latitude: 51.92, longitude: 4.48 });
  states.set('group.lights', 'on', { entity_id: ['light.lamp'] });
  const home = { facts: FACTS, units: UNIT_SYSTEMS.metric };
  const entities = { get: () => undefined };
  return { clock, bus, states, registry, devices, configEntries, places, home, entities };
}

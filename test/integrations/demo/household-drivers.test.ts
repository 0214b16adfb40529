import { expect, test } from 'vitest';
import { demoHome } from './demo-home.ts';

const HOUR = 3_600_000;

test('a thermostat warms its room slowly, and rests when it is warm', async () => {
  const { call, clock, stateOf } = demoHome();
  await call('climate.set_temperature', { entity_id: 'climate.heating', temperature: 22 });
  const before = stateOf('climate.heating').attributes;
  expect(before).toMatchObject({ hvac_action: 'heating', temperature: 22, current_temperature: 19.8 });
  clock.advance(10 * 60_000);
  const soon = Number(stateOf('climate.heating').attributes.current_temperature);
  expect(soon).toBeGreaterThan(19.8);
  expect(soon).toBeLessThan(20.5);
  clock.advance(2 * HOUR);
  expect(Number(stateOf('climate.heating').attributes.current_temperature)).toBeCloseTo(22, 0);
});

test('a room that is not heated grows cold', async () => {
  const { call, clock, stateOf } = demoHome();
  await call('climate.turn_off', { entity_id: 'climate.heating' });
  clock.advance(3 * HOUR);
  const { hvac_action, current_temperature } = stateOf('climate.heating').attributes;
  expect(hvac_action).toBe('off');
  expect(Number(current_temperature)).toBeLessThan(19);
});

test('a device with a range cools above it and heats below it', async () => {
  const { call, stateOf } = demoHome();
  const pump = { entity_id: 'climate.heat_pump' };
  await call('climate.set_temperature', { ...pump, target_temp_low: 15, target_temp_high: 17 });
  expect(stateOf('climate.heat_pump').attributes.hvac_action).toBe('cooling');
  await call('climate.set_temperature', { ...pump, target_temp_low: 25, target_temp_high: 28 });
  expect(stateOf('climate.heat_pump').attributes.hvac_action).toBe('heating');
});

test('a vacuum cleaner cleans, drives home and stays there', async () => {
  const { call, clock, stateOf } = demoHome();
  const state = (): string => stateOf('vacuum.vacuum_cleaner').state;
  await call('vacuum.start', { entity_id: 'vacuum.vacuum_cleaner' });
  expect(state()).toBe('cleaning');
  clock.advance(25 * 60_000);
  expect(state()).toBe('returning');
  clock.advance(20_000);
  expect(state()).toBe('docked');
});

test('areas take as long as the parts of the map that they are', async () => {
  const { call, clock, stateOf } = demoHome();
  const cleaner = { entity_id: 'vacuum.vacuum_cleaner' };
  await call('vacuum.clean_area', { ...cleaner, cleaning_area_id: ['kitchen', 'living_room'] });
  clock.advance(18 * 60_000 - 1);
  expect(stateOf('vacuum.vacuum_cleaner').state).toBe('cleaning');
  clock.advance(1);
  expect(stateOf('vacuum.vacuum_cleaner').state).toBe('returning');
});

test('a paused mower stays where it is', async () => {
  const { call, clock, stateOf } = demoHome();
  await call('lawn_mower.start_mowing', { entity_id: 'lawn_mower.lawn_mower' });
  await call('lawn_mower.pause', { entity_id: 'lawn_mower.lawn_mower' });
  clock.advance(5 * HOUR);
  expect(stateOf('lawn_mower.lawn_mower').state).toBe('paused');
});

test('an update is installed in steps and is then no longer there to install', async () => {
  const { call, clock, stateOf } = demoHome();
  const firmware = { entity_id: 'update.vacuum_cleaner_firmware' };
  await call('update.install', firmware);
  clock.advance(3000);
  expect(stateOf(firmware.entity_id)).toMatchObject({
    state: 'on',
    attributes: { in_progress: true, update_percentage: 30, installed_version: '2.4.0' },
  });
  await expect(call('update.install', firmware)).rejects.toMatchObject({
    translation: { key: 'update_in_progress' },
  });
  clock.advance(7000);
  expect(stateOf(firmware.entity_id)).toMatchObject({
    state: 'off',
    attributes: { in_progress: false, update_percentage: null, installed_version: '2.5.1' },
  });
});

test('a humidifier humidifies the air up to the target', async () => {
  const { call, clock, stateOf } = demoHome();
  await call('humidifier.set_humidity', { entity_id: 'humidifier.humidifier', humidity: 60 });
  expect(stateOf('humidifier.humidifier').attributes.action).toBe('humidifying');
  clock.advance(3 * HOUR);
  const { action, current_humidity } = stateOf('humidifier.humidifier').attributes;
  expect(Number(current_humidity)).toBeGreaterThanOrEqual(59);
  expect(['idle', 'humidifying']).toContain(action);
});

test('water grows warm while it is heated', async () => {
  const { call, clock, stateOf } = demoHome();
  const tank = { entity_id: 'water_heater.heat_pump_hot_water' };
  await call('water_heater.set_temperature', { ...tank, temperature: 60, operation_mode: 'performance' });
  clock.advance(HOUR);
  expect(Number(stateOf(tank.entity_id).attributes.current_temperature)).toBeCloseTo(60, 0);
});

test('a valve without a position is open or closed after its time; one with a position reports it', async () => {
  const { call, clock, stateOf } = demoHome();
  await call('valve.close_valve', { entity_id: 'valve.water_main' });
  expect(stateOf('valve.water_main').state).toBe('closing');
  clock.advance(2000);
  expect(stateOf('valve.water_main')).toMatchObject({ state: 'closed', attributes: { is_closed: true } });
  await call('valve.set_valve_position', { entity_id: 'valve.garden_tap', position: 40 });
  clock.advance(5000);
  expect(stateOf('valve.garden_tap').attributes.current_position).toBe(40);
});

test('a bell rings some time', () => {
  const { clock, stateOf } = demoHome();
  expect(stateOf('event.doorbell_ring').state).toBe('unknown');
  for (let hours = 0; hours < 48 && stateOf('event.doorbell_ring').state === 'unknown'; hours += 1)
    clock.advance(HOUR);
  expect(stateOf('event.doorbell_ring').attributes.event_type).toBe('ring');
});

test('a phone is away by day and home by night', () => {
  const { clock, stateOf } = demoHome();
  expect(stateOf('device_tracker.anna_phone').state).toBe('not_home');
  clock.advance(8 * HOUR);
  const { state, attributes } = stateOf('device_tracker.anna_phone');
  expect(state).toBe('home');
  expect(attributes.latitude).toBeCloseTo(52.37, 3);
});

test('a stopped demo home leaves no timer', async () => {
  const { call, clock, simulator, states } = demoHome();
  await call('vacuum.start', { entity_id: 'vacuum.vacuum_cleaner' });
  await call('media_player.media_play', { entity_id: 'media_player.kitchen_speaker' });
  await call('update.install', { entity_id: 'update.vacuum_cleaner_firmware' });
  simulator.stop();
  expect(clock.pending).toBe(0);
  expect([...states.all()]).toEqual([]);
});

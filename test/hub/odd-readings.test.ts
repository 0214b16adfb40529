import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { SteppedClock } from '../support/stepped-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';

const WATTS = { unit_of_measurement: 'W', device_class: 'power', state_class: 'measurement' };
const SETTINGS = `
utility_meter:
  used: { source: sensor.odd, cycle: daily }
sensor:
  - { platform: derivative, source: sensor.odd, name: slope }
  - { platform: integration, source: sensor.odd, name: area, method: left }
  - { platform: min_max, entity_ids: [sensor.odd, sensor.other], name: sum, type: sum }
  - { platform: statistics, entity_id: sensor.odd, name: mean, state_characteristic: mean, sampling_size: 5 }
  - { platform: filter, entity_id: sensor.odd, name: smooth, filters: [{ filter: lowpass, time_constant: 4 }] }
binary_sensor:
  - platform: trend
    sensors: { rising: { entity_id: sensor.odd, max_samples: 5 } }
  - { platform: threshold, entity_id: sensor.odd, name: high, upper: 100 }
`;
const COMPUTED = ['used', 'slope', 'area', 'sum', 'mean', 'smooth'].map((name) => `sensor.${name}`);

let home: TestHub;
const clock = new SteppedClock('2026-10-24T20:00:00Z');
beforeAll(async () => {
  const folder = tempFolder(afterAll);
  writeFileSync(join(folder, 'hearth.yaml'), SETTINGS);
  home = await startTestHub({}, folder, clock);
});
afterAll(() => home.stop());

async function report(state: string, attributes: object = WATTS): Promise<void> {
  clock.advance(60_000);
  await home.rest('POST', '/api/states/sensor.odd', { state, attributes });
}
const shown = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json;

test.each(['nan', 'NaN', 'inf', '-Infinity', '1e999', '', '0x10', '1e300', '-1e300', '1e-320'])(
  'helpers that read "%s" show a finite number or none, and go on',
  async (odd) => {
    await home.rest('POST', '/api/states/sensor.other', { state: '1', attributes: WATTS });
    for (const state of ['10', odd, odd, '20', '30']) {
      await report(state);
      for (const id of COMPUTED) {
        const { state: own } = await shown(id);
        if (!['unknown', 'unavailable'].includes(own))
          expect(`${id} ${Number.isFinite(Number(own))}`).toBe(`${id} true`);
      }
    }
    expect((await shown('sensor.sum')).state).toBe('31.0');
    expect((await shown('binary_sensor.high')).state).toBe('off');
    // Nothing but the reading itself may hold on to it: five more, and it has left every window.
    for (const state of ['1', '2', '3', '4', '5']) await report(state);
    expect((await shown('sensor.mean')).state).toBe('3.0');
  },
);

it('converts or drops what was read in another unit', async () => {
  for (const state of ['1000', '1000', '1000', '1000', '1000']) await report(state);
  await report('2', { ...WATTS, unit_of_measurement: 'kW' });
  expect(await shown('sensor.mean')).toMatchObject({
    state: '1.2',
    attributes: { unit_of_measurement: 'kW' },
  });
  await report('20', { unit_of_measurement: '°C', device_class: 'temperature', state_class: 'measurement' });
  expect(await shown('sensor.mean')).toMatchObject({
    state: '20.0',
    attributes: { unit_of_measurement: '°C' },
  });
});

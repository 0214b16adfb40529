import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuesText } from '../../src/core/parse.ts';
import { thresholdHelper } from '../../src/helpers/threshold/threshold-helper.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const FILE = `
sensor:
  - platform: min_max
    entity_ids: [sensor.one, sensor.two]
  - platform: group
    name: Both
    type: sum
    entities: [sensor.one, sensor.two]
  - platform: min_max
    entity_ids: []
binary_sensor:
  - platform: threshold
    name: High
    unique_id: high
    entity_id: sensor.two
    upper: 5
  - platform: threshold
    name: No limit
    entity_id: sensor.two
`;
const PACKAGE = `
sensor:
  - platform: min_max
    name: Range
    type: range
    entity_ids: [sensor.one, sensor.two]
`;

let home: TestHub;
beforeAll(async () => {
  const dataDir = tempFolder(afterAll);
  writeFileSync(join(dataDir, 'hearth.yaml'), FILE);
  mkdirSync(join(dataDir, 'packages'));
  writeFileSync(join(dataDir, 'packages', 'range.yaml'), PACKAGE);
  home = await startTestHub({}, dataDir);
  for (const [id, state] of [
    ['sensor.one', '3'],
    ['sensor.two', '8'],
  ])
    await home.rest('POST', `/api/states/${id}`, { state });
});
afterAll(() => home.stop());

const stateOf = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json.state;

it('are opened beside groups of the same section', async () => {
  expect(await stateOf('sensor.max_sensor')).toBe('8.0');
  expect(await stateOf('sensor.both')).toBe('11.0');
  expect(await stateOf('binary_sensor.high')).toBe('on');
  expect(await stateOf('sensor.range')).toBe('5.0');
});

it('are left out where they are invalid', async () => {
  expect((await home.rest('GET', '/api/states/binary_sensor.no_limit')).status).toBe(404);
});

it.each([
  ['without a limit', { entity_id: 'sensor.a' }, 'lower or upper'],
  ['with an unknown key', { entity_id: 'sensor.a', upper: 1, foo: 2 }, 'foo'],
  ['of something that is no entity', { entity_id: 'a', upper: 1 }, 'entity_id'],
])('refuse a threshold %s', (_name, fields, reason) => {
  const item = { platform: 'threshold', ...fields };
  const read = thresholdHelper.file?.schema.safeParse(item);
  expect(issuesText(read?.error?.issues ?? [], item)).toContain(reason);
});

it('are read again by the reload service of their kind, and by no other', async () => {
  const file = join(home.dataDir, 'hearth.yaml');
  writeFileSync(
    file,
    FILE.replace('platform: min_max', 'platform: min_max\n    type: min').replace('upper: 5', 'upper: 50'),
  );
  expect((await home.rest('POST', '/api/services/min_max/reload', {})).status).toBe(200);
  expect(await stateOf('sensor.min_sensor')).toBe('3.0');
  expect((await home.rest('GET', '/api/states/sensor.max_sensor')).status).toBe(404);
  expect(await stateOf('sensor.range')).toBe('5.0');
  expect(await stateOf('binary_sensor.high')).toBe('on');
  writeFileSync(file, 'sensor: [');
  expect((await home.rest('POST', '/api/services/min_max/reload', {})).status).toBe(500);
  expect(await stateOf('sensor.min_sensor')).toBe('3.0');
  writeFileSync(file, FILE);
  await home.rest('POST', '/api/services/min_max/reload', {});
  expect(await stateOf('sensor.max_sensor')).toBe('8.0');
});

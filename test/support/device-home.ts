import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openDevice, type Recipe, type RecordedDevice } from './recorded-device.ts';
import { startTestHub, type TestClient, type TestHub } from './start-hub.ts';
import { isThorough } from './thoroughness.ts';

const FLOW = '/api/config/config_entries/flow';

// biome-ignore lint/suspicious/noExplicitAny: answers of flows have many shapes
type Answer = any;

/** Sets up an integration by its flow: the values of its forms, in their order. Returns the last answer. */
export async function setUp(home: TestHub, handler: string, ...forms: object[]): Promise<Answer> {
  let { json: step } = await home.rest('POST', FLOW, { handler });
  for (const values of forms) ({ json: step } = await home.rest('POST', `${FLOW}/${step.flow_id}`, values));
  return step;
}

/** A home with a device that is not set up yet. */
export interface DeviceHome {
  readonly home: TestHub;
  readonly owner: TestClient;
  readonly device: RecordedDevice;
  /** The state of an entity; undefined if there is none. */
  stateOf(id: string): Promise<Answer>;
  call(service: string, data: object): Promise<Answer>;
  /** Expects the device to be unavailable while it is off, and to come back by itself. */
  expectReturn(id: string): Promise<void>;
  /**
   * The same with `homeassistant.update_entity` instead of waiting for the next polls; by itself in the long form.
   */
  expectUpdate(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a device and a home. */
export async function openDeviceHome(recipe: Recipe): Promise<DeviceHome> {
  const device = await openDevice(recipe);
  const home = await startTestHub();
  const owner = await home.connect();
  const stateOf = async (id: string): Promise<Answer> => (await home.rest('GET', `/api/states/${id}`)).json;
  const call: DeviceHome['call'] = (service, data) =>
    home.rest('POST', `/api/services/${service.replace('.', '/')}`, data);
  const expectReturn = async (id: string): Promise<void> => {
    await device.stop();
    await expect.poll(async () => (await stateOf(id))?.state, { timeout: 20_000 }).toBe('unavailable');
    await device.start();
    await expect.poll(async () => (await stateOf(id))?.state, { timeout: 20_000 }).not.toBe('unavailable');
  };
  return {
    ...{ home, owner, device, stateOf, call, expectReturn },
    expectUpdate: async (id) => {
      if (isThorough) return expectReturn(id);
      const update = () => call('homeassistant.update_entity', { entity_id: id });
      await device.stop();
      await update();
      expect((await stateOf(id)).state).toBe('unavailable');
      await device.start();
      await update();
      await expect.poll(async () => (await stateOf(id)).state).not.toBe('unavailable');
    },
    close: async () => {
      await home.stop();
      await device.close();
    },
  };
}

/** Expects the entities that Home Assistant made of the same device; `known` replaces what differs from run to run. */
export async function expectRecorded(
  owner: TestClient,
  platform: string,
  known: Readonly<Record<string, string>> = {},
): Promise<void> {
  const byId = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other));
  const replaced = (one: object): object =>
    JSON.parse(
      Object.entries(known).reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(one)),
    );
  const recorded = recordedEntities(platform).map(identityOf).map(replaced);
  expect((await ownEntities(owner, platform)).sort(byId)).toEqual(recorded.sort(byId));
}

/** An entity as recorded from Home Assistant. */
interface RecordedEntity {
  readonly platform: string;
  readonly entity_id: string;
  readonly unique_id: string;
  readonly original_name?: string;
  readonly entity_category?: string;
  readonly device_class?: string;
  readonly disabled_by?: string;
  readonly state?: string;
  readonly device?: { readonly name: string };
}

/** The entities that Home Assistant made of the same device. */
export function recordedEntities(platform: string): RecordedEntity[] {
  const file = join(import.meta.dirname, '..', 'golden', 'devices.jsonl');
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedEntity)
    .filter((row) => row.platform === platform);
}

/** The registered entities of a platform in the form in which they were recorded. */
export async function ownEntities(owner: TestClient, platform: string): Promise<object[]> {
  const entries: Answer[] = await owner.must({ type: 'config/entity_registry/list' });
  const own = entries.filter((entry) => entry.platform === platform);
  const details = await Promise.all(
    own.map(({ entity_id }) => owner.must({ type: 'config/entity_registry/get', entity_id })),
  );
  return details.map((entry: Answer) => identityOf({ ...entry, device_class: entry.original_device_class }));
}

/** What must be the same, so that an imported home keeps its entities. */
export function identityOf(row: Answer): object {
  const { entity_id, unique_id, original_name, entity_category, device_class, disabled_by } = row;
  return {
    ...{ entity_id, unique_id, name: original_name ?? null, category: entity_category ?? null },
    ...{ device_class: device_class ?? null, disabled_by: disabled_by ?? null },
  };
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snapshot } from '../support/random-changes.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

let hub: TestHub;
let client: TestClient;

beforeAll(async () => {
  hub = await startTestHub();
  client = await hub.connect();
});
afterAll(() => hub.stop());

const CONFIGS: Readonly<Record<string, object>> = {
  automation: { alias: 'Evening', triggers: [{ trigger: 'event', event_type: 'dusk' }], actions: [] },
  script: { alias: 'Evening', sequence: [{ delay: 1 }] },
  scene: { name: 'Evening', entities: { 'light.none': { state: 'on' } } },
};

async function undoNewest(): Promise<void> {
  const [{ id }] = await client.must({ type: 'hearth/changes/list', limit: 1 });
  await client.must({ type: 'hearth/changes/undo', change_id: id });
}

async function entries(domain: string): Promise<{ entity_id: string; id: string; name: string | null }[]> {
  const all = await client.must({ type: 'config/entity_registry/list' });
  return all.filter((one: { entity_id: string }) => one.entity_id.startsWith(`${domain}.`));
}

describe.each(Object.keys(CONFIGS))('a deleted %s', (domain) => {
  const path = `/api/config/${domain}/config/evening`;
  const entityId = `${domain}.evening`;
  const stateOf = async (): Promise<number> => (await hub.rest('GET', `/api/states/${entityId}`)).status;

  it('returns with the same entity', async () => {
    expect((await hub.rest('POST', path, CONFIGS[domain])).status).toBe(200);
    await client.must({ type: 'config/entity_registry/update', entity_id: entityId, name: 'Mine' });
    const [before, registered] = [await snapshot(hub), await entries(domain)];
    expect(registered).toHaveLength(1);
    expect((await hub.rest('DELETE', path)).status).toBe(200);
    expect(await entries(domain)).toEqual([]);
    await undoNewest();
    expect(await entries(domain)).toEqual(registered);
    expect(await snapshot(hub)).toEqual(before);
    expect(await stateOf()).toBe(200);
  });

  it('returns without an entity if that had been removed, and the entity after it', async () => {
    const whole = await snapshot(hub);
    const registered = await entries(domain);
    await client.must({ type: 'config/entity_registry/remove', entity_id: entityId });
    const before = await snapshot(hub);
    expect((await hub.rest('DELETE', path)).status).toBe(200);
    await undoNewest();
    expect(await entries(domain)).toEqual([]);
    expect(await snapshot(hub)).toEqual(before);
    const [, , removal] = await client.must({ type: 'hearth/changes/list', limit: 3 });
    expect(removal.act).toBe('config/entity_registry/remove');
    await client.must({ type: 'hearth/changes/undo', change_id: removal.id });
    expect(await entries(domain)).toEqual(registered);
    expect(await snapshot(hub)).toEqual(whole);
    expect(await stateOf()).toBe(200);
  });
});

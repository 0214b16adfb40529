import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

let hub: TestHub;
let client: TestClient;

beforeAll(async () => {
  hub = await startTestHub();
  client = await hub.connect();
});
afterAll(() => hub.stop());

/** All documents as they are stored. */
async function documents(): Promise<unknown> {
  return hub.folder.database.query('SELECT collection, id, body FROM documents ORDER BY collection, id');
}

/** The newest change. */
async function newest() {
  const [change] = await client.must({ type: 'hearth/changes/list', limit: 1 });
  return change;
}

describe('the recorded changes', () => {
  it('name who changed what', async () => {
    const { area_id } = await client.must({ type: 'config/area_registry/create', name: 'Kitchen' });
    await client.must({ type: 'config/area_registry/update', area_id, icon: 'mdi:stove' });
    const owner = (await client.must({ type: 'auth/current_user' })).name;
    expect(await client.must({ type: 'hearth/changes/list', limit: 2 })).toMatchObject([
      {
        verb: 'changed',
        kind: 'area',
        name: 'Kitchen',
        user_name: owner,
        act: 'config/area_registry/update',
      },
      { verb: 'created', kind: 'area', name: 'Kitchen', subject: { name: 'areas', id: 'kitchen' }, parts: 1 },
    ]);
  });

  it('are undone byte for byte, and the undo as well', async () => {
    const before = await documents();
    await client.must({ type: 'config/area_registry/update', area_id: 'kitchen', name: 'Cuisine' });
    const after = await documents();
    const { id } = await newest();
    const { id: undo } = await client.must({ type: 'hearth/changes/undo', change_id: id });
    expect(await documents()).toEqual(before);
    expect((await client.must({ type: 'config/area_registry/list' }))[0].name).toBe('Kitchen');
    expect(await newest()).toMatchObject({ id: undo, undoes: id });
    await client.must({ type: 'hearth/changes/undo', change_id: undo });
    expect(await documents()).toEqual(after);
  });

  it('are undone back to the time that one of them shows, which itself stays', async () => {
    for (const name of ['Attic', 'Cellar']) await client.must({ type: 'config/area_registry/create', name });
    const [cellar, attic] = await client.must({ type: 'hearth/changes/list', limit: 2 });
    // Changes within a millisecond are a microsecond apart.
    const write = { sql: 'UPDATE changes SET at = floor(at) + 0.001 WHERE id = ?', params: [attic.id] };
    await hub.folder.database.write([write]);
    const [, { time }] = await client.must({ type: 'hearth/changes/list', limit: 2 });
    expect(time).toMatch(/001\+00:00$/);
    const { changes } = await client.must({ type: 'hearth/changes/preview', to: time });
    expect(changes.map(({ id }: { id: number }) => id)).toEqual([cellar.id]);
    await client.must({ type: 'hearth/changes/undo', to: time });
    const areas = await client.must({ type: 'config/area_registry/list' });
    const names = areas.map(({ name }: { name: string }) => name);
    expect(names).toContain('Attic');
    expect(names).not.toContain('Cellar');
    await client.must({ type: 'config/area_registry/delete', area_id: 'attic' });
  });

  it('bring back everything that depended on a deleted item', async () => {
    const { floor_id } = await client.must({ type: 'config/floor_registry/create', name: 'Ground' });
    await client.must({ type: 'config/area_registry/update', area_id: 'kitchen', floor_id });
    const before = await documents();
    await client.must({ type: 'config/floor_registry/delete', floor_id });
    const { id, parts } = await newest();
    expect(parts).toBe(2);
    await client.must({ type: 'hearth/changes/undo', change_id: id });
    expect(await documents()).toEqual(before);
  });

  it('name in their preview what loses a reference, or goes as well, when undo takes something away', async () => {
    const scope = 'automation';
    const { floor_id } = await client.must({ type: 'config/floor_registry/create', name: 'Top' });
    const floor = await newest();
    const { label_id } = await client.must({ type: 'config/label_registry/create', name: 'Warm' });
    const label = await newest();
    const { category_id } = await client.must({
      type: 'config/category_registry/create',
      scope,
      name: 'Heat',
    });
    const category = await newest();
    await client.must({ type: 'input_boolean/create', name: 'Guests' });
    const helper = await newest();
    const { entity_entry: entry } = await client.must({
      ...{ type: 'config/entity_registry/update', entity_id: 'input_boolean.guests' },
      ...{ labels: [label_id], categories: { [scope]: category_id } },
    });
    await client.must({
      ...{ type: 'config/area_registry/update', area_id: 'kitchen', floor_id, labels: [label_id] },
    });
    await client.must({ type: 'lovelace/dashboards/create', url_path: 'top-floor', title: 'Top floor' });
    const dashboard = await newest();
    await client.must({ type: 'lovelace/config/save', url_path: 'top-floor', config: { views: [] } });
    const all = [
      [floor, ['areas/kitchen', 'floors/top']],
      [label, ['areas/kitchen', `entities/${entry.id}`, 'labels/warm']],
      [category, [`categories/${category_id}`, `entities/${entry.id}`]],
      [dashboard, ['dashboard_configs/top-floor', 'dashboards/top_floor']],
    ] as const;
    for (const [{ id }, related] of all) {
      const before = await documents();
      const { parts } = await client.must({ type: 'hearth/changes/preview', change_id: id });
      const named = parts.map((part: { name: string; id: string }) => `${part.name}/${part.id}`).sort();
      expect(named).toEqual(related);
      const { id: undo } = await client.must({ type: 'hearth/changes/undo', change_id: id });
      const { parts: recorded } = await newest();
      expect(recorded).toBe(related.length);
      const [area] = await client.must({ type: 'config/area_registry/list' });
      if (id === floor.id) expect(area.floor_id).toBe(null);
      if (id === label.id) expect(area.labels).toEqual([]);
      await client.must({ type: 'hearth/changes/undo', change_id: undo });
      expect(await documents()).toEqual(before);
    }
    // Its entry was changed since: the helper goes with it only if forced.
    const refused = await client.ask({ type: 'hearth/changes/undo', change_id: helper.id });
    expect(refused.error.code).toBe('conflict');
    await client.must({
      type: 'config/area_registry/update',
      area_id: 'kitchen',
      floor_id: null,
      labels: [],
    });
  });

  it('keep what was changed since, field by field', async () => {
    await client.must({ type: 'config/area_registry/update', area_id: 'kitchen', icon: 'mdi:pot' });
    const { id } = await newest();
    await client.must({ type: 'config/area_registry/update', area_id: 'kitchen', aliases: ['Galley'] });
    expect((await client.must({ type: 'hearth/changes/preview', change_id: id })).parts[0].state).toBe(
      'merged',
    );
    await client.must({ type: 'hearth/changes/undo', change_id: id });
    const [area] = await client.must({ type: 'config/area_registry/list' });
    expect(area).toMatchObject({ icon: 'mdi:stove', aliases: ['Galley'] });
  });

  it('name the conflict with a later change of the same field, unless forced', async () => {
    await client.must({ type: 'config/area_registry/update', area_id: 'kitchen', icon: 'mdi:knife' });
    const { id } = await newest();
    await client.must({ type: 'config/area_registry/update', area_id: 'kitchen', icon: 'mdi:fork' });
    const later = await newest();
    const { parts } = await client.must({ type: 'hearth/changes/preview', change_id: id });
    expect(parts[0]).toMatchObject({ state: 'conflict', conflict: { fields: ['icon'], time: later.time } });
    const refused = await client.ask({ type: 'hearth/changes/undo', change_id: id });
    expect(refused.error.code).toBe('conflict');
    await client.must({ type: 'hearth/changes/undo', change_id: id, force: true });
    expect((await client.must({ type: 'config/area_registry/list' }))[0].icon).toBe('mdi:stove');
  });

  it('have no secrets, neither stored nor in previews, and still put them back', async () => {
    const path = '/api/config/automation/config/locked';
    const config = {
      ...{ alias: 'Locked', triggers: [{ trigger: 'webhook', webhook_id: 'hook-4711' }] },
      actions: [
        { action: 'lock.unlock', target: { entity_id: 'lock.door' }, data: { code: '8642' } },
        { action: 'rest_command.x', data: { url: 'https://ann:geheim@home.example', api_key: 'k-1234' } },
      ],
    };
    await hub.rest('POST', path, config);
    const cards = { type: 'alarm-panel', code: '9753', token: 't-9876' };
    await client.must({
      type: 'lovelace/config/save',
      url_path: 'top-floor',
      config: { views: [{ cards: [cards] }] },
    });
    const saved = await newest();
    await hub.rest('DELETE', path);
    const deleted = await newest();
    const before = await documents();
    for (const { id } of [saved, deleted]) {
      const preview = JSON.stringify(await client.must({ type: 'hearth/changes/preview', change_id: id }));
      for (const secret of ['hook-4711', '8642', 'geheim', 'k-1234', '9753', 't-9876'])
        expect(preview, secret).not.toContain(secret);
      expect(preview).toMatch(/alarm-panel|Locked/);
    }
    // Nor does the list itself contain them.
    const { database } = hub.folder;
    const stored = JSON.stringify([
      await database.query('SELECT * FROM change_parts'),
      await database.query('SELECT * FROM change_journal'),
    ]);
    for (const secret of ['hook-4711', '8642', 'geheim', 'k-1234', '9753', 't-9876'])
      expect(stored, secret).not.toContain(secret);
    await client.must({ type: 'hearth/changes/undo', change_id: deleted.id });
    expect((await hub.rest('GET', path)).json).toMatchObject(config);
    await hub.rest('DELETE', path);
    expect(await documents()).toEqual(before);
  });

  it('are undone over REST', async () => {
    const before = await documents();
    await client.must({ type: 'config/label_registry/create', name: 'Fragile' });
    const [{ id }] = (await hub.rest('GET', '/api/hearth/changes?limit=1')).json;
    expect((await hub.rest('POST', `/api/hearth/changes/${id}/undo`, {})).status).toBe(200);
    expect(await documents()).toEqual(before);
    expect((await hub.rest('POST', '/api/hearth/changes/999999/undo', {})).status).toBe(404);
  });
});

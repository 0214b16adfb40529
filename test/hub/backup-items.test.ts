import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snapshot } from '../support/random-changes.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

interface Item {
  readonly name: string;
  readonly id: string;
  readonly state: string;
}

describe('single items of a backup', () => {
  let home: TestHub;
  let client: TestClient;
  let backup: string;
  let before: Record<string, string>;

  beforeAll(async () => {
    home = await startTestHub();
    client = await home.connect();
    await client.must({ type: 'config/area_registry/create', name: 'Kitchen' });
    await client.must({ type: 'input_boolean/create', name: 'Guests' });
    await client.must({
      type: 'config/entity_registry/update',
      entity_id: 'input_boolean.guests',
      area_id: 'kitchen',
    });
    const config = { alias: 'Evening', triggers: [{ trigger: 'event', event_type: 'dusk' }], actions: [] };
    await home.rest('POST', '/api/config/automation/config/evening', config);
    before = await configuration();
    await client.must({ type: 'backup/subscribe_events' });
    const { backup_job_id: id } = await client.must({ type: 'backup/generate', agent_ids: ['backup.local'] });
    await client.event((event) => /completed|failed/.test(event.event?.state), 50_000);
    backup = id;
  });
  afterAll(() => home.stop());

  /** What users see: without the notes of the server about backups. */
  async function configuration(): Promise<Record<string, string>> {
    const all = Object.entries(await snapshot(home));
    return Object.fromEntries(all.filter(([name]) => !/^(backup_|removed_entities)/.test(name)));
  }

  const items = (): Promise<Item[]> => client.must({ type: 'hearth/backup/items', backup_id: backup });

  it('are all as in the backup at first', async () => {
    const all = await items();
    expect(all.map(({ name, id }) => `${name}/${id}`)).toEqual(
      expect.arrayContaining(['automation/evening', 'areas/kitchen', 'helpers.input_boolean/guests']),
    );
    expect(all.filter(({ state }) => state !== 'same')).toEqual([]);
  });

  it('are restored as one change after a preview, with their entities, and taken back by its undo', async () => {
    await home.rest('DELETE', '/api/config/automation/config/evening');
    await client.must({ type: 'input_boolean/delete', input_boolean_id: 'guests' });
    await client.must({ type: 'config/area_registry/update', area_id: 'kitchen', name: 'Cuisine' });
    await client.must({ type: 'config/area_registry/create', name: 'Attic' });
    const changed = await configuration();
    expect((await items()).filter(({ state }) => state !== 'same')).toEqual([
      expect.objectContaining({ name: 'automation', id: 'evening', state: 'missing' }),
      expect.objectContaining({ name: 'areas', id: 'kitchen', state: 'changed' }),
      expect.objectContaining({ name: 'helpers.input_boolean', id: 'guests', state: 'missing' }),
    ]);
    const picked = [
      { name: 'automation', id: 'evening' },
      { name: 'helpers.input_boolean', id: 'guests' },
    ];
    const message = { backup_id: backup, items: picked };
    const parts = await client.must({ type: 'hearth/backup/items/preview', ...message });
    expect(parts.map(({ kind, now }: { kind: string; now: unknown }) => [kind, now])).toEqual(
      expect.arrayContaining([
        ['automation', null],
        ['helper', null],
        ['entity', null],
      ]),
    );
    expect(await configuration()).toEqual(changed);
    const { id } = await client.must({ type: 'hearth/backup/items/restore', ...message });
    const restored = await configuration();
    for (const name of ['automations.yaml', 'helpers.input_boolean/guests'])
      expect(restored[name]).toBe(before[name]);
    expect(restored['areas/kitchen']).toBe(changed['areas/kitchen']);
    expect((await home.rest('GET', '/api/states/input_boolean.guests')).status).toBe(200);
    expect((await home.rest('GET', '/api/states/automation.evening')).status).toBe(200);
    const entry = await client.must({
      type: 'config/entity_registry/get',
      entity_id: 'input_boolean.guests',
    });
    expect(entry.area_id).toBe('kitchen');
    await client.must({ type: 'hearth/changes/undo', change_id: id });
    expect(await configuration()).toEqual(changed);
  });

  it('are refused by name if the backup or the item is unknown', async () => {
    const ask = (backup_id: string, id: string) =>
      client.ask({ type: 'hearth/backup/items/restore', backup_id, items: [{ name: 'areas', id }] });
    expect((await ask('none', 'kitchen')).error).toMatchObject({ code: 'not_found' });
    expect((await ask(backup, 'nowhere')).error.message).toContain('nowhere');
  });
});

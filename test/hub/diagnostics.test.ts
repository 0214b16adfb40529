import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';

test('administrators download diagnostics of an entry and a device, without secrets', async () => {
  const hub = await startTestHub({ demo: true });
  try {
    const client = await hub.connect();
    const list = await client.must({ type: 'diagnostics/list' });
    const handlers = { config_entry: true, device: true };
    expect(list).toContainEqual({ domain: 'demo', handlers });
    expect(await client.must({ type: 'diagnostics/get', domain: 'demo' })).toEqual({
      domain: 'demo',
      handlers,
    });
    expect((await client.ask({ type: 'diagnostics/get', domain: 'none' })).error.code).toBe('not_found');
    const [entry] = await client.must({ type: 'config_entries/get', domain: 'demo' });
    const path = `/api/diagnostics/config_entry/${entry.entry_id}`;
    const { path: signed } = await client.must({ type: 'auth/sign_path', path });
    const answer = await fetch(hub.url + signed);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="config_entry-demo-${entry.entry_id}.json"`,
    );
    const text = await answer.text();
    const { data, home_assistant } = JSON.parse(text);
    expect(home_assistant.installation_type).toBe('Hearth');
    const camera = data.entities.find(({ entity_id: id }: { entity_id: string }) => id.startsWith('camera.'));
    expect(camera.state.attributes).toMatchObject({
      access_token: '**REDACTED**',
      entity_picture: '**REDACTED**',
    });
    const [device] = data.devices;
    const ofDevice = await hub.rest('GET', `${path}/device/${device.id}`);
    expect(ofDevice.json.data.device.id).toBe(device.id);
    expect((await hub.rest('GET', `${path}/device/none`)).status).toBe(404);
    expect((await hub.rest('GET', '/api/diagnostics/config_entry/none')).status).toBe(404);
    const { entry_id } = entry;
    expect(await client.must({ type: 'config_entries/subentries/list', entry_id })).toEqual([]);
    const removal = { type: 'config_entries/subentries/delete', entry_id, subentry_id: 'none' };
    expect((await client.ask(removal)).error.code).toBe('not_found');
  } finally {
    await hub.stop();
  }
});

test('parts that Hearth does not have answer with nothing, or say why', async () => {
  const hub = await startTestHub();
  try {
    const client = await hub.connect();
    const refused = async (command: Record<string, unknown>) => (await client.ask(command)).error.code;
    expect(await refused({ type: 'config_entries/subentries/list', entry_id: 'none' })).toBe('not_found');
    expect(await refused({ type: 'http/config/configure', config: {} })).toBe('not_supported');
    const adapters = { configured_adapters: ['eth0'] };
    expect(await refused({ type: 'network/configure', config: adapters })).toBe('not_supported');
    const format = { entity_id_parts: ['entity', 'device'] };
    expect(await refused({ type: 'config/entity_registry/settings/update', ...format })).toBe(
      'not_supported',
    );
    expect(await refused({ type: 'tts/engine/get', engine_id: 'tts.none' })).toBe('not_found');
    expect(await refused({ type: 'update/release_notes', entity_id: 'update.none' })).toBe('not_found');
    expect(await client.must({ type: 'config/core/detect' })).toEqual({});
  } finally {
    await hub.stop();
  }
});

test('users change their own name and the picture of the person that they are', async () => {
  const hub = await startTestHub();
  try {
    const { users, tokens } = hub.hub.auth;
    const user = await users.create({ name: 'Robin', group_ids: ['system-users'] });
    const kind = 'long_lived_access_token';
    const { secret } = await tokens.create({ user_id: user.id, kind, name: 'robin' });
    const owner = await hub.connect();
    const robin = await hub.connect(secret);
    const update = (fields: object) => robin.ask({ type: 'person/update_own_profile', ...fields });
    expect((await update({ picture: null })).error.code).toBe('home_assistant_error');
    await owner.must({ type: 'person/create', name: 'Robin', user_id: user.id });
    const picture = `/api/image/serve/${'a'.repeat(32)}/512x512`;
    const { result } = await update({ name: 'Robin R.', picture });
    expect(result).toMatchObject({
      user_name: 'Robin R.',
      person: { name: 'Robin R.', picture, user_id: user.id },
    });
    expect((await update({ picture: 'https://elsewhere.example/x.png' })).error.code).toBe(
      'home_assistant_error',
    );
  } finally {
    await hub.stop();
  }
});

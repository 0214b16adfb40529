import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUp } from '../support/device-home.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const MANIFEST = { domain: 'club', name: 'Club', version: '1.0.0', api: 1 };
const TEXTS = {
  config_subentries: { member: { entry_type: 'Member', step: { user: { title: 'A member' } } } },
};
const MAIN = `
import { FlowError, integration, LoginRefused, z } from 'hearth-integration';
import { existsSync } from 'node:fs';
export default integration({
  config: z.object({ name: z.string(), password: z.string().meta({ secret: true }) }),
  connect: ({ name, password }) => {
    if (password === 'wrong') throw new LoginRefused('no');
    return { uniqueId: name, title: name };
  },
  subentries: {
    member: {
      form: z.object({ nick: z.string(), badge: z.string().meta({ secret: true }), age: z.number().int().default(7) }),
      connect: ({ nick }, flow) => {
        if (nick === 'nobody') throw new FlowError('no_member', 'nick');
        return { uniqueId: nick.toLowerCase(), title: nick + ' of ' + flow.entry.title };
      },
    },
    guest: { form: z.object({}), canChange: false, connect: () => ({ title: 'Guest' }) },
  },
  setup(entry) {
    if (entry.subentries.length > 0) entry.device({ identifiers: ['locker'], name: 'Locker' });
    for (const { id, title, data } of entry.subentries)
      entry.sensor({ uniqueId: id, name: title, values: { value: data.age ?? 0 } });
    const sent = entry.binarySensor({ uniqueId: 'open', name: 'Open', values: { on: true } });
    entry.poll(100, () => {
      if (entry.data.password === 'first' && existsSync('expired')) throw new LoginRefused('it has expired');
      sent.report({ on: true });
    });
  },
});
`;
const FLOW = '/api/config/config_entries/subentries/flow';
const BADGE = 'badge-4711-secret';

let home: TestHub;
let owner: TestClient;
let entryId = '';
const dataDir = tempFolder(afterAll);
beforeAll(async () => {
  const folder = join(dataDir, 'integrations', 'club');
  mkdirSync(join(folder, 'locales'), { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
  writeFileSync(join(folder, 'locales', 'en.json'), JSON.stringify(TEXTS));
  writeFileSync(join(folder, 'main.js'), MAIN);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  home = await startTestHub({}, dataDir);
  owner = await home.connect();
  const made = await setUp(home, 'club', { name: 'Chess', password: 'first' });
  entryId = made.result.entry_id;
});
afterAll(() => home.stop());

const entry = async () => (await owner.must({ type: 'config_entries/get', domain: 'club' }))[0];
const parts = () => owner.must({ type: 'config_entries/subentries/list', entry_id: entryId });
const stateOf = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json?.state;
const add = (type: string, subentry_id?: string) =>
  home.rest('POST', FLOW, {
    handler: [entryId, type],
    ...(subentry_id === undefined ? {} : { subentry_id }),
  });

describe('parts of an entry', () => {
  it('are added by a flow, and the entry is set up with them', async () => {
    await expect.poll(async () => (await entry()).state).toBe('loaded');
    expect((await entry()).supported_subentry_types).toEqual({
      ...{ member: { supports_reconfigure: true }, guest: { supports_reconfigure: false } },
    });
    const { json: form } = await add('member');
    expect(form).toMatchObject({ type: 'form', step_id: 'user', handler: [entryId, 'member'] });
    const answer = (values: object) => home.rest('POST', `${FLOW}/${form.flow_id}`, values);
    expect((await answer({ nick: 'Ann' })).json).toEqual({ errors: { badge: 'required key not provided' } });
    expect((await answer({ nick: 'nobody', badge: BADGE })).json).toMatchObject({
      errors: { nick: 'no_member' },
    });
    expect((await home.rest('GET', `${FLOW}/${form.flow_id}`)).status).toBe(200);
    expect((await home.rest('GET', `/api/config/config_entries/flow/${form.flow_id}`)).status).toBe(404);
    expect((await answer({ nick: 'Ann', badge: BADGE })).json).toMatchObject({
      ...{ type: 'create_entry', title: 'Ann of Chess', handler: [entryId, 'member'] },
    });
    expect(await parts()).toEqual([
      { subentry_id: form.flow_id, subentry_type: 'member', title: 'Ann of Chess', unique_id: 'ann' },
    ]);
    expect((await entry()).num_subentries).toBe(1);
    await expect.poll(() => stateOf('sensor.ann_of_chess')).toBe('7');
  });

  it('are not added twice, and only of types that there are', async () => {
    const { json: form } = await add('member');
    const { json } = await home.rest('POST', `${FLOW}/${form.flow_id}`, { nick: 'ANN', badge: 'x' });
    expect(json).toMatchObject({ type: 'abort', reason: 'already_configured' });
    expect((await add('pet')).status).toBe(404);
    expect((await add('member', 'none')).status).toBe(404);
    expect((await home.rest('POST', FLOW, { handler: 'club' })).status).toBe(400);
  });

  it('are changed and renamed, and their secrets are neither shown nor stored readably', async () => {
    const [{ subentry_id }] = await parts();
    const { json: form } = await add('member', subentry_id);
    expect(form).toMatchObject({
      step_id: 'reconfigure',
      data_schema: [{ description: { suggested_value: 'Ann' } }, { name: 'badge', secret: true }, {}],
    });
    expect(JSON.stringify(form)).not.toContain(BADGE);
    const { json } = await home.rest('POST', `${FLOW}/${form.flow_id}`, {
      nick: 'Ann',
      badge: BADGE,
      age: 8,
    });
    expect(json).toMatchObject({ type: 'abort', reason: 'reconfigure_successful' });
    await expect.poll(() => stateOf('sensor.ann_of_chess')).toBe('8');
    const rename = { type: 'config_entries/subentries/update', entry_id: entryId, subentry_id, title: 'Ann' };
    await owner.must(rename);
    expect(await parts()).toMatchObject([{ title: 'Ann' }]);
    expect(await owner.ask({ ...rename, subentry_id: 'none' })).toMatchObject({
      error: { code: 'not_found' },
    });
    for (const one of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
      if (one.isFile()) expect(readFileSync(join(one.parentPath, one.name)).includes(BADGE)).toBe(false);
  });

  it('are as they were after each of their changes is undone', async () => {
    const database = home.folder.database;
    const stored = async () =>
      (await database.query('SELECT body FROM documents WHERE id = ?', [entryId]))[0]?.body;
    const undone = async (change: () => Promise<unknown>) => {
      const before = await stored();
      await change();
      const [{ id }] = await owner.must({ type: 'hearth/changes/list', limit: 1 });
      expect(await stored()).not.toEqual(before);
      await owner.must({ type: 'hearth/changes/undo', change_id: id });
      expect(JSON.parse(String(await stored())).subentries).toEqual(JSON.parse(String(before)).subentries);
    };
    const [{ subentry_id }] = await parts();
    const of = { entry_id: entryId, subentry_id };
    await undone(() => owner.must({ type: 'config_entries/subentries/update', ...of, title: 'Bob' }));
    await undone(() => owner.must({ type: 'config_entries/subentries/delete', ...of }));
    await undone(async () => {
      const { json: form } = await add('member');
      await home.rest('POST', `${FLOW}/${form.flow_id}`, { nick: 'Cleo', badge: 'x' });
    });
    expect(await parts()).toMatchObject([{ subentry_id, title: 'Ann' }]);
    await expect.poll(() => stateOf('sensor.ann_of_chess')).toBe('8');
  });

  it('have texts of their own', async () => {
    const { resources } = await owner.must({
      ...{ type: 'frontend/get_translations', language: 'en', category: 'config_subentries' },
      integration: ['club'],
    });
    expect(resources).toMatchObject({
      'component.club.config_subentries.member.entry_type': 'Member',
      'component.club.config_subentries.member.step.user.title': 'A member',
    });
  });

  it('are removed', async () => {
    const [{ subentry_id }] = await parts();
    await owner.must({ type: 'config_entries/subentries/delete', entry_id: entryId, subentry_id });
    expect(await parts()).toEqual([]);
    await expect.poll(() => stateOf('sensor.ann_of_chess')).toBeUndefined();
    const entities: { readonly entity_id: string }[] = await owner.must({
      type: 'config/entity_registry/list',
    });
    const ids = entities.map(({ entity_id: id }) => id);
    expect(ids).not.toContain('sensor.ann_of_chess');
    expect(ids).toContain('binary_sensor.open');
    const devices: { readonly name: string }[] = await owner.must({ type: 'config/device_registry/list' });
    expect(devices.map(({ name }) => name)).not.toContain('Locker');
  });
});

it('an integration that runs says that its login has expired, and goes on with the new one', async () => {
  await expect.poll(() => stateOf('binary_sensor.open')).toBe('on');
  writeFileSync(join(dataDir, 'integrations', '.data', 'club', 'expired'), '');
  await expect.poll(() => stateOf('binary_sensor.open')).toBe('unavailable');
  expect(await entry()).toMatchObject({ state: 'setup_error', reason: 'it has expired' });
  const asked = async () => (await owner.must({ type: 'config_entries/flow/progress' }))[0];
  await expect.poll(asked).toMatchObject({ context: { source: 'reauth', entry_id: entryId } });
  const issue = `config_entry_reauth_club_${entryId}`;
  const issues = async () =>
    (await owner.must({ type: 'repairs/list_issues' })).issues.map(
      (one: { issue_id: string }) => one.issue_id,
    );
  await expect.poll(issues, { timeout: 5000 }).toContain(issue);
  const path = `/api/config/config_entries/flow/${(await asked()).flow_id}`;
  expect((await home.rest('POST', path, { password: 'wrong' })).json).toMatchObject({
    errors: { base: 'invalid_auth' },
  });
  expect((await home.rest('POST', path, { password: 'second' })).json).toMatchObject({
    ...{ type: 'abort', reason: 'reauth_successful' },
  });
  await expect.poll(() => stateOf('binary_sensor.open')).toBe('on');
  expect(await asked()).toBeUndefined();
  await expect.poll(issues, { timeout: 5000 }).not.toContain(issue);
});

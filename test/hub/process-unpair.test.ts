import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUp } from '../support/device-home.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const MANIFEST = { domain: 'paired', name: 'Paired', version: '1.0.0', api: 1, unpairs: true };
const MAIN = `
import { integration, z } from 'hearth-integration';
import { writeFileSync } from 'node:fs';
export default integration({
  config: z.object({ name: z.string() }),
  connect: ({ name }) => ({ uniqueId: name, title: name }),
  setup() {},
  unpair({ uniqueId }) {
    if (uniqueId === 'gone') throw new Error('It cannot be reached');
    writeFileSync('unpaired', uniqueId);
  },
});
`;
const ENTRIES = '/api/config/config_entries/entry';

let home: TestHub;
const dataDir = tempFolder(afterAll);
beforeAll(async () => {
  const folder = join(dataDir, 'integrations', 'paired');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
  writeFileSync(join(folder, 'main.js'), MAIN);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  home = await startTestHub({}, dataDir);
});
afterAll(() => home.stop());

const add = async (name: string): Promise<string> => (await setUp(home, 'paired', { name })).result.entry_id;
const remove = (id: string) => home.rest('DELETE', `${ENTRIES}/${id}`);

it('tells an integration before an entry is removed, also one that is disabled', async () => {
  const mark = join(dataDir, 'integrations', '.data', 'paired', 'unpaired');
  const id = await add('lamp');
  const owner = await home.connect();
  await owner.must({ type: 'config_entries/disable', entry_id: id, disabled_by: 'user' });
  expect(existsSync(mark)).toBe(false);
  expect((await remove(id)).status).toBe(200);
  expect(readFileSync(mark, 'utf8')).toBe('lamp');
});

it('removes an entry whose device cannot be reached', async () => {
  const id = await add('gone');
  expect((await remove(id)).status).toBe(200);
  expect((await home.rest('GET', `${ENTRIES}?domain=paired`)).json).toEqual([]);
});

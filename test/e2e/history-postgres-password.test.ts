import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hearth, serveHearth } from '../support/command-line.ts';
import { hasPostgres, TestPostgres } from '../support/postgres.ts';
import { TestClient } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

describe.skipIf(!hasPostgres)('the password of PostgreSQL', () => {
  it.each(['wrong', 'refused'])('is nowhere but in secrets.yaml if it is %s', async (kind) => {
    const server = await TestPostgres.start();
    onTestFinished(() => server.stop());
    const dataDir = tempFolder();
    const secret = 'hu$h "1" pässword';
    const { port, user, database } = await server.database();
    writeFileSync(join(dataDir, 'secrets.yaml'), `history_password: '${secret}'\n`);
    const address = `postgres://${user}@127.0.0.1:${kind === 'wrong' ? port : 1}/${database}?sslmode=disable`;
    const settings = `history:\n  store: ${address}\n  store_password: !secret history_password\n`;
    writeFileSync(join(dataDir, 'hearth.yaml'), settings);
    const made = await hearth(['token', 'create', '--name', 'test', '--data-dir', dataDir]);
    const token = made.stdout.trim();
    const { url, kill } = await serveHearth(dataDir, { flags: ['--log-level', 'debug'] });
    const headers = { authorization: `Bearer ${token}` };
    const client = await TestClient.open(url, token);
    const shown = await until(async () => {
      const found = JSON.stringify(await client.must({ type: 'persistent_notification/get' }));
      return found.includes('history_store_away') && found;
    });
    expect(shown).toContain(kind === 'wrong' ? 'password authentication failed' : 'ECONNREFUSED');
    const said = [shown];
    await fetch(`${url}/api/states/sensor.a`, { method: 'POST', headers, body: '{"state":"1"}' });
    for (const path of [
      'config',
      'error_log',
      'states',
      'services',
      'hearth/history/export?entities=sensor.a',
    ])
      said.push(await (await fetch(`${url}/api/${path}`, { headers })).text());
    for (const type of [
      'get_config',
      'recorder/info',
      'hearth/history/usage',
      'system_log/list',
      'config/core/update',
    ])
      said.push(JSON.stringify(await client.ask({ type })));
    said.push(JSON.stringify(await client.ask({ type: 'hearth/history/forget', entity_ids: ['sensor.a'] })));
    for (const type of ['system_health/info', 'config_entries/get']) {
      await client.ask({ type });
      said.push(JSON.stringify(client.events));
    }
    await kill('SIGTERM');
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'secrets.yaml')
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.some((file) => file.endsWith('hearth.log'))).toBe(true);
    for (const text of [...said, ...files.map((file) => readFileSync(file, 'utf8'))])
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), 'hu$h'])
        expect(text.includes(form)).toBe(false);
  });
});

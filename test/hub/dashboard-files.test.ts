import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SETTINGS = `lovelace:
  mode: yaml
  resources:
    - { url: /local/card.js, type: module }
  dashboards:
    kitchen-wall: { mode: yaml, filename: dashboards/wall.yaml, title: Wall, icon: mdi:tablet }
    no-file: { mode: yaml, filename: missing.yaml, title: Missing }
frontend:
  themes:
    midnight: { primary-color: '#112233', modes: { dark: { primary-color: black } } }
    broken: [1]
`;

test('dashboards, resources and themes are read from files', async () => {
  const folder = tempFolder();
  for (const name of ['dashboards', 'themes']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'hearth.yaml'), SETTINGS);
  const wall = join(folder, 'dashboards', 'wall.yaml');
  writeFileSync(wall, 'title: Wall\nviews: !include views.yaml\n');
  writeFileSync(join(folder, 'dashboards', 'views.yaml'), '- { title: One, cards: [] }\n');
  writeFileSync(join(folder, 'ui-lovelace.yaml'), 'views: []\n');
  writeFileSync(join(folder, 'themes', 'green.yaml'), 'forest:\n  primary-color: green\n  spacing: 4\n');
  const hub = await startTestHub({}, folder);
  try {
    const client = await hub.connect();
    const config = (url_path: string | null) => client.ask({ type: 'lovelace/config', url_path });
    expect((await config('kitchen-wall')).result).toEqual({
      title: 'Wall',
      views: [{ title: 'One', cards: [] }],
    });
    expect((await config(null)).result).toEqual({ views: [] });
    expect((await config('no-file')).error.code).toBe('config_not_found');
    writeFileSync(wall, 'views: [\n');
    expect((await config('kitchen-wall')).error.message).toContain('dashboards/wall.yaml:');
    const save = { type: 'lovelace/config/save', url_path: 'kitchen-wall', config: {} };
    expect((await client.ask(save)).error.code).toBe('not_supported');
    const list = await client.must({ type: 'lovelace/dashboards/list' });
    expect(list[0]).toMatchObject({
      url_path: 'kitchen-wall',
      mode: 'yaml',
      filename: 'dashboards/wall.yaml',
    });
    const panels = await client.must({ type: 'get_panels' });
    expect(panels['kitchen-wall']).toMatchObject({
      title: 'Wall',
      icon: 'mdi:tablet',
      config: { mode: 'yaml' },
    });
    const taken = { type: 'lovelace/dashboards/create', url_path: 'kitchen-wall', title: 'Again' };
    expect((await client.ask(taken)).error.code).toBe('home_assistant_error');
    expect(await client.must({ type: 'lovelace/info' })).toEqual({ resource_mode: 'yaml' });
    expect(await client.must({ type: 'lovelace/resources' })).toEqual([
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), type: 'module', url: '/local/card.js' },
    ]);
    const create = { type: 'lovelace/resources/create', res_type: 'js', url: '/local/x.js' };
    expect((await client.ask(create)).error.code).toBe('not_supported');
    const themes = await client.must({ type: 'frontend/get_themes' });
    expect(themes).toEqual({
      themes: {
        forest: { 'primary-color': 'green', spacing: '4' },
        midnight: { 'primary-color': '#112233', modes: { dark: { 'primary-color': 'black' } } },
      },
      default_theme: 'default',
      default_dark_theme: null,
    });
    const service = (name: string, data: object) => hub.rest('POST', `/api/services/frontend/${name}`, data);
    await client.must({ type: 'subscribe_events', event_type: 'themes_updated' });
    await service('set_theme', { name: 'forest', name_dark: 'midnight' });
    await client.event(({ event }) => event?.event_type === 'themes_updated');
    const chosen = { default_theme: 'forest', default_dark_theme: 'midnight' };
    expect(await client.must({ type: 'frontend/get_themes' })).toMatchObject(chosen);
    await service('set_theme', { name: 'forest', mode: 'dark' });
    expect((await service('set_theme', { name: 'none such' })).status).toBe(400);
    writeFileSync(join(folder, 'themes', 'green.yaml'), '{}');
    await service('reload_themes', {});
    const without = { default_theme: 'default', default_dark_theme: null };
    expect(await client.must({ type: 'frontend/get_themes' })).toMatchObject(without);
  } finally {
    await hub.stop();
  }
});

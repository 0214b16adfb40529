import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interfaceReference } from '../../src/api/interface-reference.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';

const FOLDER = new URL('../../docs/interface/', import.meta.url);
let hub: TestHub;
let pages: ReadonlyMap<string, string>;
beforeAll(async () => {
  hub = await startTestHub();
  pages = interfaceReference(hub.hub.routes, hub.hub.commands);
});
afterAll(() => hub.stop());

test('the pages of the interface are up to date (else run node scripts/interface-reference.js)', async () => {
  for (const [name, text] of pages)
    await expect(text).toMatchFileSnapshot(fileURLToPath(new URL(name, FOLDER)));
  expect(readdirSync(FOLDER).sort()).toEqual([...pages.keys()].sort());
});

test('each command and route has a part of its own, which says what it is for', () => {
  const webSocket = pages.get('websocket.md') ?? '';
  for (const { type, summary } of hub.hub.commands) {
    expect(webSocket).toContain(`\n## \`${type}\`\n\n${summary}. For `);
    expect(summary).toMatch(/^[A-Z].*[^.]$/);
  }
  const rest = pages.get('rest.md') ?? '';
  expect(rest.match(/^## /gm)).toHaveLength(hub.hub.routes.length);
});

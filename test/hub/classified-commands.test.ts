import { describe, expect, it } from 'vitest';
import { recordingOf } from '../../src/changes/collections.ts';
import { NOT_CONFIGURATION, NOT_TRIED } from '../support/not-configuration.ts';
import { type Fields, fillWith, rowOf, TABLES } from '../support/permission-oracle/probes.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';

/** What users and devices write all the time, and the server by itself. */
const CONTENT = new Set(['todo_items', 'calendar_events', 'tokens', 'users']);

interface Entry {
  readonly name: string;
  readonly changes?: string | undefined;
}

function entriesOf({ hub: { commands, routes } }: TestHub): Entry[] {
  return [
    ...commands.map(({ type: name, changes }) => ({ name, changes })),
    ...routes.map(({ method, path, changes }) => ({ name: `${method} ${path}`, changes })),
  ];
}

/** Whether the oracle of permissions tries it as something that only reads. */
function reads(name: string): boolean {
  if (name.startsWith('GET ')) return true;
  const row = rowOf(TABLES.commands, name) ?? rowOf(TABLES.routes, name);
  const [, action = ''] = name.split('/');
  return (row ?? TABLES.helpers[action])?.[0] === 'reads';
}

/** Fills the placeholders of probes with what is in the simulated home. */
async function filler(client: TestClient): Promise<<T>(value: T) => T> {
  const states = await client.must({ type: 'get_states' });
  const one = async (kind: string, key: string): Promise<string> =>
    (await client.must({ type: `config/${kind}_registry/list` }))[0][key];
  const places = new Map<string, string>([
    ['area', await one('area', 'area_id')],
    ['floor', await one('floor', 'floor_id')],
    ['label', await one('label', 'label_id')],
    ['device', await one('device', 'id')],
  ]);
  return (value) =>
    fillWith(value, (kind, word = 'light') => {
      const found = states.find(({ entity_id: id }: { entity_id: string }) => id.startsWith(`${word}.`));
      if (kind === 'entity') return found?.entity_id ?? `${word}.none`;
      return places.get(kind) ?? places.get(word) ?? 'none';
    });
}

async function documents({ folder }: TestHub): Promise<Record<string, string>> {
  const rows = await folder.database.query(
    'SELECT collection, id, body FROM documents ORDER BY collection, id',
  );
  return Object.fromEntries(
    rows
      .filter(({ collection }) => {
        const [family = ''] = String(collection).split('.');
        return recordingOf(family) !== undefined && !CONTENT.has(family);
      })
      .map(({ collection, id, body }) => [`${collection}/${id}`, String(body)]),
  );
}

describe('what writes configuration', () => {
  it('is declared undoable or final; all else is known to write none', async () => {
    const hub = await startTestHub();
    try {
      const known = new Set(Object.values(NOT_CONFIGURATION).flat());
      const all = entriesOf(hub);
      const undeclared = all.filter(({ changes, name }) => changes === undefined && !reads(name));
      expect(undeclared.filter(({ name }) => !known.has(name)).map(({ name }) => name)).toEqual([]);
      const names = new Set(undeclared.map(({ name }) => name));
      expect([...known].filter((name) => !names.has(name))).toEqual([]);
    } finally {
      await hub.stop();
    }
  });

  it('is not written by commands, routes and services without a declaration', {
    timeout: 120_000,
  }, async () => {
    const hub = await startTestHub({ demo: true });
    try {
      const client = await hub.connect();
      const fill = await filler(client);
      let before = await documents(hub);
      const wrote: string[] = [];
      const look = async (name: string): Promise<void> => {
        const now = await documents(hub);
        const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
        const changed = names.filter((one) => before[one] !== now[one]);
        if (changed.length > 0) wrote.push(`${name}: ${changed.slice(0, 3).join(' ')}`);
        before = now;
      };
      for (const { name, changes } of entriesOf(hub)) {
        if (changes !== undefined || NOT_TRIED.has(name)) continue;
        if (name.includes(' ')) {
          const [method = '', template = ''] = name.split(' ');
          if (method === 'GET') continue;
          for (const [path = template, body] of requestsOf(rowOf(TABLES.routes, name))) {
            await hub.rest(method, fill(String(path)), fill(body ?? {}));
          }
        } else {
          for (const fields of requestsOf(rowOf(TABLES.commands, name)))
            await client.ask({ type: name, ...fill(fields as unknown as Fields) });
        }
        await look(name);
      }
      const services: Record<string, Record<string, unknown>> = await client.must({ type: 'get_services' });
      for (const [domain, all] of Object.entries(services)) {
        for (const service of Object.keys(all)) {
          const name = `${domain}.${service}`;
          if (NOT_TRIED.has(name)) continue;
          const service_data = fill(TABLES.services[name] ?? {});
          const target = { entity_id: fill(`<entity ${domain}>`) };
          await client.ask({ type: 'call_service', domain, service, service_data, target });
          await client.ask({ type: 'call_service', domain, service, service_data });
          await look(name);
        }
      }
      expect(wrote).toEqual([]);
    } finally {
      await hub.stop();
    }
  });
});

function requestsOf(row: readonly unknown[] | undefined): readonly (readonly unknown[])[] {
  return (row?.slice(1) ?? []) as readonly (readonly unknown[])[];
}

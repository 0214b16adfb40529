import { describe, expect, it } from 'vitest';
import { Picker, runOne, seeded, snapshot, UNDOABLE } from '../support/random-changes.ts';
import { startTestHub } from '../support/start-hub.ts';
import { seeds } from '../support/thoroughness.ts';

/** Commands and routes that change the configuration, but only once a file or a device is there. */
const ELSEWHERE = new Set([
  'blueprint/save',
  'blueprint/delete',
  'config/history/restore',
  'hearth/demo/set',
  'hearth/mqtt/settings/set',
  'config/auth/update',
  'POST /api/config/config_entries/options/flow/:flow_id',
]);
const COUNT = seeds(60, 500);

describe('random commands', () => {
  it.each(Array.from({ length: seeds(3, 200) }, (_, seed) => seed))(
    'are undone one by one in reverse, byte for byte (seed %i)',
    { timeout: 600_000 },
    async (seed) => {
      const hub = await startTestHub();
      try {
        const client = await hub.connect();
        const pick = new Picker(hub, client, seeded(seed));
        const names = Object.keys(UNDOABLE);
        const offset = (await client.must({ type: 'hearth/changes/list', limit: 1 })).length;
        expect(offset).toBe(0);
        const states: { readonly name: string; readonly before: Record<string, string> }[] = [];
        for (let count = 0; count < COUNT; count += 1) {
          const before = await snapshot(hub);
          const name = await runOne(pick, names);
          // Commands that changed nothing have no change.
          if (name !== undefined && JSON.stringify(await snapshot(hub)) !== JSON.stringify(before))
            states.push({ name, before });
        }
        expect(states.length).toBeGreaterThan(COUNT / 4);
        const changes = await client.must({ type: 'hearth/changes/list', limit: 1000 });
        for (const { id, act } of changes) {
          await client.must({ type: 'hearth/changes/undo', change_id: id });
          const last = states.pop();
          expect(act).toBe(last?.name);
          expect(await snapshot(hub), `after undoing ${id}: ${act}`).toEqual(last?.before);
        }
        expect(states).toEqual([]);
      } finally {
        await hub.stop();
      }
    },
  );

  it('are drawn from every command that changes the configuration', async () => {
    const hub = await startTestHub();
    try {
      const { commands, routes } = hub.hub;
      const undoable = [
        ...commands.filter(({ changes }) => changes === 'undoable').map(({ type }) => type),
        ...routes
          .filter(({ changes }) => changes === 'undoable')
          .map(({ method, path }) => `${method} ${path}`),
      ];
      expect(undoable.filter((name) => !Object.hasOwn(UNDOABLE, name) && !ELSEWHERE.has(name))).toEqual([]);
      expect(Object.keys(UNDOABLE).filter((name) => !undoable.includes(name))).toEqual([]);
    } finally {
      await hub.stop();
    }
  });
});

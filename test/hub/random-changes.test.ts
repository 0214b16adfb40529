import { describe, expect, it } from 'vitest';
import { Picker, runOne, seeded, snapshot, UNDOABLE } from '../support/random-changes.ts';
import { startTestHub, type TestClient, type TestHub } from '../support/start-hub.ts';
import { seeds } from '../support/thoroughness.ts';

/** Not drawn: too large for a walk, or only for integrations with a process of their own. */
const ELSEWHERE = new Set([
  'hearth/demo/set',
  // process-subentries.test.ts undoes these.
  'config_entries/subentries/update',
  'config_entries/subentries/delete',
  'POST /api/config/config_entries/subentries/flow/:flow_id',
]);
const COUNT = seeds(60, 500);
const MIDDLE = seeds(8, 25);

interface Listed {
  readonly id: number;
  readonly act: string;
}

/** Undoes some changes, each from the middle, and that undo: nothing unrelated changes. */
async function undoFromTheMiddle(hub: TestHub, client: TestClient, pick: Picker): Promise<void> {
  const all: Listed[] = await client.must({ type: 'hearth/changes/list', limit: 1000 });
  // A user who is taken away never returns with the permissions they had.
  const changes = all.filter(({ act }) => act !== 'config/auth/create');
  let undone = 0;
  for (let count = 0; count < MIDDLE; count += 1) {
    const { id, act } = pick.one(changes) ?? { id: 0, act: '' };
    const before = await snapshot(hub);
    const { parts } = await client.must({ type: 'hearth/changes/preview', change_id: id });
    const answer = await client.ask({ type: 'hearth/changes/undo', change_id: id });
    const after = await snapshot(hub);
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changed = names.filter((name) => before[name] !== after[name]);
    if (answer.success !== true) {
      expect([answer.error.code, changed], `refused to undo ${id}: ${act}`).toEqual([answer.error.code, []]);
      expect(['conflict', 'not_allowed']).toContain(answer.error.code);
      continue;
    }
    undone += 1;
    const related = new Set((parts as { name: string; id: string }[]).map(placeOf));
    expect(
      changed.filter((name) => !related.has(name)),
      `unrelated to ${id}: ${act}`,
    ).toEqual([]);
    if (answer.result.id !== null)
      await client.must({ type: 'hearth/changes/undo', change_id: answer.result.id });
    expect(await snapshot(hub), `after redoing ${id}: ${act}`).toEqual(before);
  }
  expect(undone).toBeGreaterThan(0);
}

/** The name of a document or file in a snapshot. */
function placeOf({ name, id }: { readonly name: string; readonly id: string }): string {
  if (name === 'blueprint') return `blueprints/${id}`;
  return ['automation', 'script', 'scene'].includes(name) ? `${name}s.yaml` : `${name}/${id}`;
}

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
        await undoFromTheMiddle(hub, client, pick);
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

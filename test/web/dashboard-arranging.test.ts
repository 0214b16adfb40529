import type { Connection } from 'home-assistant-js-websocket';
import { expect, it } from 'vitest';
import { Arranging } from '../../web/dashboards/editing/arranging.ts';
import type { Change } from '../../web/dashboards/editing/changes.ts';

const path = ['cards'];
const insert = (value: string): Change => ({ kind: 'insert', list: path, at: 0, value });

/** A server that answers a save only when it is told to. */
class SlowServer {
  config: unknown = { cards: [] };
  private readonly waiting: (() => void)[] = [];
  private revision = 0;

  readonly connection = {
    sendMessagePromise: (message: { readonly config: unknown }) =>
      new Promise((resolve, reject) => {
        this.config = message.config;
        this.revision += 1;
        const revision = String(this.revision);
        this.waiting.push(() => (this.isBroken ? reject(new Error('Full')) : resolve({ revision })));
      }),
  } as unknown as Connection;
  isBroken = false;

  /** Answers the save that waits, and lets the client act on the answer. */
  async answer(): Promise<void> {
    this.waiting.shift()?.();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
}

function arrange(server: SlowServer): Arranging {
  const saved = { config: server.config, revision: '0', may_arrange: true };
  const [onChange, onLost, onFailure] = [() => {}, () => {}, () => {}];
  return new Arranging(server.connection, 'lovelace', { saved, onChange, onLost, onFailure });
}

it('undo takes back the last change, also while that is on its way to the server', async () => {
  const server = new SlowServer();
  const arranging = arrange(server);
  expect(arranging.canUndo).toBe(false);
  void arranging.change(insert('lamp'));
  await server.answer();
  await server.answer();
  void arranging.change(insert('fan'));
  await server.answer();
  void arranging.change(insert('lock'));
  expect(arranging.canUndo).toBe(true);
  void arranging.undo();
  expect([arranging.canUndo, arranging.canRedo]).toEqual([true, true]);
  for (let saves = 0; saves < 4; saves += 1) await server.answer();
  expect(server.config).toEqual({ cards: ['fan', 'lamp'] });
  void arranging.redo();
  void arranging.undo();
  void arranging.undo();
  for (let saves = 0; saves < 4; saves += 1) await server.answer();
  expect(server.config).toEqual({ cards: ['lamp'] });
});

it('nothing can be undone of a change that could not be saved', async () => {
  const server = new SlowServer();
  const arranging = arrange(server);
  server.isBroken = true;
  void arranging.change(insert('lamp'));
  expect(arranging.canUndo).toBe(true);
  for (let saves = 0; saves < 3; saves += 1) await server.answer();
  expect(arranging.canUndo).toBe(false);
});

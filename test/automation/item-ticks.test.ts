import { realpathSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ItemFiles } from '../../src/automation/item-files/item-files.ts';
import { dataFiles } from '../support/data-files.ts';

/** A clock that advances 5 ms per read and counts the yielded ticks. */
function busyClock() {
  let time = 0;
  const clock = {
    ticks: 0,
    now: () => {
      time += 5;
      return time;
    },
    after: () => () => {},
    soon: (task: () => void) => {
      clock.ticks += 1;
      setImmediate(task);
    },
  };
  return clock;
}

const items = (count: number): string =>
  Array.from({ length: count }, (_, i) => `- id: a${i}\n  alias: &x${i} "A ${i}"\n  triggers: []\n`).join('');

test('a file of many items is read over many event-loop ticks', async () => {
  const folder = realpathSync(dataFiles({ 'automations.yaml': items(200) }));
  const clock = busyClock();
  const { items: found } = await new ItemFiles('automation', async () => folder, clock).load();
  expect(found).toHaveLength(200);
  expect(clock.ticks).toBeGreaterThan(30);
});

test('items on one line are, too', async () => {
  const line = `[${Array.from({ length: 200 }, (_, i) => `{id: a${i}, triggers: []}`).join(', ')}]`;
  const folder = realpathSync(dataFiles({ 'automations.yaml': line }));
  const clock = busyClock();
  const { items: found } = await new ItemFiles('automation', async () => folder, clock).load();
  expect(found).toHaveLength(200);
  expect(clock.ticks).toBeGreaterThan(30);
});

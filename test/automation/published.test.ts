import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type PublishedOptions, publishedHome } from '../support/published-home.ts';
import { testData } from '../support/test-data.ts';

type Home = Awaited<ReturnType<typeof publishedHome>>;
type Actions = Pick<Home, 'set' | 'event' | 'message' | 'post' | 'call' | 'pass'>;
type Reads = Pick<Home, 'state' | 'attribute' | 'calls' | 'outcomes' | 'events'>;

/** A home with a published file of automations, and the inputs and expected results in order. */
interface Play extends PublishedOptions {
  readonly title: string;
  readonly note?: string;
  /** A method of the home with its arguments; for those that read, the expected result is last. */
  readonly steps: readonly (readonly [keyof Actions | keyof Reads, ...unknown[]])[];
}

const plays = testData(import.meta.filename)<Record<string, Play>>('automations');

test('each published file is played', () => {
  const files = readdirSync(join(import.meta.dirname, 'published')).map((file) => file.slice(0, -5));
  expect(Object.keys(plays).sort()).toEqual(files.sort());
  expect(files.length).toBeGreaterThanOrEqual(30);
});

const rows = Object.entries(plays).map(([name, play]) => [play.title, name, play] as const);
test.each(rows)('an automation %s', async (_title, name, { steps, ...options }) => {
  const home = await publishedHome(name, options);
  for (const [index, [method, ...values]] of steps.entries()) {
    const run = home[method] as (...args: readonly unknown[]) => unknown;
    if (/^(set|event|message|post|call|pass)$/.test(method)) await run(...values);
    else expect(run(...values.slice(0, -1)), `step ${index}: ${method}`).toEqual(values.at(-1));
  }
});

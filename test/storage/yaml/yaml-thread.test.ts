import { describe, expect, it } from 'vitest';
import type { YamlTask } from '../../../src/storage/yaml/yaml-tasks.ts';
import { YamlThread } from '../../../src/storage/yaml/yaml-thread.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const read = (text: string): YamlTask => ({ kind: 'read items', text, of: 'list' });
/** Every alias is looked up through all of the text. */
const ALIASES = `a: &a 1\nb: [${'*a,'.repeat(300_000)}]`;
const ENTRIES = { kind: 'read items', entries: [{ key: null, value: 1 }] };

describe('a text that takes too much to read', () => {
  it('times out after fifteen seconds, and later ones are read', async () => {
    const clock = new FakeClock();
    const thread = new YamlThread(clock);
    const refused = expect(thread.run(read(ALIASES))).rejects.toMatchObject({
      code: 'invalid_format',
      message: 'Parsing the text takes more than 15 seconds',
    });
    const next = thread.run(read('- 1\n'));
    clock.advance(14_999);
    clock.advance(1);
    await refused;
    expect(await next).toMatchObject(ENTRIES);
    // No limit of a task that is done ends the thread under another.
    const last = thread.run(read('- 1\n'));
    clock.advance(14_999);
    expect(await last).toMatchObject(ENTRIES);
  });

  it('has a time limit that grows with its length', async () => {
    const clock = new FakeClock();
    const thread = new YamlThread(clock);
    const refused = expect(thread.run(read(`- [${'*a,'.repeat(600_000)}]`))).rejects.toMatchObject({
      message: 'Parsing the text takes more than 28 seconds',
    });
    clock.advance(26_900);
    clock.advance(1100);
    await refused;
  });

  it('is refused when it takes too much memory, and later ones are read', async () => {
    const thread = new YamlThread(new FakeClock());
    const refused = expect(thread.run(read(`[${'1,'.repeat(499_999)}]`))).rejects.toMatchObject({
      code: 'invalid_format',
      message: 'Parsing the text takes more than 112 MB of memory',
    });
    const next = thread.run(read('- 1\n'));
    await refused;
    expect(await next).toMatchObject(ENTRIES);
  });
});

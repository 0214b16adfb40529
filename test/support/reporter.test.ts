import { describe, expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { total } from '../../scripts/suite.js';
import { countResults } from './reporter.ts';

/** What the reporter reads of a test file. */
function file(states: readonly string[], errors: readonly string[] = []): TestModule {
  const tests = states.map((state) => ({ result: () => ({ state }) }));
  return {
    errors: () => errors,
    children: { allTests: () => tests, allSuites: () => [] },
  } as unknown as TestModule;
}

describe('the closing line', () => {
  it('counts tests, files that do not load and errors outside tests', () => {
    expect(countResults([file(['passed', 'failed', 'passed', 'skipped'])], [])).toEqual({
      passed: 2,
      failed: 1,
    });
    expect(countResults([file(['passed']), file([], ['cannot import'])], [])).toEqual({
      passed: 1,
      failed: 1,
    });
    expect(countResults([file(['passed'])], ['unhandled rejection'])).toEqual({ passed: 1, failed: 1 });
  });

  it('calls a run without tests failed', () => {
    expect(countResults([], [])).toEqual({ passed: 0, failed: 1 });
  });

  it('adds failed checks, and never says 0 failed of a run that ended badly', () => {
    expect(total({ passed: 5, failed: 0 }, 0, 0)).toEqual({ passed: 5, failed: 0 });
    expect(total({ passed: 5, failed: 0 }, 0, 2)).toEqual({ passed: 5, failed: 2 });
    expect(total({ passed: 5, failed: 0 }, 1, 0)).toEqual({ passed: 5, failed: 1 });
    expect(total({ passed: 5, failed: 3 }, 1, 1)).toEqual({ passed: 5, failed: 4 });
    expect(total(undefined, 139, 0)).toEqual({ passed: 0, failed: 1 });
  });
});

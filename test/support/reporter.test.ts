import { describe, expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { total } from '../../scripts/suite.js';
import { budgetLines, judge, SHARES, TOLERANCE } from '../../scripts/test-budget.js';
import config from '../../vitest.config.ts';
import { countResults } from './reporter.ts';

/** The parts of a test file that the reporter reads. */
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
      skipped: 1,
    });
    expect(countResults([file(['passed']), file([], ['cannot import'])], [])).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
    expect(countResults([file(['passed'])], ['unhandled rejection'])).toMatchObject({ passed: 1, failed: 1 });
  });

  it('calls a run without tests failed', () => {
    expect(countResults([], [])).toMatchObject({ passed: 0, failed: 1 });
  });

  it('never reports 0 failed for a run that ended badly', () => {
    expect(total({ passed: 5, failed: 0 }, 0)).toEqual({ passed: 5, failed: 0 });
    expect(total({ passed: 5, failed: 0 }, 1)).toEqual({ passed: 5, failed: 1 });
    expect(total({ passed: 5, failed: 3 }, 1)).toEqual({ passed: 5, failed: 3 });
    expect(total(undefined, 139)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('the time budget', () => {
  const part = (seconds: number, slowness: number) => ({ name: 'unit', seconds, slowness });

  it('fails a part that exceeds its share, scaled by how slow the machine was', () => {
    const limit = SHARES.unit * TOLERANCE;
    expect(judge([part(limit + 1, 1)])).toMatchObject([{ isOver: true }]);
    expect(judge([part(limit - 1, 1)])).toMatchObject([{ isOver: false }]);
    expect(judge([part(2 * limit - 1, 2)])).toMatchObject([{ isOver: false }]);
    expect(judge([part(2 * limit + 1, 2)])).toMatchObject([{ isOver: true }]);
  });

  it('has a share for each project, and none for one that is not in the table', () => {
    const judged = judge([{ name: 'new', seconds: 1, slowness: 1 }]);
    expect(judged).toMatchObject([{ isOver: true }]);
    expect(budgetLines(judged).at(-1)).toContain('over its share');
  });

  it('has a share for each part of vitest’s projects', () => {
    const names = (config.test?.projects ?? []).map(
      (project) => (project as { test: { name: string } }).test.name.split('-')[0],
    );
    expect(Object.keys(SHARES)).toEqual(['checks', ...new Set(names)]);
  });

  it('adds up to no more than six minutes, and to 90 seconds for npm run check', () => {
    expect(Object.values(SHARES).reduce((sum, share) => sum + share)).toBeLessThanOrEqual(360);
    expect(SHARES.checks + SHARES.unit).toBeLessThanOrEqual(90);
  });
});

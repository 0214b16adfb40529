import { describe, expect, it } from 'vitest';
import { beyond, type Retention } from '../../src/backup/retention.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');
/** One backup a day, the newest first. */
const BACKUPS = Array.from({ length: 6 }, (_, days) => ({
  slug: `day-${days}`,
  date: new Date(NOW - days * 86_400_000 - 1000).toISOString(),
}));

function deleted(retention: Partial<Retention>, isGood = (_slug: string): boolean => true): string[] {
  const whole = { copies: null, days: null, ...retention };
  return beyond(BACKUPS, whole, { now: NOW, isGood }).map(({ slug }) => slug);
}

describe('the retention of backups', () => {
  it('keeps a number of them, those of some days, or all', () => {
    expect(deleted({})).toEqual([]);
    expect(deleted({ copies: 4 })).toEqual(['day-4', 'day-5']);
    expect(deleted({ days: 3 })).toEqual(['day-3', 'day-4', 'day-5']);
    expect(deleted({ copies: 5, days: 3 })).toEqual(['day-3', 'day-4', 'day-5']);
  });

  it('never deletes the newest one that a server was started from', () => {
    expect(deleted({ copies: 1 }, (slug) => slug >= 'day-3')).toEqual(['day-1', 'day-2', 'day-4', 'day-5']);
    expect(deleted({ copies: 1 }, () => false)).toEqual(['day-1', 'day-2', 'day-3', 'day-4', 'day-5']);
  });
});

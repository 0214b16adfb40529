import { afterAll, beforeAll } from 'vitest';

/** Has the machine be in a time zone while the tests of a file run: what Python calls a naive time is one of the machine. */
export function useMachineZone(zone: string): void {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}

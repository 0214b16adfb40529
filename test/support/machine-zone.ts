import { afterAll, beforeAll } from 'vitest';

/** Sets the time zone of the process for the tests of a file: Python's naive times are in that zone. */
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

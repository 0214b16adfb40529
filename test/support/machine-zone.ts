import { afterAll, beforeAll } from 'vitest';

/** Sets the machine's time zone for the tests of a file, which is that of Python's naive times. */
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

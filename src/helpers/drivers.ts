import type { Driver } from '../entities/entity/driver.ts';

/** Helpers reach the planned values immediately. */
export const holdingDriver: Driver = {
  execute: (command, entity) => entity.report(command.patch),
};

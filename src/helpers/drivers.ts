import type { Driver } from '../entities/entity/driver.ts';

/** Helpers reach what is planned at once. */
export const holdingDriver: Driver = {
  execute: (command, entity) => entity.report(command.patch),
};

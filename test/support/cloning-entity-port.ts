import type { Driver } from '../../src/entities/entity/driver.ts';
import type { Entity } from '../../src/entities/entity/entity.ts';
import { type EntityDescription, EntityPort } from '../../src/integrations/entity-port.ts';

/** Drivers whose commands are copied already: some are shared. */
const wrapped = new WeakSet<Driver>();

/** Hands on copies of descriptions and commands, as if the integration ran in another process: what is no plain data throws. */
export class CloningEntityPort extends EntityPort {
  override add(description: EntityDescription, driver: Driver): Entity {
    if (!wrapped.has(driver)) {
      wrapped.add(driver);
      const execute = driver.execute.bind(driver);
      driver.execute = (command, ...others) => execute(structuredClone(command), ...others);
    }
    return super.add(structuredClone(description), driver);
  }

  override redescribe(entity: Entity, description: EntityDescription): void {
    super.redescribe(entity, structuredClone(description));
  }
}

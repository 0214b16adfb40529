import { domains } from '../../../src/domains/index.ts';
import { Simulator } from '../../../src/integrations/demo/part.ts';
import { CloningEntityPort } from '../../support/cloning-entity-port.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { makeHome } from '../../support/home.ts';

/** The simulated home with a stopped clock; its day is in UTC. */
export function demoHome(seed = 1) {
  const home = makeHome(new FakeClock());
  const { clock, entities } = home;
  const hourOfDay = (at: number): number => (at / 3_600_000) % 24;
  const place = () => ({ latitude: 52.37, longitude: 4.89 });
  const simulator = new Simulator({
    entities: new CloningEntityPort(entities, domains),
    clock,
    hourOfDay,
    place,
    seed,
  });
  simulator.start();
  const stateOf = (id: string) => {
    const state = home.states.get(id);
    if (state === undefined) throw new Error(`There is no ${id}`);
    return state;
  };
  return { ...home, simulator, stateOf };
}

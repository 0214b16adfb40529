import { z } from 'zod';
import type { Part } from '../../core/lifecycle.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import { localTimeOf } from '../../core/time-zone.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { Collection } from '../../storage/documents.ts';
import type { IntegrationContext } from '../integration.ts';
import { devicesOfApartment } from './apartment.ts';
import { DEMO } from './demo.ts';
import type { Meter, MeterReadings } from './energy-flows.ts';
import { type FurnishParts, Furniture, furnish, unfurnish } from './furnish.ts';

/** The saved state of the simulated home. */
const DemoRecord = z.object({
  /** Whether rooms, helpers and scenes were created; those that users delete are not created again. */
  furnished: z.boolean(),
  /** Whether it was added at runtime, and is added again at each start. */
  wanted: z.boolean().optional(),
  made: Furniture.optional(),
  /** Whether a past of the energy meters is being generated, or was; missing in a home without one. */
  past: z.enum(['pending', 'complete']).optional(),
  /** The last readings of that past: the server may stop before the meters show them. */
  readings: z.record(z.string(), z.number()).optional(),
});
type DemoRecord = z.infer<typeof DemoRecord>;

const KEY = 'home';

type DemoContext = IntegrationContext<{ readonly demo: boolean }>;

/** The simulated home: added by `--demo`, or added and removed at runtime. */
export class DemoHome {
  /** Its devices. */
  readonly simulation: Part = {
    name: 'simulator',
    start: () => (this.isWanted ? this.moveIn() : undefined),
    stop: () => this.simulator?.stop(),
  };
  /** Furnishes the home once helpers and scenes are available. */
  readonly furniture: Part = {
    name: 'furnishing',
    start: () => (this.isWanted ? this.furnish() : undefined),
    stop: () => {},
  };
  private readonly context: DemoContext;
  private readonly store: Collection<DemoRecord>;
  private simulator: Part | undefined;
  private readonly changes = new SerialQueue();

  constructor(context: DemoContext) {
    this.context = context;
    this.store = context.documents.collection('demo_home', DemoRecord);
  }

  /** Whether it was requested at startup (`--demo`): then it returns at the next start with that flag. */
  get isByFlag(): boolean {
    return this.context.settings.demo;
  }

  /** Whether its devices have been added. */
  get isWanted(): boolean {
    return this.isByFlag || this.record.wanted === true;
  }

  /** Whether its devices are there now. */
  get isRunning(): boolean {
    return this.simulator !== undefined;
  }

  /**
   * Adds the simulated home or removes it with everything it created; resolves when saved. Changes run one
   * after another.
   */
  set(isWanted: boolean): Promise<void> {
    return this.changes.run(() => (isWanted ? this.add() : this.takeOut()));
  }

  /** Stops its devices before the home is put back to a time without them. */
  async leave(next: unknown): Promise<void> {
    const isWanted = this.isByFlag || (next as DemoRecord | undefined)?.wanted === true;
    if (isWanted) return;
    await this.simulator?.stop();
    this.simulator = undefined;
  }

  /** Starts its devices if the home was put back to a time with them. */
  async restored(): Promise<void> {
    if (this.isWanted && !this.isRunning) await this.moveIn();
  }

  private get record(): DemoRecord {
    return this.store.entries.get(KEY) ?? { furnished: false };
  }

  private async add(): Promise<void> {
    await this.store.put(KEY, { ...this.record, wanted: true });
    if (this.isRunning) return;
    await this.moveIn();
    await this.furnish();
  }

  private async takeOut(): Promise<void> {
    const { home } = this.context;
    const { made } = this.record;
    await this.simulator?.stop();
    this.simulator = undefined;
    const entries = [...home.registry.list()].filter(({ platform }) => platform === DEMO);
    const meters = metersOfApartment();
    const simulated = entries.filter(({ unique_id }) => meters.has(unique_id));
    for (const { entity_id } of entries) await home.registry.remove(entity_id);
    const isDemo = ({ identifiers }: { identifiers: readonly (readonly string[])[] }): boolean =>
      identifiers.some(([integration]) => integration === DEMO);
    for (const { id } of [...home.devices.list()].filter(isDemo)) await home.devices.remove(id);
    if (made !== undefined) await unfurnish(this.furnishParts(), made);
    if (this.record.past !== undefined)
      await this.context.pastHistory.forget(simulated.map(({ entity_id }) => entity_id));
    await this.store.put(KEY, { furnished: false, wanted: false });
  }

  private async moveIn(): Promise<void> {
    const { Simulator } = await import('./part.ts');
    const { clock, entities, home: model } = this.context;
    const { home } = model;
    const { furnished, past, readings } = this.record;
    // Never in a home that is somebody's own, and not in the middle of a simulated one that has run before.
    const hasNewPast = this.isByFlag && (past === 'pending' || (!furnished && past === undefined));
    if (hasNewPast) await this.store.put(KEY, { ...this.record, past: 'pending' });
    const simulator = new Simulator({
      entities,
      clock,
      hourOfDay: (at) => hourOfDay(at, home.facts.time_zone),
      place: () => home.facts,
      lastReadings: readings,
      ...(hasNewPast ? { meterPast: (initial, meters) => this.addPast(initial, meters) } : {}),
    });
    this.simulator = simulator;
    simulator.start();
  }

  /** Generates the past of the meters; without one, if it fails, they begin to count now. */
  private async addPast(initial: MeterReadings, meters: ReadonlyMap<Meter, Entity>): Promise<MeterReadings> {
    const { clock, home, pastHistory, log } = this.context;
    const { facts } = home.home;
    const began = clock.now();
    try {
      const { energyPast } = await import('./energy-past.ts');
      const entityIds = new Map([...meters].map(([meter, { id }]) => [meter, id]));
      const hours = (at: number): number => hourOfDay(at, facts.time_zone);
      const past = await energyPast({ clock, hourOfDay: hours, place: facts, entityIds }, initial);
      await pastHistory.replace(past.entities, past);
      await this.store.put(KEY, { ...this.record, past: 'complete', readings: past.readings });
      const milliseconds = Math.round(clock.now() - began);
      log.named('demo').info('Added thirty days of simulated history to the energy meters', { milliseconds });
      return past.readings;
    } catch (error) {
      log.named('demo').warn('The past of the simulated meters could not be added', { error });
      return initial;
    }
  }

  private async furnish(): Promise<void> {
    if (this.record.furnished) return;
    const made = await furnish(this.furnishParts());
    await this.store.put(KEY, { ...this.record, furnished: true, made });
  }

  private furnishParts(): FurnishParts {
    const { home, items, log } = this.context;
    return { ...items, home, log: log.named('demo') };
  }
}

function hourOfDay(at: number, timeZone: string): number {
  const { hour, minute } = localTimeOf(at, timeZone);
  return hour + minute / 60;
}

/** The unique IDs of the meters that have a generated past. */
function metersOfApartment(): Set<string> {
  const meters = devicesOfApartment().flatMap(({ id, entities }) =>
    entities.filter(({ meter }) => meter !== undefined).map(({ key, domain }) => `${id}_${key ?? domain}`),
  );
  return new Set(meters);
}

import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ItemFiles } from '../automation/item-files/item-files.ts';
import type { Settings } from '../config/schema.ts';
import type { Clock } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import { SerialQueue } from '../core/serial-queue.ts';
import { domains } from '../domains/index.ts';
import type { House } from '../entities/home/house.ts';
import type { HelperItem } from '../helpers/helper-kind.ts';
import { DEMO } from '../integrations/demo/demo.ts';
import { clearOut, type FurnishParts, Furniture, furnish } from '../integrations/demo/furnish.ts';
import { writeFileAtomically } from '../storage/atomic-file.ts';
import type { Collection, Documents } from '../storage/documents.ts';

/** The saved record of the simulated home. */
const DemoRecord = z.object({
  /** Areas, helpers and scenes were created; those removed by users stay removed. */
  furnished: z.boolean(),
  /** Whether it was added while the server ran, and thus returns at each start. */
  wanted: z.boolean().optional(),
  made: Furniture.optional(),
});
type DemoRecord = z.infer<typeof DemoRecord>;

const KEY = 'home';

/** What the simulated home depends on. */
interface DemoGround {
  readonly settings: Pick<Settings, 'demo' | 'dataDir'>;
  readonly house: House;
  readonly clock: Clock;
  readonly log: Log;
}

/** The collections in which furnishing creates items. */
interface Makers {
  readonly collections: readonly {
    readonly domain: string;
    create(fields: unknown): Promise<HelperItem>;
    delete(id: string): Promise<void>;
  }[];
  readonly reloadScenes: () => Promise<void>;
}

/** The simulated home: present with `--demo`, or added and removed while the server runs. */
export class DemoHome {
  private readonly ground: DemoGround;
  private readonly store: Collection<DemoRecord>;
  private simulator: Part | undefined;
  private makers: Makers | undefined;
  private readonly changes = new SerialQueue();

  constructor(ground: DemoGround, documents: Documents) {
    this.ground = ground;
    this.store = documents.collection('demo_home', DemoRecord);
  }

  /** Whether it was requested by `--demo`: then it returns at the next such start. */
  get isByFlag(): boolean {
    return this.ground.settings.demo;
  }

  /** Whether its devices are part of the home. */
  get isWanted(): boolean {
    return this.isByFlag || this.record.wanted === true;
  }

  /** Whether its devices are there now. */
  get isRunning(): boolean {
    return this.simulator !== undefined;
  }

  /** Its devices, and the part that furnishes them once helpers and scenes are loaded. */
  parts(makers: Makers): { readonly devices: Part; readonly furniture: Part } {
    this.makers = makers;
    return {
      devices: {
        name: 'simulator',
        start: () => (this.isWanted ? this.moveIn() : undefined),
        stop: () => this.simulator?.stop(),
      },
      furniture: {
        name: 'furnishing',
        start: () => (this.isWanted ? this.furnish() : undefined),
        stop: () => {},
      },
    };
  }

  /** Adds or removes the simulated home with all its items; resolves once saved. Changes run in order. */
  set(isWanted: boolean): Promise<void> {
    return this.changes.run(() => (isWanted ? this.add() : this.takeOut()));
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
    const { house } = this.ground;
    const { made } = this.record;
    await this.simulator?.stop();
    this.simulator = undefined;
    const entries = [...house.registry.list()].filter(({ platform }) => platform === DEMO);
    for (const { entity_id } of entries) await house.registry.remove(entity_id);
    const isDemo = ({ identifiers }: { identifiers: readonly (readonly string[])[] }): boolean =>
      identifiers.some(([integration]) => integration === DEMO);
    for (const { id } of [...house.devices.list()].filter(isDemo)) await house.devices.remove(id);
    if (made !== undefined) await clearOut(this.furnishParts(), made);
    await this.store.put(KEY, { furnished: false, wanted: false });
  }

  private async moveIn(): Promise<void> {
    const { Simulator } = await import('../integrations/demo/part.ts');
    const { clock, house } = this.ground;
    const { entities, home } = house;
    const simulator = new Simulator({
      entities,
      domains,
      clock,
      hourOfDay: (at) => hourOfDay(at, home.facts.time_zone),
      place: () => home.facts,
    });
    this.simulator = simulator;
    simulator.start();
  }

  private async furnish(): Promise<void> {
    if (this.record.furnished) return;
    const made = await furnish(this.furnishParts());
    await this.store.put(KEY, { ...this.record, furnished: true, made });
  }

  private furnishParts(): FurnishParts {
    const { settings, house, log } = this.ground;
    const file = join(settings.dataDir, 'scenes.yaml');
    const collection = (name: string) => {
      const found = this.makers?.collections.find(({ domain }) => domain === name);
      if (found === undefined) throw new Error(`There is no collection ${name}`);
      return found;
    };
    return {
      house,
      log,
      create: async (name, fields) => (await collection(name).create(fields)).id,
      remove: (name, id) => collection(name).delete(id),
      writeScenes: async (text) => {
        const found = await new ItemFiles('scene', () => realpath(settings.dataDir)).load();
        if (found.items.length + found.problems.length > 0) return;
        await writeFileAtomically(file, text);
        await this.makers?.reloadScenes();
      },
      removeScenes: async (text) => {
        if ((await readFile(file, 'utf8').catch(() => '')) !== text) return;
        await rm(file);
        await this.makers?.reloadScenes();
      },
    };
  }
}

function hourOfDay(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const [hour = '0', minute = '0'] = format.format(at).split(':');
  return (Number(hour) % 24) + Number(minute) / 60;
}

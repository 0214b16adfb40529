import { z } from 'zod';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { newContext } from '../../core/context.ts';
import { UNIT_SYSTEMS, type UnitSystem, type UnitSystemName } from '../../core/unit-system.ts';
import type { Collection } from '../../storage/documents.ts';

/** The location, name and time zone of the home. */
export interface HomeFacts {
  readonly name: string;
  /** Degrees north. */
  readonly latitude: number;
  /** Degrees east. */
  readonly longitude: number;
  /** Meters above sea level. */
  readonly elevation: number;
  readonly time_zone: string;
  readonly country: string | null;
  readonly currency: string;
  readonly language: string;
  readonly unit_system: UnitSystemName;
}

/** Facts changed by a user at run time; they take precedence over the settings. */
export const HomeChanges = z
  .object({
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    elevation: z.number(),
    time_zone: z.string(),
    country: z.string().nullable(),
    currency: z.string(),
    language: z.string(),
    unit_system: z.enum(['metric', 'us_customary']),
    radius: z.number(),
    external_url: z.string().nullable(),
    internal_url: z.string().nullable(),
  })
  .partial();
export type HomeChanges = Readonly<z.infer<typeof HomeChanges>>;

/** The facts, with those that are not in the settings. */
export interface PresentFacts extends HomeFacts {
  /** The radius of the home zone in meters. */
  readonly radius: number;
  readonly external_url: string | null;
  readonly internal_url: string | null;
}

/** The state of the server as in `/api/config`. */
export type RunState = 'NOT_RUNNING' | 'STARTING' | 'RUNNING' | 'STOPPING' | 'FINAL_WRITE';

const KEY = 'home';
const DEFAULT_RADIUS = 100;

/** The home's facts, from the settings and from user changes. */
export class Home {
  runState: RunState = 'NOT_RUNNING';
  private readonly settings: HomeFacts;
  private readonly store: Collection<HomeChanges>;
  private readonly bus: Bus;
  private readonly clock: Clock;
  private known: PresentFacts | undefined;
  private knownChanges: HomeChanges | undefined;

  constructor(
    settings: HomeFacts,
    store: Collection<HomeChanges>,
    parts: { readonly bus: Bus; readonly clock: Clock },
  ) {
    this.settings = settings;
    this.store = store;
    this.bus = parts.bus;
    this.clock = parts.clock;
  }

  /** The current facts; the same object until one changes. */
  get facts(): PresentFacts {
    const changes = this.store.entries.get(KEY);
    if (this.known === undefined || changes !== this.knownChanges) {
      const beginning = { radius: DEFAULT_RADIUS, external_url: null, internal_url: null };
      this.known = { ...beginning, ...this.settings, ...changes } as PresentFacts;
      this.knownChanges = changes;
    }
    return this.known;
  }

  get units(): UnitSystem {
    return UNIT_SYSTEMS[this.facts.unit_system];
  }

  /** Changes facts; resolves once that is durable. `reported` is the data of the event. */
  async update(changes: HomeChanges, reported: Readonly<Record<string, unknown>>): Promise<void> {
    const saved = this.store.put(KEY, { ...this.store.entries.get(KEY), ...changes });
    this.notify(reported);
    try {
      await saved;
    } catch (error) {
      this.notify(Object.fromEntries(Object.keys(reported).map((name) => [name, this.shown(name)])));
      throw error;
    }
  }

  /** Announces facts that were put back. */
  restored(now: HomeChanges | undefined, was: HomeChanges | undefined): void {
    const names = Object.keys({ ...was, ...now }) as (keyof HomeChanges)[];
    const changed = names.filter((name) => now?.[name] !== was?.[name]);
    this.notify(
      Object.fromEntries(
        changed.map((name) => {
          const shown = name === 'name' ? 'location_name' : name;
          return [shown, this.shown(shown)];
        }),
      ),
    );
  }

  private notify(reported: Readonly<Record<string, unknown>>): void {
    const at = this.clock.now();
    this.bus.fire('core_config_updated', reported, at, newContext(at));
  }

  /** A fact as in the configuration object. */
  private shown(name: string): unknown {
    if (name === 'unit_system') return this.units;
    return this.facts[(name === 'location_name' ? 'name' : name) as keyof PresentFacts];
  }
}

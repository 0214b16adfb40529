import { startTestHub, type TestClient, type TestHub } from '../start-hub.ts';
import { AnchoredClock } from './anchored-clock.ts';
import { Canaries, type Keeper } from './canaries.ts';

/** A part of the home that policies refer to: one area on one floor, a label, and a device in the area. */
export interface Quarter {
  readonly area: string;
  readonly floor: string;
  readonly label: string;
  device: string;
}

/** The fields of registry lists that the oracle needs. */
export interface RegistryEntity {
  readonly id: string;
  readonly entity_id: string;
  readonly device_id: string | null;
  readonly area_id: string | null;
  readonly labels: readonly string[];
  readonly categories: Readonly<Record<string, string>>;
  readonly platform: string;
  readonly unique_id: string;
}
export interface RegistryDevice {
  readonly id: string;
  readonly area_id: string | null;
  readonly labels: readonly string[];
}
export interface RegistryArea {
  readonly area_id: string;
  readonly floor_id: string | null;
  readonly labels: readonly string[];
}

/** The registries as the owner sees them. */
export interface Registries {
  readonly entities: readonly RegistryEntity[];
  readonly devices: readonly RegistryDevice[];
  readonly areas: readonly RegistryArea[];
  readonly timeZone: string;
}

/** The home under test: a hub with an owner, three quarters, and canaries in every name. */
export class OracleHome {
  readonly hub: TestHub;
  readonly owner: TestClient;
  readonly clock: AnchoredClock;
  readonly canaries: Canaries;
  /** IDs of what was created for single probes, such as the item of a list, by name. */
  readonly made = new Map<string, string>();
  /** Names of devices, areas, floors and labels by kind and ID. */
  readonly names = new Map<string, string>();
  /** IDs of the items of helpers, scenes, automations and scripts by entity ID. */
  readonly items = new Map<string, string>();
  /** What guests may see, what is hidden from them, and what neither rule covers. */
  readonly open: Quarter;
  readonly closed: Quarter;
  readonly attic: Quarter;

  private constructor(
    ground: { hub: TestHub; owner: TestClient; canaries: Canaries; clock: AnchoredClock },
    [open, closed, attic]: readonly [Quarter, Quarter, Quarter],
  ) {
    this.hub = ground.hub;
    this.owner = ground.owner;
    this.canaries = ground.canaries;
    this.clock = ground.clock;
    this.open = open;
    this.closed = closed;
    this.attic = attic;
  }

  /** Starts a hub with the demo home and a broker, and creates the quarters. */
  static async open(): Promise<OracleHome> {
    const flags = { demo: true, 'mqtt.broker.enabled': true, 'mqtt.broker.port': '0' };
    const clock = new AnchoredClock();
    const hub = await startTestHub(flags, undefined, clock);
    const owner = await hub.connect();
    const canaries = new Canaries();
    const ground = { hub, owner, canaries, clock };
    for (const { area_id } of await owner.must({ type: 'config/area_registry/list' }))
      await owner.must({ type: 'config/area_registry/delete', area_id });
    const names = new Map<string, string>();
    const home = new OracleHome(ground, [
      await layQuarter({ ...ground, names }, false),
      await layQuarter({ ...ground, names }, false),
      await layQuarter({ ...ground, names }, true),
    ]);
    for (const [key, name] of names) home.names.set(key, name);
    return home;
  }

  get quarters(): readonly [Quarter, Quarter, Quarter] {
    return [this.open, this.closed, this.attic];
  }

  /** The ID of something created under a name. */
  need(name: string): string {
    const id = this.made.get(name);
    if (id === undefined) throw new Error(`The home of the oracle has no ${name}`);
    return id;
  }

  /** A new word of a keeper. */
  word(keeper?: Keeper): string {
    return this.canaries.mint(keeper);
  }

  async registries(): Promise<Registries> {
    const [entities, devices, areas, config] = await Promise.all([
      this.owner.must({ type: 'config/entity_registry/list' }),
      this.owner.must({ type: 'config/device_registry/list' }),
      this.owner.must({ type: 'config/area_registry/list' }),
      this.owner.must({ type: 'get_config' }),
    ]);
    return { entities, devices, areas, timeZone: config.time_zone };
  }

  /** Calls a service as the owner; it must succeed. */
  async call(service: string, service_data: object = {}): Promise<void> {
    const [domain, name] = service.split('.');
    await this.owner.must({ type: 'call_service', domain, service: name, service_data });
  }

  async post(path: string, body: object): Promise<void> {
    const { status, text } = await this.hub.rest('POST', path, body);
    if (status >= 300) throw new Error(`POST ${path}: ${status} ${text}`);
  }
}

/**
 * Creates a floor, an area on it and a label, with canaries as names; `isLabeled` puts the label on the area.
 */
async function layQuarter(
  { owner, canaries, names }: { owner: TestClient; canaries: Canaries; names: Map<string, string> },
  isLabeled: boolean,
): Promise<Quarter> {
  const make = async (kind: 'floor' | 'area' | 'label', fields: object = {}): Promise<string> => {
    const [name, alias] = [canaries.mint(), canaries.mint()];
    const more = kind === 'label' ? { description: alias } : { aliases: [alias] };
    const made = await owner.must({ type: `config/${kind}_registry/create`, name, ...more, ...fields });
    const id: string = made[`${kind}_id`];
    names.set(`${kind} ${id}`, name);
    for (const word of [name, alias]) canaries.give(word, { kind, id });
    return id;
  };
  const [floor, label] = [await make('floor'), await make('label')];
  const area = await make('area', { floor_id: floor, ...(isLabeled ? { labels: [label] } : {}) });
  return { area, floor, label, device: '' };
}

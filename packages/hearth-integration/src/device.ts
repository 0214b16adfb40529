import type {
  DeviceMessage,
  EntityMessage,
  EventMessage,
  PlainValues,
} from '../../../src/integrations/processes/described.ts';
import { type Camel, type CommandOf, camel, DOMAINS, type DomainName, type DomainValues } from './domains.ts';
import type { Runtime } from './runtime.ts';

/** Who caused a command. */
export interface CommandContext {
  readonly id: string;
  readonly parentId: string | null;
  readonly userId: string | null;
}

/** A command as an entity gets it: its fields, and the values it will have afterwards. */
export interface Command<Domain extends DomainName = DomainName> {
  readonly service: string;
  readonly fields: PlainValues;
  readonly patch: Partial<DomainValues[Domain]>;
  readonly context: CommandContext;
}

type Handler<Domain extends DomainName> = (
  fields: PlainValues & Record<string, never>,
  command: Command<Domain>,
) => unknown;

/** A picture of a camera, image or media player. */
export interface PictureData {
  readonly type: string;
  readonly data: Uint8Array;
}

type Description = Omit<EntityMessage, 'domain' | 'device' | 'values' | 'answers' | 'name' | 'picture'>;

/** An entity: its description, and a function for each command it can carry out. */
export type EntityOptions<Domain extends DomainName> = Description & {
  /** Its own name; null (the default) for the main entity of a device, which has the name of the device. */
  readonly name?: string | null;
  readonly values?: Partial<DomainValues[Domain]>;
  /** Reports the values of a command as soon as it is carried out, without waiting for the device. */
  readonly isOptimistic?: boolean;
  /** Carries out the commands that have no function of their own. */
  readonly command?: (command: Command<Domain>) => unknown;
  /** Its picture, or the address of one. */
  readonly picture?: string | (() => PictureData | undefined | Promise<PictureData | undefined>);
  /** Reads the values again, for `homeassistant.update_entity`; by default, the polls of the entry run. */
  readonly refresh?: () => unknown;
} & { readonly [Name in CommandOf<Domain>]?: Handler<Domain> };

/** An entity that was added. */
export interface EntityHandle<Domain extends DomainName = DomainName> {
  readonly uniqueId: string;
  /** Reports values; those that are not named stay as they are. */
  report(
    values: Partial<DomainValues[Domain]>,
    more?: { readonly available?: boolean; readonly extra?: PlainValues },
  ): void;
  setAvailable(available: boolean): void;
  /**
   * Replaces the events of a calendar, which shows the present or next one: all occurrences from the recent past to some
   * months ahead, at most 5,000.
   */
  setEvents(events: readonly EventMessage[]): void;
  /** Changes its description, such as its features or capabilities. */
  change(changes: Partial<Description> & { readonly name?: string | null }): void;
  /** Removes it until it is added again. */
  remove(): void;
  /** Removes it for good, with its name and settings. */
  forget(): void;
}

type Adders = {
  readonly [Domain in DomainName as Camel<Domain>]: (options: EntityOptions<Domain>) => EntityHandle<Domain>;
};

/** A device: `device.switch({ … })` adds an entity to it, and so for each domain. */
export interface DeviceHandle extends Adders {
  add<Domain extends DomainName>(domain: Domain, options: EntityOptions<Domain>): EntityHandle<Domain>;
  /** Changes what is known about it, such as its name or version. */
  describe(description: Partial<DeviceMessage>): void;
}

/** An entity as the runtime keeps it. */
export interface OwnEntity {
  readonly entryId: string;
  readonly number: number;
  readonly domain: DomainName;
  description: EntityMessage;
  readonly options: EntityOptions<DomainName>;
  /** Whether it can be reached itself; its entry may be unreachable as a whole. */
  isAvailable: boolean;
}

/** Makes a device of an entry; without a description, entities that belong to no device. */
export function makeDevice(
  runtime: Runtime,
  entryId: string,
  given: DeviceMessage | undefined,
): DeviceHandle {
  let description = given;
  const added: OwnEntity[] = [];
  const add = <Domain extends DomainName>(
    domain: Domain,
    options: EntityOptions<Domain>,
  ): EntityHandle<Domain> => {
    const untyped = options as unknown as EntityOptions<DomainName>;
    const own = runtime.addEntity(entryId, {
      ...{ domain, options: untyped, description: describe(domain, untyped, description) },
    });
    added.push(own);
    return handleOf(runtime, own) as unknown as EntityHandle<Domain>;
  };
  const adders = Object.keys(DOMAINS).map((domain) => [
    camel(domain),
    (options: EntityOptions<DomainName>) => add(domain as DomainName, options),
  ]);
  return {
    ...(Object.fromEntries(adders) as unknown as Adders),
    add,
    describe: (changes) => {
      description = { ...description, ...changes };
      for (const own of added) own.description = { ...own.description, device: description };
      runtime.send({ type: 'device', entryId, device: description });
    },
  };
}

const OWN = new Set(['command', 'picture', 'refresh', 'isOptimistic']);

function describe(
  domain: DomainName,
  { name = null, picture, ...options }: EntityOptions<DomainName> & { picture?: unknown },
  device: DeviceMessage | undefined,
): EntityMessage {
  const plain = Object.entries(options).filter(
    ([key, value]) => typeof value !== 'function' && value !== undefined && !OWN.has(key),
  );
  const answers = [
    ...(typeof picture === 'function' ? ['picture'] : []),
    'refresh',
    ...('getEvents' in options && typeof options.getEvents === 'function' ? ['events'] : []),
  ];
  return {
    ...Object.fromEntries(plain),
    ...{ domain, name },
    ...(typeof picture === 'string' ? { picture } : {}),
    ...(device === undefined ? {} : { device }),
    answers,
  } as EntityMessage;
}

function handleOf(runtime: Runtime, own: OwnEntity): EntityHandle {
  return {
    uniqueId: own.description.uniqueId,
    report: (values, more = {}) => runtime.report(own, { values, ...more }),
    setAvailable: (available) => runtime.report(own, { values: {}, available }),
    setEvents: (events) => runtime.send({ type: 'calendar', entity: own.number, events: [...events] }),
    change: (changes) => {
      own.description = { ...own.description, ...changes } as EntityMessage;
      const { values: _, available: __, ...description } = own.description;
      runtime.send({ type: 'entity', entryId: own.entryId, entity: own.number, description });
    },
    remove: () => runtime.removeEntity(own, false),
    forget: () => runtime.removeEntity(own, true),
  };
}

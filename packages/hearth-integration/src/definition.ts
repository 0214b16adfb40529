import type { Duplex } from 'node:stream';
import type { z } from 'zod';
import type { PlainValues } from '../../../src/integrations/processes/described.ts';
import type { EntryData } from '../../../src/integrations/processes/protocol.ts';
import { Channel } from './channel.ts';
import type { Entry, ServiceCall } from './entry.ts';
import type { Flow } from './flow.ts';
import { Runtime } from './runtime.ts';

/** What `connect` found out: whose device it is, and how its entry is called. */
export interface Connected {
  /** The same for the same device, for ever: a serial number or MAC address. */
  readonly uniqueId?: string;
  readonly title: string;
  /** Saved with what was entered. */
  readonly data?: PlainValues;
  readonly options?: PlainValues;
}

/** A service found by mDNS, as Home Assistant names its parts. */
export interface MdnsService {
  readonly type: string;
  readonly name: string;
  readonly hostname: string;
  readonly ip_address: string;
  readonly ip_addresses: readonly string[];
  readonly port: number;
  readonly properties: Readonly<Record<string, string>>;
}

/** A device found by SSDP, with its description. */
export interface SsdpDevice {
  readonly usn: string;
  readonly st: string;
  readonly location: string;
  readonly udn: string;
  readonly ip_address: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The texts of the root device by their names, such as `friendlyName`, `manufacturer` and `UDN`. */
  readonly description: Readonly<Record<string, string>>;
}

interface Found<Service> {
  uniqueId(service: Service): string | undefined;
  title?(service: Service): string;
  /** The values of the form that follow from the discovery. */
  toConfig(service: Service): PlainValues;
}

/** How a discovered device becomes an entry; what is looked for is in the manifest. */
export type DiscoveryHandler =
  | ({ readonly mdns: string; readonly ssdp?: undefined } & Found<MdnsService>)
  | ({ readonly ssdp: true; readonly mdns?: undefined } & Found<SsdpDevice>);

/** A kind of parts that users add to an entry, such as the accounts of a service. */
export interface SubentryDefinition<Form extends z.ZodObject = z.ZodObject> {
  /** The form of a new part, and of one that is changed. */
  readonly form: Form;
  /** Whether users can change a part after it was added; true by default. */
  readonly canChange?: boolean;
  /** Proves what was entered, and names it; `flow.entry` is the entry of the part. */
  connect(values: z.output<Form>, flow: Flow): Promise<Connected> | Connected;
}

/** An integration: its form, and what it does with what was entered. */
export interface Definition<Config extends z.ZodObject, Options extends z.ZodObject> {
  /** The form. Texts are in `locales/<language>.json`, or in `.meta({ label })` of a field. */
  readonly config: Config;
  /** What can be changed later. */
  readonly options?: Options;
  /** The version of the saved data, as Home Assistant counts it; [1, 1] by default. */
  readonly version?: readonly [major: number, minor: number];
  /** Proves what was entered or discovered, and names it. */
  connect(config: z.output<Config>, flow: Flow): Promise<Connected> | Connected;
  readonly discovery?: readonly DiscoveryHandler[];
  /** The kinds of parts that users can add to an entry: `entry.subentries` are those there are. */
  // biome-ignore lint/suspicious/noExplicitAny: each kind types its own form
  readonly subentries?: Readonly<Record<string, SubentryDefinition<any>>>;
  /**
   * What is asked for when the login has expired: fields of the form, the secret ones by default, or a form of its
   * own, whose values `connect` gets with those of the entry.
   */
  readonly login?: readonly (keyof z.output<Config> & string)[] | z.ZodObject;
  setup(entry: Entry<Config, Options>): Promise<void> | void;
  /** Carries out the services of the manifest, by their names; what they return is the response. */
  readonly services?: Readonly<Record<string, (call: ServiceCall) => unknown>>;
  /** What helps to find a fault; secrets are removed afterwards. */
  diagnostics?(entry: Entry<Config, Options>): unknown;
  /** Whether a device may be removed. */
  removeDevice?(entry: Entry<Config, Options>, identifiers: readonly string[]): boolean | Promise<boolean>;
  /**
   * Ends what the device of an entry knows of this home, before the entry is removed; needs `unpairs` in the manifest. If it
   * throws, the entry is removed all the same.
   */
  unpair?(entry: EntryData): Promise<void> | void;
  /** Turns the data of an older version into that of this one. */
  migrate?(entry: EntryData): { readonly data: PlainValues; readonly options?: PlainValues };
}

// biome-ignore lint/suspicious/noExplicitAny: the runtime passes on what each definition has typed itself
export type AnyDefinition = Definition<any, any>;

/** What the main module of an integration exports as default. */
export interface Runnable {
  readonly api: 1;
  run(pipe: Duplex): void;
}

/** Defines an integration. */
export function integration<Config extends z.ZodObject, Options extends z.ZodObject = z.ZodObject>(
  definition: Definition<Config, Options>,
): Runnable {
  return { api: 1, run: (pipe) => new Runtime(definition, new Channel(pipe)).start() };
}

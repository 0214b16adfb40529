import { z } from 'zod';
import { listOf } from '../../core/parse.ts';
import { DeclaredServices } from './declared-service.ts';

const slug = z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, 'expected a lower-case name such as `wled`');
const short = z.string().min(1).max(200);

/** What an integration may do besides reading its own folder and writing to its own data folder. */
export const Permissions = z.strictObject({
  /** Hosts it talks to: all, those of the local network, or a list. Shown to the owner, not enforced by Node. */
  network: z.union([z.literal(true), z.literal('lan'), z.array(short).max(50)]).default('lan'),
  /** Files and folders outside its own that it may read. */
  files: z.array(z.string().startsWith('/').max(500)).max(20).default([]),
  serial: z.boolean().default(false),
  /** Native modules, which can do anything. */
  native: z.boolean().default(false),
  programs: z.array(short).max(20).default([]),
  /** What of the home it may use for an entry, each with the option of the entry that decides on it. */
  home: z
    .strictObject({
      /** States of other entities, unless the option is off. */
      states: short.exactOptional(),
      /** Calls of services with all permissions, if the option is on. */
      services: short.exactOptional(),
    })
    .prefault({}),
});
export type Permissions = Readonly<z.infer<typeof Permissions>>;

const Discovery = z.union([
  z.strictObject({
    mdns: z.string().regex(/^_[a-z0-9-]+\._(tcp|udp)$/),
    /** Texts of the record that must match; `*` at the end stands for anything. */
    match: z.record(z.string(), z.string()).default({}),
    /** How the name of the service begins. */
    name: z.string().max(100).exactOptional(),
  }),
  z.strictObject({ ssdp: z.record(z.string(), z.string()) }),
]);

/** What is known about an integration without running it: `manifest.json` of its folder. */
export const Manifest = z.strictObject({
  domain: slug,
  name: short,
  version: short,
  /** The API of the SDK it was written for. */
  api: z.literal(1),
  main: z
    .string()
    .regex(/^[\w./-]+\.m?js$/)
    .refine(
      (path) => !path.startsWith('/') && !path.split('/').includes('..'),
      'expected a path inside the folder',
    )
    .default('main.js'),
  type: z.enum(['hub', 'device', 'service']).default('device'),
  iot_class: z
    .enum(['local_push', 'local_polling', 'cloud_push', 'cloud_polling', 'calculated', 'assumed_state'])
    .default('local_polling'),
  /** Whether one entry is all there can be. */
  single: z.boolean().default(false),
  /** Whether it is told before an entry is removed, to end what its device knows of this home. */
  unpairs: z.boolean().default(false),
  documentation: z.url({ protocol: /^https?$/ }).exactOptional(),
  publisher: short.exactOptional(),
  discovery: listOf(Discovery, 20).default([]),
  /** Its own services: `play_sound` is `<domain>.play_sound`. */
  services: DeclaredServices.default({}),
  permissions: Permissions.prefault({}),
  limits: z.strictObject({ memory: z.int().min(32).max(2048).default(96) }).prefault({}),
});
export type Manifest = Readonly<z.infer<typeof Manifest>>;

const group = z.record(z.string().max(100), z.string().max(5000));
const step = z.strictObject({
  title: z.string().exactOptional(),
  description: z.string().exactOptional(),
  submit: z.string().exactOptional(),
  data: group.exactOptional(),
  data_description: group.exactOptional(),
  menu_options: group.exactOptional(),
  sections: z
    .record(z.string(), z.strictObject({ name: z.string(), data: group.exactOptional() }))
    .exactOptional(),
});
const flow = z.strictObject({
  step: z.record(z.string(), step).exactOptional(),
  error: group.exactOptional(),
  abort: group.exactOptional(),
  progress: group.exactOptional(),
  create_entry: group.exactOptional(),
});

const named = z.strictObject({
  name: z.string().max(200).exactOptional(),
  description: z.string().max(1000).exactOptional(),
});

/** The texts of an integration in one language: `locales/<language>.json` of its folder. */
export const IntegrationTexts = z.strictObject({
  title: z.string().exactOptional(),
  description: z.string().exactOptional(),
  config: flow.exactOptional(),
  options: flow.exactOptional(),
  /** The parts of its entries, by their types. */
  config_subentries: z
    .record(
      z.string(),
      flow.extend({ entry_type: z.string().exactOptional(), initiate_flow: group.exactOptional() }),
    )
    .exactOptional(),
  selector: z.record(z.string(), z.strictObject({ options: group })).exactOptional(),
  /** The names of its own services and their fields. */
  services: z
    .record(z.string(), named.extend({ fields: z.record(z.string(), named).exactOptional() }))
    .exactOptional(),
});
export type IntegrationTexts = Readonly<z.infer<typeof IntegrationTexts>>;

import { z } from 'zod';
import type { Command, Domain, Values } from '../../../domains/definition/define-domain.ts';
import {
  type Component,
  type ComponentFacts,
  defineComponent,
  type Outcome,
  type Reading,
} from '../entity/component.ts';
import { type EntityConfig, entityConfig } from '../schema/entity-schema.ts';
import type { Announcement } from './payloads.ts';
import type { TasmotaTopics } from './topics.ts';

/** An item of a device: its kind, and a key that begins with the domain and completes the unique ID. */
export interface Translated {
  readonly key: string;
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What all translations of a device use. */
export interface TasmotaDevice {
  readonly announcement: Announcement;
  readonly topics: TasmotaTopics;
  /** The keys every entity of the device has. */
  readonly common: Readonly<Record<string, unknown>>;
}

/** The config of a Tasmota entity, as plain data, so that changes can be detected. */
type SideConfig<T> = EntityConfig & { readonly side: T };

/** Defines a kind of Tasmota entity: unlike entities of MQTT discovery, it parses reports itself. */
export function tasmotaKind<T>(own: {
  readonly name: string;
  readonly domain: Domain;
  describe(side: T): Omit<ComponentFacts, 'kind'>;
  readings(side: T): readonly Reading[];
  command?(command: Command<Values>, context: { readonly side: T; readonly values: Values }): Outcome;
}): Component {
  const { command } = own;
  return defineComponent<SideConfig<T>>({
    name: own.name,
    domain: own.domain,
    schema: entityConfig({ side: z.custom<T>() }) as unknown as z.ZodType<SideConfig<T>>,
    describe: ({ side }) => ({ kind: null, ...own.describe(side) }),
    readings: ({ side }) => own.readings(side),
    ...(command === undefined
      ? {}
      : { command: (request, { config, values }) => command(request, { side: config.side, values }) }),
  });
}

/** The same reading on each of several topics. */
export function onEach(topics: readonly string[], read: NonNullable<Reading['read']>): Reading[] {
  return topics.map((topic) => ({ topic, read }));
}

/** The name of a relay; null to use the device's name. */
export function relayName({ dn, fn }: Announcement, relay: number, domain: string): string | null {
  const name = fn[relay] ?? `${domain} ${relay + 1}`;
  return relay === 0 && name === dn ? null : name;
}

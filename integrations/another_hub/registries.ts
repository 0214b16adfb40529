import { z } from 'hearth-integration';
import type { HubSocket } from './socket.ts';

const text = z.string().nullish().catch(null);

const RemoteEntity = z.object({
  id: text,
  entity_id: z.string(),
  unique_id: z.union([z.string(), z.number()]).transform(String).nullish().catch(null),
  platform: z.string().catch(''),
  device_id: text,
  area_id: text,
  entity_category: z.enum(['config', 'diagnostic']).nullish().catch(null),
  hidden_by: text,
});
/** An entity in the registry of the other hub. */
export type RemoteEntity = z.infer<typeof RemoteEntity>;

const RemoteDevice = z.object({
  id: z.string(),
  name: text,
  name_by_user: text,
  area_id: text,
  manufacturer: text,
  model: text,
  model_id: text,
  serial_number: text,
  sw_version: text,
  hw_version: text,
  via_device_id: text,
  entry_type: text,
});
/** A device in the registry of the other hub. */
export type RemoteDevice = z.infer<typeof RemoteDevice>;

const RemoteArea = z.object({ area_id: z.string(), name: z.string() });
const RemoteConfig = z.object({
  location_name: z.string().catch(''),
  version: z.string().catch(''),
  /** `RUNNING` once it has started. */
  state: z.string().catch('RUNNING'),
  hearth_id: z.string().optional().catch(undefined),
  unit_system: z.record(z.string(), z.string()).catch({}),
});
/** The configuration of the other hub; `hearth_id` is the ID of a Hearth. */
export type RemoteConfig = z.infer<typeof RemoteConfig>;

/** What is known about the entities of the other hub besides their states. */
export interface Registries {
  readonly config: RemoteConfig;
  readonly entities: ReadonlyMap<string, RemoteEntity>;
  readonly devices: ReadonlyMap<string, RemoteDevice>;
  /** Names by ID. */
  readonly areas: ReadonlyMap<string, string>;
}

/** Reads the configuration of the other hub. Throws `ZodError` if it is not one. */
export async function readConfig(socket: HubSocket): Promise<RemoteConfig> {
  return RemoteConfig.parse(await socket.ask({ type: 'get_config' }));
}

/** Reads the registries, as far as the token permits. */
export async function readRegistries(socket: HubSocket): Promise<Registries> {
  const list = async <Item>(type: string, item: z.ZodType<Item>): Promise<Item[]> => {
    const answer = await socket.ask({ type });
    return (Array.isArray(answer) ? answer : []).flatMap((one) => {
      const parsed = item.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
  };
  const [config, entities, devices, areas] = await Promise.all([
    readConfig(socket),
    list('config/entity_registry/list', RemoteEntity),
    list('config/device_registry/list', RemoteDevice),
    list('config/area_registry/list', RemoteArea),
  ]);
  return {
    config,
    entities: new Map(entities.map((one) => [one.entity_id, one])),
    devices: new Map(devices.map((one) => [one.id, one])),
    areas: new Map(areas.map((one) => [one.area_id, one.name])),
  };
}

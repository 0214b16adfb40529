import type { ClusterState, MatterEndpoint } from './matter-js.ts';

/** An endpoint of a device, as entities are made of it. */
export interface Endpoint {
  readonly number: number;
  /** What it says it is, by the numbers of the Matter specification. */
  readonly deviceTypes: readonly number[];
  /** What a cluster reported last; undefined if the endpoint does not have it. */
  state(cluster: string): ClusterState | undefined;
  invoke(cluster: string, command: string, fields?: object): Promise<unknown>;
  write(cluster: string, values: object): Promise<void>;
}

/** An endpoint of a device in the network. */
export function liveEndpoint(matter: MatterEndpoint): Endpoint {
  return {
    number: matter.number,
    get deviceTypes() {
      const types = matter.maybeStateOf('descriptor')?.deviceTypeList;
      return Array.isArray(types) ? types.map(({ deviceType }) => Number(deviceType)) : [];
    },
    state: (cluster) => matter.maybeStateOf(cluster),
    invoke: async (cluster, command, fields) => {
      const run = matter.commandsOf(cluster)[command];
      if (run === undefined) throw new Error(`The device does not have the command ${command}`);
      return run(fields);
    },
    write: (cluster, values) => matter.setStateOf(cluster, values),
  };
}

/** Whether an endpoint is one of some kinds of devices. */
export function isOneOf({ deviceTypes }: Endpoint, types: ReadonlySet<number>): boolean {
  return deviceTypes.some((type) => types.has(type));
}

/** A number that a cluster reported; null if it is unknown. */
export function numberIn(state: ClusterState | undefined, attribute: string): number | null {
  const value = state?.[attribute];
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A text that a cluster reported. */
export function textIn(state: ClusterState | undefined, attribute: string): string | undefined {
  const value = state?.[attribute];
  const text = typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, 500) : '';
  return text === '' ? undefined : text;
}

/** A flag of a bitmap, such as a feature of a cluster. */
export function hasFlag(state: ClusterState | undefined, bitmap: string, flag: string): boolean {
  const flags = state?.[bitmap];
  return typeof flags === 'object' && flags !== null && (flags as Record<string, unknown>)[flag] === true;
}

/** Whether a cluster has a feature. */
export function hasFeature(state: ClusterState | undefined, feature: string): boolean {
  return hasFlag(state, 'featureMap', feature);
}

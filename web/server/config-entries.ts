import type { Connection } from 'home-assistant-js-websocket';
import { language } from '../app/preferences.ts';
import { RestRefusal, request } from './rest.ts';

/** A config entry as `config_entries/get` answers it. */
export interface ConfigEntry {
  readonly entry_id: string;
  readonly domain: string;
  readonly title: string;
  readonly state: string;
  readonly reason: string | null;
  readonly disabled_by: string | null;
  readonly source: string;
  readonly supports_options: boolean;
  readonly supports_reconfigure: boolean;
}

/** A flow that no user began: a discovered device, or a login that has expired. */
export interface DiscoveredFlow {
  readonly flow_id: string;
  readonly handler: string;
  readonly context: {
    readonly source: string;
    readonly entry_id?: string;
    readonly title_placeholders?: { readonly name?: string };
  };
}

/** A type of device or service that can be added. */
export interface IntegrationType {
  readonly domain: string;
  readonly name: string;
}

/** A field of a form as a flow describes it. */
export interface FlowField {
  readonly name: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly description?: { readonly suggested_value?: unknown };
  readonly secret?: boolean;
  readonly valueMin?: number;
  readonly valueMax?: number;
  readonly options?: readonly (readonly [string, string])[];
  readonly selector?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  readonly schema?: readonly FlowField[];
}

/** A step of a flow. */
export interface FlowStep {
  readonly type: 'form' | 'menu' | 'progress' | 'external' | 'create_entry' | 'abort';
  readonly flow_id: string;
  readonly handler: string;
  readonly step_id?: string;
  readonly data_schema?: readonly FlowField[] | null;
  readonly errors?: Readonly<Record<string, string>> | null;
  readonly description_placeholders?: Readonly<Record<string, string>> | null;
  readonly menu_options?: readonly string[];
  readonly progress_action?: string;
  readonly url?: string;
  readonly reason?: string;
  readonly result?: ConfigEntry;
}

/** What a flow is about: a new entry, the settings or options of one, or a discovered device. */
export type FlowStart =
  | { readonly handler: string; readonly entryId?: string }
  | { readonly optionsOf: string; readonly handler: string }
  | { readonly flowId: string; readonly handler: string };

const FLOW = '/api/config/config_entries/flow';
const OPTIONS = '/api/config/config_entries/options/flow';
const ENTRY = '/api/config/config_entries/entry';

export const listEntries = (connection: Connection): Promise<ConfigEntry[]> =>
  connection.sendMessagePromise({ type: 'config_entries/get', type_filter: ['hub', 'device', 'service'] });

export const discoveredFlows = (connection: Connection): Promise<DiscoveredFlow[]> =>
  connection.sendMessagePromise({ type: 'config_entries/flow/progress' });

/** The types that can be added by a form, by name. */
export async function integrationTypes(connection: Connection): Promise<IntegrationType[]> {
  const { core } = await connection.sendMessagePromise<{
    readonly core: {
      readonly integration: Readonly<
        Record<string, { readonly name: string; readonly config_flow: boolean }>
      >;
    };
  }>({ type: 'integration/descriptions' });
  const { compare } = new Intl.Collator(language(), { numeric: true });
  return Object.entries(core.integration)
    .flatMap(([domain, { name, config_flow }]) => (config_flow ? [{ domain, name }] : []))
    .sort((a, b) => compare(a.name, b.name));
}

/** The texts of the forms of an integration, by key. */
export async function flowTexts(
  connection: Connection,
  domain: string,
): Promise<Readonly<Record<string, string>>> {
  const categories = ['config', 'options', 'selector', 'title'];
  const answers = await Promise.all(
    categories.map((category) =>
      connection.sendMessagePromise<{ readonly resources: Readonly<Record<string, string>> }>({
        ...{ type: 'frontend/get_translations', language: language(), category, integration: [domain] },
      }),
    ),
  );
  return Object.assign({}, ...answers.map(({ resources }) => resources));
}

/** Begins or opens a flow. */
export function beginFlow(connection: Connection, start: FlowStart): Promise<FlowStep> {
  if ('flowId' in start) return request(connection, 'GET', `${FLOW}/${start.flowId}`) as Promise<FlowStep>;
  if ('optionsOf' in start)
    return request(connection, 'POST', OPTIONS, { handler: start.optionsOf }) as Promise<FlowStep>;
  const { handler, entryId } = start;
  return request(connection, 'POST', FLOW, {
    handler,
    ...(entryId === undefined ? {} : { entry_id: entryId }),
  }) as Promise<FlowStep>;
}

/** Sends the values of a form: the next step, or why fields are refused. */
export async function answerFlow(
  connection: Connection,
  {
    flowId,
    isOptions,
    values,
  }: { readonly flowId: string; readonly isOptions: boolean; readonly values: object },
): Promise<FlowStep> {
  return (await request(connection, 'POST', `${isOptions ? OPTIONS : FLOW}/${flowId}`, values)) as FlowStep;
}

/** Reads the present step of a flow again. */
export const readFlow = (connection: Connection, flowId: string): Promise<FlowStep> =>
  request(connection, 'GET', `${FLOW}/${flowId}`) as Promise<FlowStep>;

/** Ends a flow; one that has ended already is no failure. */
export async function endFlow(connection: Connection, flowId: string, isOptions: boolean): Promise<void> {
  await request(connection, 'DELETE', `${isOptions ? OPTIONS : FLOW}/${flowId}`).catch((error: unknown) => {
    if (!(error instanceof RestRefusal && error.status === 404)) throw error;
  });
}

export const ignoreFlow = (connection: Connection, flowId: string, title: string): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'config_entries/ignore_flow', flow_id: flowId, title });

export const reloadEntry = (connection: Connection, entryId: string): Promise<unknown> =>
  request(connection, 'POST', `${ENTRY}/${entryId}/reload`);

export const removeEntry = (connection: Connection, entryId: string): Promise<unknown> =>
  request(connection, 'DELETE', `${ENTRY}/${entryId}`);

export const disableEntry = (
  connection: Connection,
  entryId: string,
  isDisabled: boolean,
): Promise<unknown> =>
  connection.sendMessagePromise({
    ...{ type: 'config_entries/disable', entry_id: entryId, disabled_by: isDisabled ? 'user' : null },
  });

/** What the process of an entry's integration wrote last. */
export const readEntryLog = (
  connection: Connection,
  entryId: string,
): Promise<{ readonly lines: readonly string[] }> =>
  connection.sendMessagePromise({ type: 'hearth/integrations/log', entry_id: entryId });

/** A device as the registry lists it. */
export interface EntryDevice {
  readonly id: string;
  readonly name: string | null;
  readonly name_by_user: string | null;
  readonly area_id: string | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly config_entries: readonly string[];
}

export async function devicesOf(connection: Connection, entryId: string): Promise<EntryDevice[]> {
  const all = await connection.sendMessagePromise<EntryDevice[]>({ type: 'config/device_registry/list' });
  return all.filter(({ config_entries: ids }) => ids.includes(entryId));
}

export const placeDevice = (
  connection: Connection,
  deviceId: string,
  changes: { readonly area_id: string | null; readonly name_by_user?: string },
): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'config/device_registry/update', device_id: deviceId, ...changes });

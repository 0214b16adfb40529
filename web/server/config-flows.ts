import type { Connection } from 'home-assistant-js-websocket';
import { request } from './rest.ts';

/** A field of a form of a flow, as far as the app reads it. */
export interface FlowField {
  readonly name: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly selector?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  /** The fields of a section. */
  readonly schema?: readonly FlowField[];
  readonly description?: { readonly suggested_value?: unknown } | null;
}

/** A form that waits for answers. */
export interface FlowForm {
  readonly type: 'form';
  readonly flow_id: string;
  readonly step_id: string;
  readonly data_schema: readonly FlowField[];
  readonly errors: Readonly<Record<string, string>> | null;
  readonly last_step: boolean | null;
  /** The domain whose preview shows what would be made. */
  readonly preview: string | null;
}

/** A form, or how the flow ended. */
export type FlowResult = FlowForm | { readonly type: 'create_entry' } | { readonly type: 'abort' };

/** Which flow: of a new entry of a domain, or the options of an entry. */
export type FlowKind = 'config' | 'options';

/** A thing that a flow made. */
export interface ConfigEntry {
  readonly entry_id: string;
  readonly domain: string;
  readonly title: string;
  readonly disabled_by: string | null;
}

/** The texts of flows by Home Assistant's keys, such as `component.filter.title`. */
export type FlowTexts = Readonly<Record<string, string>>;

/** What a preview shows: a state with its attributes, or why there is none. */
export interface FlowPreview {
  readonly state?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

const PATHS: Readonly<Record<FlowKind, string>> = {
  config: '/api/config/config_entries/flow',
  options: '/api/config/config_entries/options/flow',
};
const CATEGORIES = ['title', 'config', 'options', 'selector'] as const;

/** Begins a flow; `handler` is a domain, or the ID of an entry for its options. */
export async function beginFlow(
  connection: Connection,
  kind: FlowKind,
  handler: string,
): Promise<FlowResult> {
  return (await request(connection, 'POST', PATHS[kind], { handler })) as FlowResult;
}

/** Answers the present form of a flow. */
export async function answerFlow(
  connection: Connection,
  { kind, flowId }: { readonly kind: FlowKind; readonly flowId: string },
  input: Readonly<Record<string, unknown>>,
): Promise<FlowResult> {
  return (await request(connection, 'POST', `${PATHS[kind]}/${flowId}`, input)) as FlowResult;
}

/** Ends a flow that nobody answers any more. */
export async function endFlow(connection: Connection, kind: FlowKind, flowId: string): Promise<void> {
  await request(connection, 'DELETE', `${PATHS[kind]}/${flowId}`);
}

/** Follows what a flow would make with some answers. Returns the function that ends it. */
export function previewFlow(
  connection: Connection,
  { kind, form }: { readonly kind: FlowKind; readonly form: FlowForm },
  input: Readonly<Record<string, unknown>>,
  show: (preview: FlowPreview) => void,
): Promise<() => Promise<void>> {
  return connection.subscribeMessage<FlowPreview>(show, {
    type: `${form.preview}/start_preview`,
    flow_id: form.flow_id,
    flow_type: `${kind}_flow`,
    user_input: input,
  });
}

/** The domains of helpers that flows make. */
export async function listFlowHandlers(connection: Connection): Promise<readonly string[]> {
  const path = '/api/config/config_entries/flow_handlers?type=helper';
  return (await request(connection, 'GET', path)) as readonly string[];
}

/** The helpers that flows made. */
export function listHelperEntries(connection: Connection): Promise<readonly ConfigEntry[]> {
  return connection.sendMessagePromise({ type: 'config_entries/get', type_filter: ['helper'] });
}

/** Removes what a flow made, with its entities. */
export async function removeEntry(connection: Connection, entryId: string): Promise<void> {
  await request(connection, 'DELETE', `/api/config/config_entries/entry/${entryId}`);
}

/** The texts of the flows of domains in a language. */
export async function readFlowTexts(
  connection: Connection,
  language: string,
  domains: readonly string[],
): Promise<FlowTexts> {
  const answers = await Promise.all(
    CATEGORIES.map((category) =>
      connection.sendMessagePromise<{ readonly resources: FlowTexts }>({
        type: 'frontend/get_translations',
        ...{ language, category, integration: domains },
      }),
    ),
  );
  return Object.assign({}, ...answers.map(({ resources }) => resources));
}

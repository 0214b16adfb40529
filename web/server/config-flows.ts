import type { Connection } from 'home-assistant-js-websocket';
import { language } from '../app/preferences.ts';
import type { ConfigEntry } from './config-entries.ts';
import { RestRefusal, request } from './rest.ts';

/** A field of a form as a flow describes it. */
export interface FlowField {
  readonly name: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly description?: { readonly suggested_value?: unknown } | null;
  readonly secret?: boolean;
  readonly valueMin?: number;
  readonly valueMax?: number;
  readonly options?: readonly (readonly [string, string])[];
  readonly selector?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  /** The fields of a section. */
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
  readonly last_step?: boolean | null;
  /** The domain whose preview shows what would be made. */
  readonly preview?: string | null;
  readonly menu_options?: readonly string[];
  readonly progress_action?: string;
  readonly url?: string;
  readonly reason?: string;
  /** The new entry; absent where only options changed. */
  readonly result?: ConfigEntry;
}

/** What a flow is about: a new entry, the settings or options of one, or a discovered device. */
export type FlowStart = { readonly handler: string } & (
  | { readonly entryId?: string }
  | { readonly optionsOf: string }
  | { readonly flowId: string }
);

/** The texts of flows by Home Assistant's keys, such as `component.filter.title`. */
export type FlowTexts = Readonly<Record<string, string>>;

/** What a preview shows: a state with its attributes, or why there is none. */
export interface FlowPreview {
  readonly state?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly error?: string;
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

const FLOW = '/api/config/config_entries/flow';
const OPTIONS = '/api/config/config_entries/options/flow';
const CATEGORIES = ['title', 'config', 'options', 'selector'] as const;

export const discoveredFlows = (connection: Connection): Promise<DiscoveredFlow[]> =>
  connection.sendMessagePromise({ type: 'config_entries/flow/progress' });

export const ignoreFlow = (connection: Connection, flowId: string, title: string): Promise<unknown> =>
  connection.sendMessagePromise({ type: 'config_entries/ignore_flow', flow_id: flowId, title });

/** The domains of helpers that flows make. */
export async function listHelperHandlers(connection: Connection): Promise<readonly string[]> {
  const path = '/api/config/config_entries/flow_handlers?type=helper';
  return (await request(connection, 'GET', path)) as readonly string[];
}

/** The texts of the flows of domains in the language of the app. */
export async function readFlowTexts(connection: Connection, domains: readonly string[]): Promise<FlowTexts> {
  const answers = await Promise.all(
    CATEGORIES.map((category) =>
      connection.sendMessagePromise<{ readonly resources: FlowTexts }>({
        type: 'frontend/get_translations',
        ...{ language: language(), category, integration: domains },
      }),
    ),
  );
  return Object.assign({}, ...answers.map(({ resources }) => resources));
}

/** A flow in progress: sends answers and reads steps. */
export class FlowClient {
  readonly start: FlowStart;
  private readonly connection: Connection;
  private readonly path: string;

  constructor(connection: Connection, start: FlowStart) {
    this.connection = connection;
    this.start = start;
    this.path = this.isOptions ? OPTIONS : FLOW;
  }

  /** Whether the flow changes the options of an entry. */
  get isOptions(): boolean {
    return 'optionsOf' in this.start;
  }

  /** Begins the flow, or opens one that was discovered. */
  begin(): Promise<FlowStep> {
    const { start } = this;
    if ('flowId' in start) return this.read(start.flowId);
    if ('optionsOf' in start) return this.post('', { handler: start.optionsOf });
    const entry = 'entryId' in start && start.entryId !== undefined ? { entry_id: start.entryId } : {};
    return this.post('', { handler: start.handler, ...entry });
  }

  /** Sends the answers to the present step. Rejects with the `fields` of a `RestRefusal` where they are refused. */
  answer(flowId: string, answers: object): Promise<FlowStep> {
    return this.post(`/${flowId}`, answers);
  }

  /** Reads the present step again. */
  async read(flowId: string): Promise<FlowStep> {
    return (await request(this.connection, 'GET', `${this.path}/${flowId}`)) as FlowStep;
  }

  /** Ends the flow; one that has ended already is no failure. */
  async end(flowId: string): Promise<void> {
    await request(this.connection, 'DELETE', `${this.path}/${flowId}`).catch((error: unknown) => {
      if (!(error instanceof RestRefusal && error.status === 404)) throw error;
    });
  }

  /** Follows what the flow would make with some answers. Returns the function that ends it. */
  preview(
    { flow_id, preview }: FlowStep,
    answers: Readonly<Record<string, unknown>>,
    show: (preview: FlowPreview) => void,
  ): Promise<() => Promise<void>> {
    return this.connection.subscribeMessage<FlowPreview>(show, {
      type: `${preview}/start_preview`,
      flow_id,
      flow_type: this.isOptions ? 'options_flow' : 'config_flow',
      user_input: answers,
    });
  }

  private async post(path: string, body: object): Promise<FlowStep> {
    return (await request(this.connection, 'POST', `${this.path}${path}`, body)) as FlowStep;
  }
}

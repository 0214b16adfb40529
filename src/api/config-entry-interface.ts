import type { Undo } from '../core/clock.ts';
import type { ConfigEntries, ConfigEntry, EntryFields } from '../entities/registry/config-entries.ts';
import type { ViewedHome } from '../entities/visibility/home-view.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a step of a flow answers: the next form or the result, or why fields were refused. */
export type FlowAnswer =
  | { readonly type: string; readonly [key: string]: unknown }
  | { readonly errors: Readonly<Record<string, string | readonly string[]>> };

/** What the entity of a flow would show, until it is closed. */
export interface FlowPreview {
  show(): { readonly state: string; readonly attributes: Values };
  readonly close: Undo;
}

/** A flow that no user began: a discovered device, or a login that has expired. */
export interface DiscoveredFlow {
  readonly flow_id: string;
  readonly handler: string;
  readonly context: Values;
  readonly step_id: string | null;
}

/** The flows by which users add parts to entries and change them. */
export interface SubentryFlows {
  /** Begins to add a part of a type, or to change one. */
  begin(entryId: string, type: string, subentryId?: string): Promise<FlowAnswer>;
  present(flowId: string): FlowAnswer;
  answer(flowId: string, given: Values): Promise<FlowAnswer>;
  abort(flowId: string): void;
}

/** The flows by which users add entries and change their options. */
export interface Flows {
  /** The domains that have a flow. */
  handlers(): readonly string[];
  /** Begins the flow of a new entry, or changes what an entry was set up with. */
  begin(domain: string, entryId?: string): FlowAnswer | Promise<FlowAnswer>;
  beginOptions(entryId: string): FlowAnswer | Promise<FlowAnswer>;
  present(flowId: string, isOptions: boolean): FlowAnswer;
  /** Whether only the owner may answer the present form. */
  isForOwner(flowId: string): boolean;
  answer(flowId: string, isOptions: boolean, given: Values): Promise<FlowAnswer>;
  abort(flowId: string, isOptions: boolean): void;
  /** The flows that no user began. */
  discovered(): readonly DiscoveredFlow[];
  /** Calls the listener for each of them, as it begins and ends. */
  subscribe(listener: (flow: DiscoveredFlow, change: 'added' | 'removed') => void): Undo;
  /** Ends such a flow and remembers that its device is not wanted. */
  ignore(flowId: string, title: string): Promise<void>;
  preview(
    domain: string,
    flow: { readonly flowId: string; readonly isOptions: boolean; readonly given: Values },
    changed: () => void,
  ): FlowPreview | { readonly problems: Readonly<Record<string, string | readonly string[]>> };
}

/** What users do with entries. */
export interface EntryActions {
  update(entryId: string, fields: EntryFields): Promise<ConfigEntry>;
  reload(entryId: string): void;
  remove(entryId: string): Promise<void>;
}

/** What the API needs for config entries and their flows. */
export interface ConfigEntryParts extends ViewedHome {
  readonly configEntries: ConfigEntries;
  readonly flows: Flows;
  readonly subentryFlows: SubentryFlows;
  readonly actions: EntryActions;
  /** The domains whose flows have a preview. */
  readonly previewed: readonly string[];
  /** How clients group the entries of a domain: `helper`, `hub`, `device` or `service`. */
  readonly typeOf: (domain: string) => string;
  /** What the process of an integration wrote last, without secrets. */
  readonly linesOf: (domain: string) => readonly string[];
}

/** Whether an entry is one of the asked types. */
export function isOfType(
  { domain }: Pick<ConfigEntry, 'domain'>,
  types: unknown,
  { typeOf }: Pick<ConfigEntryParts, 'typeOf'>,
): boolean {
  if (types === undefined || types === null) return true;
  return [types].flat().includes(typeOf(domain));
}

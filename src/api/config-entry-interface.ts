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

/** The flows by which users add entries and change their options. */
export interface Flows {
  /** The domains that have a flow. */
  handlers(): readonly string[];
  begin(domain: string): FlowAnswer;
  beginOptions(entryId: string): FlowAnswer;
  present(flowId: string, isOptions: boolean): FlowAnswer;
  answer(flowId: string, isOptions: boolean, given: Values): Promise<FlowAnswer>;
  abort(flowId: string, isOptions: boolean): void;
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
  readonly actions: EntryActions;
  /** The domains whose flows have a preview. */
  readonly previewed: readonly string[];
}

/** Whether an entry is one of the asked types; all that is no helper is of type `hub`. */
export function isOfType(
  { domain }: Pick<ConfigEntry, 'domain'>,
  types: unknown,
  { flows }: Pick<ConfigEntryParts, 'flows'>,
): boolean {
  if (types === undefined || types === null) return true;
  return [types].flat().includes(flows.handlers().includes(domain) ? 'helper' : 'hub');
}

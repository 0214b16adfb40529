import { isObject } from '../../core/coerce.ts';
import type { ConfigEntry } from '../../entities/registry/config-entries.ts';
import type { FlowSource, FlowStep } from './protocol.ts';

/** What a step of a flow answers to a client. */
export type FlowResult =
  | { readonly type: string; readonly [key: string]: unknown }
  | { readonly errors: Readonly<Record<string, string | readonly string[]>> };

/** A flow as its integration and its users see it. */
export interface EntryFlow {
  readonly id: string;
  readonly domain: string;
  readonly source: FlowSource;
  /** The entry it changes; undefined for a new one. */
  readonly entryId: string | undefined;
  /** The kind of part that it adds to the entry, or the part that it changes. */
  readonly subentry?: { readonly type: string; readonly id: string | null } | undefined;
  uniqueId: string | undefined;
  title: string | undefined;
  step: Exclude<FlowStep, { type: 'refused' }> | undefined;
  /** The names of the secret fields of its forms. */
  readonly secrets: Set<string>;
  /** Whether a user has opened it: other discoveries do not end it. */
  isOpened: boolean;
}

/** A step that waits for a user, as clients receive it. */
export function showStep(flow: EntryFlow, step: FlowStep): FlowResult {
  const head = headOf(flow);
  switch (step.type) {
    case 'form':
      return {
        ...{ type: 'form', ...head, data_schema: step.fields, errors: step.errors },
        ...{ description_placeholders: step.placeholders, last_step: step.isLast },
        ...{ preview: null, step_id: step.stepId },
      };
    case 'menu':
      return {
        ...{ type: 'menu', ...head },
        data_schema: [
          {
            type: 'select',
            options: step.options.map((name) => [name, name]),
            ...{ name: 'next_step_id', required: false },
          },
        ],
        ...{ menu_options: step.options, description_placeholders: step.placeholders, step_id: step.stepId },
      };
    case 'progress':
      return {
        ...{ type: 'progress', ...head, step_id: step.stepId, progress_action: step.action },
        description_placeholders: step.placeholders,
      };
    case 'external':
      return { type: 'external', ...head, step_id: step.stepId, url: step.url };
    default:
      throw new Error(`The step ${step.type} ends its flow`);
  }
}

/** How a flow ends with a new entry. */
export function created(flow: EntryFlow, entry: ConfigEntry, result: object): FlowResult {
  const { title, options, version, minor_version } = entry;
  return {
    ...{ type: 'create_entry', ...headOf(flow), title, version, minor_version },
    ...{ description: null, description_placeholders: null, options, subentries: [], result },
  };
}

/** How a flow ends with new options. */
export function changed(flow: EntryFlow): FlowResult {
  return { type: 'create_entry', ...headOf(flow), description: null, description_placeholders: null };
}

/** How a flow ends with a new part of an entry. */
export function createdPart(flow: EntryFlow, title: string): FlowResult {
  return { ...changed(flow), title };
}

/** How a flow ends without a result. */
export function aborted(flow: EntryFlow, reason: string, placeholders: unknown = null): FlowResult {
  return { type: 'abort', ...headOf(flow), reason, description_placeholders: placeholders };
}

function headOf({ id, domain, entryId, source, subentry }: EntryFlow) {
  if (subentry !== undefined) return { flow_id: id, handler: [entryId, subentry.type] };
  return { flow_id: id, handler: source === 'options' ? (entryId ?? domain) : domain };
}

/** The names of the secret fields of a form, also in its sections. */
export function secretNames(fields: readonly unknown[]): string[] {
  return fields
    .filter(isObject)
    .flatMap(({ name, secret, schema }) => [
      ...(secret === true && typeof name === 'string' ? [name] : []),
      ...(Array.isArray(schema) ? secretNames(schema) : []),
    ]);
}

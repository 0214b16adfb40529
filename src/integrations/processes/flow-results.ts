import { fault } from '../../core/errors.ts';
import type { ConfigEntries, ConfigEntry, ConfigSubentry } from '../../entities/registry/config-entries.ts';
import type { PlainValues } from './described.ts';
import type { FlowStep } from './protocol.ts';
import { aborted, changed, created, createdPart, type EntryFlow, type FlowResult } from './shown-steps.ts';

/** The most parts of an entry. */
const MAX_PARTS = 500;

/** The last step of a flow: what an entry is made of, or what changes of one. */
export type CreateStep = Extract<FlowStep, { type: 'create' }>;

/** What results of flows are stored with. */
export interface FlowResultParts {
  readonly configEntries: ConfigEntries;
  readonly show: (entry: ConfigEntry) => object;
  readonly create: (entry: Parameters<ConfigEntries['create']>[0]) => Promise<ConfigEntry>;
  /** Changes an entry and sets it up again. */
  readonly change: (entryId: string, fields: Parameters<ConfigEntries['update']>[1]) => Promise<ConfigEntry>;
  readonly remove: (entryId: string) => Promise<void>;
}

/** Makes an entry of what a flow has found out, or changes the one it is about, and says what became of it. */
export async function storeResult(
  { configEntries, create, change, remove, show }: FlowResultParts,
  flow: EntryFlow,
  { title, uniqueId: unique_id, data, options, version: [version, minor_version] }: CreateStep,
): Promise<FlowResult> {
  const { domain, entryId, source } = flow;
  const secret_fields = [...flow.secrets];
  if (source === 'options' && entryId !== undefined) {
    await change(entryId, { options: { ...options }, secret_fields });
    return changed(flow);
  }
  if (flow.subentry !== undefined && entryId !== undefined)
    return storePart({ entry: configEntries.get(entryId), change }, flow, {
      title,
      uniqueId: unique_id,
      data,
    });
  const renew = (known: ConfigEntry): Promise<ConfigEntry> =>
    change(known.entry_id, { data: { ...known.data, ...data }, secret_fields, has_lost_secrets: undefined });
  if (entryId !== undefined) {
    const known = configEntries.get(entryId);
    if (known.unique_id !== null && unique_id !== null && known.unique_id !== unique_id)
      return aborted(flow, 'unique_id_mismatch');
    await renew(known);
    return aborted(flow, source === 'reauth' ? 'reauth_successful' : 'reconfigure_successful');
  }
  const same =
    unique_id === null ? entryAt(configEntries, domain, data) : entryOf(configEntries, domain, unique_id);
  if (same !== undefined && same.source !== 'ignore') {
    await renew(same);
    return aborted(flow, 'already_configured');
  }
  if (same !== undefined) await remove(same.entry_id);
  const entry = await create({
    ...{ domain, title, source, unique_id, secret_fields, version, minor_version },
    ...{ data: { ...data }, options: { ...options } },
  });
  return created(flow, entry, show(entry));
}

/** Adds a part to an entry, or changes the one that the flow is about. */
async function storePart(
  { entry, change }: Pick<FlowResultParts, 'change'> & { readonly entry: ConfigEntry },
  flow: EntryFlow,
  { title, uniqueId: unique_id, data }: Pick<CreateStep, 'title' | 'uniqueId' | 'data'>,
): Promise<FlowResult> {
  const { type: subentry_type = '', id = null } = flow.subentry ?? {};
  const parts = entry.subentries ?? [];
  const save = (subentries: readonly ConfigSubentry[]) =>
    change(entry.entry_id, { subentries: [...subentries], secret_fields: [...flow.secrets] });
  if (id === null) {
    if (unique_id !== null && parts.some((one) => one.unique_id === unique_id))
      return aborted(flow, 'already_configured');
    if (parts.length >= MAX_PARTS)
      throw fault('not_allowed', 'too_many_subentries', { max: MAX_PARTS, title: entry.title });
    await save([...parts, { subentry_id: flow.id, subentry_type, title, unique_id, data: { ...data } }]);
    return createdPart(flow, title);
  }
  const known = parts.find((one) => one.subentry_id === id);
  if (known === undefined) throw fault('not_found', 'config_subentry_not_found', { id });
  if (known.unique_id !== null && unique_id !== null && known.unique_id !== unique_id)
    return aborted(flow, 'unique_id_mismatch');
  const changedPart = { ...known, title, data: { ...known.data, ...data } };
  await save(parts.map((one) => (one === known ? changedPart : one)));
  return aborted(flow, 'reconfigure_successful');
}

/** The entry of a device or account. */
export function entryOf(entries: ConfigEntries, domain: string, uniqueId: string): ConfigEntry | undefined {
  return [...entries.list()].find((entry) => entry.domain === domain && entry.unique_id === uniqueId);
}

/** The entry at an address. */
export function entryAt(
  entries: ConfigEntries,
  domain: string,
  { host, port }: PlainValues,
): ConfigEntry | undefined {
  if (host === undefined || port === undefined) return undefined;
  return [...entries.list()].find(
    ({ domain: own, data }) => own === domain && data.host === host && data.port === port,
  );
}

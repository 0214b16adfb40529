import type { ConfigEntryParts, DiscoveredFlow } from '../api/config-entry-interface.ts';
import { fault } from '../core/errors.ts';
import { previewedHelpers } from './helper-entries.ts';
import type { HubContext } from './hub-context.ts';

type Parts = Pick<HubContext, 'home' | 'helperEntries' | 'integrations'>;

/** What the API needs for config entries: those of helpers, and those of integrations in processes. */
export function configEntryParts({ home, helperEntries, integrations }: Parts): ConfigEntryParts {
  const { entries, flows } = helperEntries;
  const { devices } = integrations.provided;
  const { configEntries } = home;
  const isOfDevices = (entryId: string): boolean => devices?.owns(configEntries.get(entryId)) === true;
  const isOfFlows = (flowId: string): boolean => devices?.flows.has(flowId) === true;
  const kindOf = (isOptions: boolean) => (isOptions ? 'options' : 'entry');
  const subentriesOf = (flowId: string) => {
    if (devices === undefined || !isOfFlows(flowId)) throw fault('not_found', 'invalid_flow', {});
    return devices.flows;
  };
  return {
    ...home,
    previewed: previewedHelpers,
    typeOf: (domain) =>
      helperEntries.flows.handlers().includes(domain) ? 'helper' : (devices?.typeOf(domain) ?? 'hub'),
    linesOf: (domain) => devices?.lines(domain) ?? [],
    flows: {
      handlers: () => [...flows.handlers(), ...(devices?.domains() ?? [])],
      begin: (domain, entryId) => {
        if (devices?.owns({ domain }) !== true) return flows.begin(domain);
        if (entryId === undefined) return devices.flows.begin(domain, 'user');
        const entry = configEntries.get(entryId);
        if (entry.domain !== domain) throw fault('not_found', 'config_entry_not_found', {});
        return devices.flows.begin(domain, 'reconfigure', { entry });
      },
      beginOptions: (entryId) =>
        devices !== undefined && isOfDevices(entryId)
          ? devices.beginOptions(entryId)
          : flows.beginOptions(entryId),
      present: (flowId, isOptions) =>
        devices !== undefined && isOfFlows(flowId)
          ? devices.flows.present(flowId, kindOf(isOptions))
          : flows.present(flowId, isOptions),
      answer: (flowId, isOptions, given) =>
        devices !== undefined && isOfFlows(flowId)
          ? devices.flows.answer(flowId, kindOf(isOptions), given)
          : flows.answer(flowId, isOptions, given),
      isForOwner: (flowId) => devices?.flows.isForOwner(flowId) === true,
      abort: (flowId, isOptions) =>
        devices !== undefined && isOfFlows(flowId)
          ? devices.flows.abort(flowId, kindOf(isOptions))
          : flows.abort(flowId, isOptions),
      preview: flows.preview.bind(flows),
      discovered: () => (devices?.flows.discovered() ?? []).map(discoveredFlow),
      subscribe: (listener) =>
        devices?.flows.subscribe((flow, change) => listener(discoveredFlow(flow), change)) ?? (() => {}),
      ignore: async (flowId, title) => {
        if (devices === undefined) throw fault('not_found', 'invalid_flow', {});
        await devices.ignore(flowId, title);
      },
    },
    subentryFlows: {
      begin: async (entryId, type, subentryId) => {
        if (devices === undefined || !isOfDevices(entryId))
          throw fault('not_found', 'invalid_flow_handler', {});
        return devices.beginSubentry(entryId, type, subentryId);
      },
      present: (flowId) => subentriesOf(flowId).present(flowId, 'subentry'),
      answer: (flowId, given) => subentriesOf(flowId).answer(flowId, 'subentry', given),
      abort: (flowId) => subentriesOf(flowId).abort(flowId, 'subentry'),
    },
    actions: {
      update: (entryId, fields) =>
        devices !== undefined && isOfDevices(entryId)
          ? devices.update(entryId, fields)
          : entries.update(entryId, fields),
      reload: (entryId) => {
        if (devices !== undefined && isOfDevices(entryId)) devices.reload(entryId);
        else entries.reload(entryId);
      },
      remove: (entryId) =>
        devices !== undefined && isOfDevices(entryId) ? devices.remove(entryId) : entries.remove(entryId),
    },
  };
}

type EntryFlow = ReturnType<
  NonNullable<HubContext['integrations']['provided']['devices']>['flows']['discovered']
>[number];

function discoveredFlow({ id, domain, source, uniqueId, title, entryId, step }: EntryFlow): DiscoveredFlow {
  return {
    flow_id: id,
    handler: domain,
    context: {
      ...{ source, unique_id: uniqueId ?? null, title_placeholders: { name: title ?? domain } },
      ...(entryId === undefined ? {} : { entry_id: entryId }),
    },
    step_id: step !== undefined && 'stepId' in step ? step.stepId : null,
  };
}

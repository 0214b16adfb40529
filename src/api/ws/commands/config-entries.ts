import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Undo } from '../../../core/clock.ts';
import { isObject } from '../../../core/coerce.ts';
import { fault } from '../../../core/errors.ts';
import type { ConfigEntry, ConfigSubentry } from '../../../entities/registry/config-entries.ts';
import { showConfigEntry } from '../../../entities/registry/registry-views.ts';
import { HomeView } from '../../../entities/visibility/home-view.ts';
import { type ConfigEntryParts, isOfType } from '../../config-entry-interface.ts';
import { AnyObject, Nothing, NullableText, object } from '../../shapes/plain-shapes.ts';
import {
  ConfigEntryEventsShape,
  ConfigEntryShape,
  DiscoveredFlowShape,
  RestartShape,
} from '../../shapes/registry-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

const entryId = z.string().max(100);

/** The parts that users added to entries. */
function subentryCommands({ configEntries, actions }: ConfigEntryParts): Command[] {
  const subentry_id = z.string().max(100);
  const found = (entry_id: string, id: string): ConfigSubentry[] => {
    const { subentries = [] } = configEntries.get(entry_id);
    if (subentries.some((one) => one.subentry_id === id)) return subentries;
    throw fault('not_found', 'config_subentry_not_found', { id });
  };
  return [
    defineCommand({
      type: 'config_entries/subentries/list',
      permission: 'admin',
      summary: 'The parts that users added to a config entry, without what they were set up with',
      result: z.array(
        object({
          ...{ subentry_id: z.string(), subentry_type: z.string() },
          ...{ title: z.string(), unique_id: NullableText },
        }),
      ),
      fields: { entry_id: entryId },
      handle: ({ message }) =>
        (configEntries.get(message.entry_id).subentries ?? []).map(({ data: _, ...shown }) => shown),
    }),
    defineCommand({
      type: 'config_entries/subentries/update',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Renames a part of a config entry',
      result: Nothing,
      fields: { entry_id: entryId, subentry_id, title: z.string().min(1).max(255).optional() },
      handle: async ({ message: { entry_id, subentry_id: id, title } }) => {
        const subentries = found(entry_id, id);
        if (title === undefined) return null;
        const renamed = subentries.map((one) => (one.subentry_id === id ? { ...one, title } : one));
        await actions.update(entry_id, { subentries: renamed });
        return null;
      },
    }),
    defineCommand({
      type: 'config_entries/subentries/delete',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Removes a part of a config entry',
      result: Nothing,
      fields: { entry_id: entryId, subentry_id },
      handle: async ({ message: { entry_id, subentry_id: id } }) => {
        const left = found(entry_id, id).filter((one) => one.subentry_id !== id);
        await actions.update(entry_id, { subentries: left });
        return null;
      },
    }),
  ];
}

/** The config entries of integrations and helpers, and the previews of flows. */
export function configEntryCommands(parts: ConfigEntryParts): Command[] {
  const { configEntries, flows, actions, previewed } = parts;
  const show = (entry: ConfigEntry) => showConfigEntry(entry, configEntries.statusOf(entry.entry_id));
  const visible = (some: Iterable<ConfigEntry>, access: Access) =>
    new HomeView(access, parts).integrations(some);
  return [
    ...subentryCommands(parts),
    defineCommand({
      type: 'config_entries/get',
      permission: 'user',
      summary:
        'The integrations and helpers that are set up; limited callers see those with entities they may read',
      result: z.array(ConfigEntryShape),
      fields: { type_filter: z.unknown().optional(), domain: z.string().optional() },
      handle: ({ message: { type_filter: types, domain }, access }) =>
        visible(configEntries.list(), access)
          .filter(
            (entry) => isOfType(entry, types, parts) && (domain === undefined || entry.domain === domain),
          )
          .map(show),
    }),
    defineSubscription({
      type: 'config_entries/subscribe',
      permission: 'user',
      summary: 'The integrations and helpers that are set up, then each change',
      event: ConfigEntryEventsShape,
      fields: { type_filter: z.unknown().optional(), domain: z.string().optional() },
      subscribe: ({ message: { type_filter: types, domain }, access }, feed): Undo => {
        const isMeant = (entry: ConfigEntry): boolean =>
          isOfType(entry, types, parts) && (domain === undefined || entry.domain === domain);
        const entries = visible(configEntries.list(), access).filter(isMeant);
        feed.event(JSON.stringify(entries.map((entry) => ({ type: null, entry: show(entry) }))));
        const known = new Set(entries.map(({ entry_id: id }) => id));
        return configEntries.subscribe((entry, change) => {
          // The entities of a removed entry are gone already.
          const isSeen =
            change === 'removed' ? known.has(entry.entry_id) : visible([entry], access).length > 0;
          if (!isMeant(entry) || !isSeen) return;
          known.add(entry.entry_id);
          feed.event(JSON.stringify([{ type: change, entry: show(entry) }]));
        });
      },
    }),
    defineCommand({
      type: 'config_entries/get_single',
      permission: 'admin',
      summary: 'One config entry',
      result: object({ config_entry: ConfigEntryShape }),
      fields: { entry_id: entryId },
      handle: ({ message }) => ({ config_entry: show(configEntries.get(message.entry_id)) }),
    }),
    defineCommand({
      type: 'config_entries/update',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Renames a config entry or changes its preferences',
      result: object({ config_entry: ConfigEntryShape, require_restart: z.boolean() }),
      fields: {
        entry_id: entryId,
        title: z.string().min(1).max(255).exactOptional(),
        pref_disable_new_entities: z.boolean().exactOptional(),
        pref_disable_polling: z.boolean().exactOptional(),
      },
      handle: async ({
        message: { entry_id, title, pref_disable_new_entities: entities, pref_disable_polling: polling },
      }) => ({
        config_entry: show(
          await actions.update(entry_id, {
            ...(title === undefined ? {} : { title }),
            ...(entities === undefined ? {} : { pref_disable_new_entities: entities }),
            ...(polling === undefined ? {} : { pref_disable_polling: polling }),
          }),
        ),
        require_restart: false,
      }),
    }),
    defineCommand({
      type: 'config_entries/disable',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Disables a config entry with its entities, or enables it again',
      result: RestartShape,
      fields: { entry_id: entryId, disabled_by: z.literal('user').nullable() },
      handle: async ({ message: { entry_id, disabled_by } }) => {
        await actions.update(entry_id, { disabled_by });
        return { require_restart: false };
      },
    }),
    defineCommand({
      type: 'hearth/integrations/log',
      permission: 'admin',
      summary: 'What the process of an integration wrote last',
      result: object({ lines: z.array(z.string()) }),
      fields: { entry_id: entryId },
      handle: ({ message }) => ({ lines: parts.linesOf(configEntries.get(message.entry_id).domain) }),
    }),
    defineCommand({
      type: 'config_entries/flow/progress',
      permission: 'admin',
      summary: 'The flows that no user began: discovered devices, and logins that have expired',
      result: z.array(DiscoveredFlowShape),
      fields: {},
      handle: () => flows.discovered(),
    }),
    defineCommand({
      type: 'config_entries/ignore_flow',
      permission: 'admin',
      summary: 'Ends the flow of a discovered device, which is not shown again',
      result: Nothing,
      fields: { flow_id: z.string().max(100), title: z.string().max(255) },
      handle: async ({ message }) => {
        await flows.ignore(message.flow_id, message.title);
        return null;
      },
    }),
    defineSubscription({
      type: 'config_entries/flow/subscribe',
      permission: 'admin',
      summary: 'The flows that no user began, as they begin and end',
      event: z.array(
        object({ type: NullableText, flow_id: z.string(), flow: DiscoveredFlowShape.optional() }),
      ),
      fields: { type_filter: z.unknown().optional() },
      subscribe: (_call, feed): Undo => {
        const shown = flows.discovered().map((flow) => ({ type: null, flow_id: flow.flow_id, flow }));
        feed.ahead(JSON.stringify(shown));
        return flows.subscribe((flow, change) => {
          const { flow_id } = flow;
          feed.event(JSON.stringify([{ type: change, flow_id, ...(change === 'added' ? { flow } : {}) }]));
        });
      },
    }),
    ...previewed.map((domain) =>
      defineSubscription({
        type: `${domain}/start_preview`,
        permission: 'admin',
        summary: 'What the entity of a flow would show, whenever that changes',
        event: z.union([
          object({ state: z.string(), attributes: AnyObject }),
          object({ error: z.unknown() }),
        ]),
        fields: {
          flow_id: z.string().max(100),
          flow_type: z.enum(['config_flow', 'options_flow']),
          user_input: z.record(z.string(), z.unknown()),
        },
        subscribe: ({ message: { flow_id: flowId, flow_type, user_input: given } }, feed): Undo => {
          const isOptions = flow_type === 'options_flow';
          const preview = flows.preview(domain, { flowId, isOptions, given }, () => send());
          const send = (): void => {
            if (!('problems' in preview)) feed.event(JSON.stringify(preview.show()));
          };
          if ('problems' in preview) {
            feed.event(JSON.stringify({ error: firstProblem(preview.problems) }));
            return () => {};
          }
          send();
          return preview.close;
        },
      }),
    ),
  ];
}

function firstProblem(problems: object): unknown {
  const [first] = isObject(problems) ? Object.values(problems) : [];
  return Array.isArray(first) ? first[0] : first;
}

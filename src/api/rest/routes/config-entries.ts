import { z } from 'zod';
import { isObject } from '../../../core/coerce.ts';
import { fault } from '../../../core/errors.ts';
import type { ConfigEntry } from '../../../entities/registry/config-entries.ts';
import { showConfigEntry } from '../../../entities/registry/registry-views.ts';
import { HomeView } from '../../../entities/visibility/home-view.ts';
import { type ConfigEntryParts, type FlowAnswer, isOfType } from '../../config-entry-interface.ts';
import { MessageShape } from '../../shapes/automation-shapes.ts';
import { Names } from '../../shapes/plain-shapes.ts';
import { ConfigEntryShape, FlowStepShape, RestartShape } from '../../shapes/registry-shapes.ts';
import { json, type Reply, type RestRequest, type Route } from '../route.ts';

const ENTRY = '/api/config/config_entries/entry';
const NO_RESTART = { require_restart: false };
const NO_ENTRY = 'No such entry';
const NO_FLOW = 'No such flow';
const NEXT = 'The next form, or the entry that was made';
const valuesBody = z.record(z.string(), z.unknown()).describe('The values of the form');

/** Config entries, and the flows by which users add them and change their options. */
export function configEntryRoutes(parts: ConfigEntryParts): Route[] {
  const { configEntries, flows, actions } = parts;
  const show = (entry: ConfigEntry) => showConfigEntry(entry, configEntries.statusOf(entry.entry_id));
  return [
    {
      method: 'GET',
      path: ENTRY,
      permission: 'user',
      summary: 'The integrations and helpers that are set up',
      query: { domain: 'Only those of one domain', type: '`helper`, `hub`, `device` or `service`' },
      result: z.array(ConfigEntryShape),
      answers: { 200: 'Those with entities the caller may read' },
      handle: ({ access, query }) => {
        const [domain, type] = [query.get('domain'), query.get('type')];
        return json(
          new HomeView(access, parts)
            .integrations(configEntries.list())
            .filter((entry) => isOfType(entry, type, parts) && (domain === null || entry.domain === domain))
            .map(show),
        );
      },
    },
    {
      method: 'DELETE',
      path: `${ENTRY}/:entry_id`,
      changes: 'undoable',
      permission: 'admin',
      summary: 'Removes a config entry with its entities',
      result: RestartShape,
      answers: { 200: 'Removed', 404: NO_ENTRY },
      handle: async (request) => {
        await actions.remove(knownEntry(request, parts));
        return json(NO_RESTART);
      },
    },
    {
      method: 'POST',
      path: `${ENTRY}/:entry_id/reload`,
      permission: 'admin',
      summary: 'Sets up a config entry again',
      result: RestartShape,
      answers: { 200: 'Set up', 404: NO_ENTRY },
      handle: (request) => {
        actions.reload(knownEntry(request, parts));
        return json(NO_RESTART);
      },
    },
    {
      method: 'GET',
      path: '/api/config/config_entries/flow_handlers',
      permission: 'user',
      summary: 'The domains of which users can add entries',
      query: { type: 'Only those of a type: `helper`, `hub`, `device` or `service`' },
      result: Names,
      answers: { 200: 'The domains' },
      handle: ({ query }) => {
        const type = query.get('type');
        return json(flows.handlers().filter((domain) => type === null || parts.typeOf(domain) === type));
      },
    },
    ...flowRoutes(parts, 'flow', 'handler'),
    ...flowRoutes(parts, 'options/flow', 'entry'),
    ...subentryRoutes(parts),
  ];
}

function flowRoutes({ flows }: ConfigEntryParts, path: string, begunBy: 'handler' | 'entry'): Route[] {
  const isOptions = begunBy === 'entry';
  const base = `/api/config/config_entries/${path}`;
  const what = isOptions ? 'the options of an entry' : 'a new entry';
  return [
    {
      method: 'POST',
      path: base,
      permission: 'admin',
      summary: `Begins a flow for ${what}`,
      body: z.object({
        handler: z.string().describe(isOptions ? 'The ID of the entry' : 'The domain'),
        ...(isOptions
          ? {}
          : { entry_id: z.string().optional().describe('The entry to change, instead of adding one') }),
      }),
      result: FlowStepShape,
      answers: { 200: 'The first form', 404: `No such ${begunBy}` },
      handle: async (request) => {
        const { handler, entry_id: entryId } = bodyOf(request);
        if (typeof handler !== 'string') throw fault('invalid_format', 'flow_handler_missing', {});
        if (isOptions) return reply(await flows.beginOptions(handler));
        return reply(await flows.begin(handler, typeof entryId === 'string' ? entryId : undefined));
      },
    },
    {
      method: 'GET',
      path: `${base}/:flow_id`,
      permission: 'admin',
      summary: `The present form of a flow for ${what}`,
      result: FlowStepShape,
      answers: { 200: 'The form', 404: NO_FLOW },
      handle: (request) => reply(flows.present(request.param('flow_id'), isOptions)),
    },
    {
      method: 'POST',
      path: `${base}/:flow_id`,
      changes: 'undoable',
      permission: 'admin',
      summary: `Answers the present form of a flow for ${what}`,
      body: valuesBody,
      result: FlowStepShape,
      answers: { 200: NEXT, 400: 'Values were refused; the body names the fields', 404: NO_FLOW },
      handle: async (request) => {
        const id = request.param('flow_id');
        if (flows.isForOwner(id) && request.caller?.user.is_owner !== true)
          throw fault('unauthorized', 'download_for_owner');
        return reply(await flows.answer(id, isOptions, bodyOf(request)));
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:flow_id`,
      permission: 'admin',
      summary: `Ends a flow for ${what}`,
      result: MessageShape,
      answers: { 200: 'Ended', 404: NO_FLOW },
      handle: (request) => {
        flows.abort(request.param('flow_id'), isOptions);
        return json({ message: 'Flow aborted' });
      },
    },
  ];
}

/** The flows by which parts are added to entries and changed. */
function subentryRoutes({ subentryFlows: flows }: ConfigEntryParts): Route[] {
  const base = '/api/config/config_entries/subentries/flow';
  const what = 'a part of an entry';
  return [
    {
      method: 'POST',
      path: base,
      permission: 'admin',
      summary: `Begins a flow for ${what}`,
      body: z.object({
        handler: z.tuple([z.string(), z.string()]).describe('The ID of the entry and the type of the part'),
        subentry_id: z.string().optional().describe('The part to change, instead of adding one'),
      }),
      result: FlowStepShape,
      answers: { 200: 'The first form', 404: 'No such entry, type or part' },
      handle: async (request) => {
        const { handler, subentry_id: id } = bodyOf(request);
        const [entryId, type] = Array.isArray(handler) ? handler : [];
        if (typeof entryId !== 'string' || typeof type !== 'string')
          throw fault('invalid_format', 'flow_handler_missing', {});
        return reply(await flows.begin(entryId, type, typeof id === 'string' ? id : undefined));
      },
    },
    {
      method: 'GET',
      path: `${base}/:flow_id`,
      permission: 'admin',
      summary: `The present form of a flow for ${what}`,
      result: FlowStepShape,
      answers: { 200: 'The form', 404: NO_FLOW },
      handle: (request) => reply(flows.present(request.param('flow_id'))),
    },
    {
      method: 'POST',
      path: `${base}/:flow_id`,
      changes: 'undoable',
      permission: 'admin',
      summary: `Answers the present form of a flow for ${what}`,
      body: valuesBody,
      result: FlowStepShape,
      answers: { 200: NEXT, 400: 'Values were refused; the body names the fields', 404: NO_FLOW },
      handle: async (request) => reply(await flows.answer(request.param('flow_id'), bodyOf(request))),
    },
    {
      method: 'DELETE',
      path: `${base}/:flow_id`,
      permission: 'admin',
      summary: `Ends a flow for ${what}`,
      result: MessageShape,
      answers: { 200: 'Ended', 404: NO_FLOW },
      handle: (request) => {
        flows.abort(request.param('flow_id'));
        return json({ message: 'Flow aborted' });
      },
    },
  ];
}

function reply(answer: FlowAnswer): Reply {
  return json(answer, 'type' in answer ? 200 : 400);
}

function bodyOf(request: RestRequest): Readonly<Record<string, unknown>> {
  const body = request.json('invalid_json');
  if (!isObject(body)) throw fault('invalid_format', 'message_malformed_expected_object');
  return body;
}

/** Home Assistant words an unknown entry differently here. */
function knownEntry(request: RestRequest, { configEntries }: ConfigEntryParts): string {
  const id = request.param('entry_id');
  if (![...configEntries.list()].some(({ entry_id }) => entry_id === id))
    throw fault('not_found', 'invalid_entry_specified', {});
  return id;
}

import { z } from 'zod';
import { isObject } from '../../../core/coerce.ts';
import { isSlug } from '../../../core/entity-id.ts';
import { fault, HubError, reasonOf } from '../../../core/errors.ts';
import { exactJsonText } from '../../../core/exact-json-text.ts';
import { type ExactJson, parseExactJson } from '../../../core/json.ts';
import type { ItemConfigs, ItemEdit } from '../../item-configs.ts';
import { DoneShape } from '../../shapes/automation-shapes.ts';
import { AnyObject } from '../../shapes/plain-shapes.ts';
import { jsonText, type RestRequest, type Route } from '../route.ts';

const OK = '{"result":"ok"}';
const configBody = z.record(z.string(), z.unknown()).describe('The whole configuration of the item');

/** `/api/config/automation/config/<id>` and the like: read, write and delete one item of a file. */
export function itemConfigRoutes(domains: readonly ItemConfigs[]): Route[] {
  return domains.flatMap((items) => routesOf(items));
}

function routesOf(items: ItemConfigs): Route[] {
  const { domain } = items;
  const path = `/api/config/${domain}/config/:id`;
  const headers = { 'If-Match': 'The ETag of the configuration that the change is based on; optional' };
  const conflict = 'The item was changed in its file since the caller read it';
  return [
    {
      method: 'GET',
      path,
      permission: 'admin',
      summary: `The configuration of one ${domain}, as in its file; a tag is represented as the text "!secret name"`,
      result: AnyObject,
      answers: { 200: 'The configuration; its ETag may be sent back as If-Match', 404: `No such ${domain}` },
      handle: async (request) => {
        const { config, etag } = await items.read(request.param('id'), readerOf(request));
        return { ...jsonText(exactJsonText(config as ExactJson)), headers: ['ETag', `"${etag}"`] };
      },
    },
    {
      method: 'POST',
      path,
      changes: 'undoable',
      permission: 'admin',
      summary: `Writes one ${domain} to its file, or a new one at the end of the file`,
      headers,
      body: configBody,
      result: DoneShape,
      answers: { 200: 'Written and in use', 400: 'It is invalid; the message has the reason', 409: conflict },
      handle: async (request) => {
        const id = request.param('id');
        if (domain === 'script' && !isSlug(id)) throw fault('invalid_format', 'invalid_slug', { id });
        const config = bodyOf(request);
        try {
          await items.save(id, config, editOf(request));
        } catch (error) {
          if (!(error instanceof HubError) || error.code !== 'invalid_format') throw error;
          throw fault('invalid_format', 'message_malformed', { reason: reasonOf(error) }, { cause: error });
        }
        return jsonText(OK);
      },
    },
    {
      method: 'DELETE',
      path,
      changes: 'undoable',
      permission: 'admin',
      summary: `Removes one ${domain} from its file`,
      headers,
      result: DoneShape,
      answers: { 200: 'Deleted', 400: `No such ${domain}`, 409: conflict },
      handle: async (request) => {
        try {
          await items.remove(request.param('id'), editOf(request));
        } catch (error) {
          // Home Assistant answers 404 to reading an absent item, but 400 to deleting one.
          if (!(error instanceof HubError) || error.code !== 'not_found') throw error;
          throw fault('failed', 'resource_not_found');
        }
        return jsonText(OK);
      },
    },
  ];
}

function bodyOf(request: RestRequest): Readonly<Record<string, unknown>> {
  const complaint = 'invalid_json_specified';
  const body = request.json(complaint);
  if (body === undefined) throw fault('invalid_format', complaint);
  if (!isObject(body)) throw fault('invalid_format', 'message_malformed_expected_object');
  return parseExactJson(request.text(complaint)) as Readonly<Record<string, unknown>>;
}

function editOf(request: RestRequest): ItemEdit {
  const etag = request.headers['if-match']?.replace(/^(?:W\/)?"|"$/g, '');
  return {
    userId: request.access.userId,
    reader: readerOf(request),
    etag: etag === '*' ? undefined : etag,
    isOwner: request.caller?.user.is_owner === true,
  };
}

/** Edits are based on the version the same token read last. */
function readerOf(request: RestRequest): string {
  return request.caller?.tokenId ?? '';
}

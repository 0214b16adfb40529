import type { Diagnostics, DiagnosticsFile } from '../../diagnostics.ts';
import { AnyObject } from '../../shapes/plain-shapes.ts';
import { JSON_TYPE, type Reply, type Route } from '../route.ts';

const PATH = '/api/diagnostics/config_entry/:entry_id';
const ANSWERS = { 200: 'The file', 404: 'No such entry or device' };

/** Diagnostics as files, for reports about integrations. */
export function diagnosticsRoutes(diagnostics: Pick<Diagnostics, 'ofEntry' | 'ofDevice'>): Route[] {
  return [
    {
      method: 'GET',
      path: PATH,
      permission: 'admin',
      summary: 'What the server knows about a config entry, without secrets',
      result: AnyObject,
      answers: ANSWERS,
      handle: async (request) => reply(await diagnostics.ofEntry(request.param('entry_id'))),
    },
    {
      method: 'GET',
      path: `${PATH}/device/:device_id`,
      permission: 'admin',
      summary: 'What the server knows about a device of a config entry, without secrets',
      result: AnyObject,
      answers: ANSWERS,
      handle: async (request) =>
        reply(await diagnostics.ofDevice(request.param('entry_id'), request.param('device_id'))),
    },
  ];
}

function reply({ name, content }: DiagnosticsFile): Reply {
  return {
    status: 200,
    type: JSON_TYPE,
    body: JSON.stringify(content, null, 2),
    headers: ['Content-Disposition', `attachment; filename="${name}.json"`],
    gzip: true,
  };
}

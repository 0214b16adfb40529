import { z } from 'zod';
import { isObject } from '../../../core/coerce.ts';
import { fault, HubError } from '../../../core/errors.ts';
import { parseExactJson } from '../../../core/json.ts';
import type { Templates } from '../../templates.ts';
import { type RestRequest, type Route, TEXT_TYPE } from '../route.ts';

const body = z.object({
  template: z.string().describe('The template'),
  variables: z.record(z.string(), z.unknown()).optional().describe('The variables of the template'),
});

/** `/api/template`: renders a template as text. */
export function templateRoutes(templates: Templates): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/template',
      permission: 'admin',
      summary: 'Renders a template',
      body,
      produces: 'text/plain',
      answers: { 200: 'The text', 400: 'The template is invalid or failed' },
      handle: async (request) => {
        const { template, variables } = read(request);
        try {
          const text = await templates.render({
            template,
            variables,
            access: request.access,
            strict: false,
          });
          return { status: 200, type: TEXT_TYPE, body: text, gzip: true };
        } catch (error) {
          if (!(error instanceof HubError) || error.code !== 'template_error') throw error;
          throw fault('template_error', 'error_rendering_template', { reason: error.message });
        }
      },
    },
  ];
}

/** Validates the body, then parses it again with exact numbers: `21.0` prints as `21.0`. */
function read(request: RestRequest): { template: string; variables: Readonly<Record<string, unknown>> } {
  const complaint = 'invalid_json_specified_2';
  if (!isObject(request.json(complaint)))
    throw fault('invalid_format', 'template_data_should_be_json_object');
  const data = parseExactJson(request.text(complaint)) as Readonly<Record<string, unknown>>;
  const template = Object.hasOwn(data, 'template') ? data.template : undefined;
  const variables = Object.hasOwn(data, 'variables') ? (data.variables ?? {}) : {};
  if (typeof template !== 'string') throw fault('invalid_format', 'no_template_specified');
  if (!isObject(variables)) throw fault('invalid_format', 'variables_should_be_json_object');
  return { template, variables };
}

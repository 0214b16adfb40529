import { parseExactJson } from '../../core/json.ts';
import type { WebhookCall } from '../../core/ports.ts';
import type { Value } from '../../jinja/values/context.ts';
import { Fields } from '../config/fields.ts';
import { limitedText } from '../config/limited.ts';
import type { TriggerKind } from '../config/trigger.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT'] as const;

/** `trigger: webhook`: a webhook URL is called. */
export const webhookTrigger: TriggerKind = {
  name: 'webhook',
  parse: (fields, help) => {
    const id = fields.template('webhook_id');
    const given = fields.raw('allowed_methods');
    const methods: readonly string[] =
      given === undefined
        ? ['POST', 'PUT']
        : new Fields({ allowed_methods: upperCase(given) }, fields.path, help).someOf(
            'allowed_methods',
            METHODS,
          );
    const localOnly = fields.boolean('local_only', true);
    return {
      attach: (attachment) => {
        const { setting, fire } = attachment;
        const { webhooks } = setting.ports;
        if (webhooks === undefined) throw new Error('Webhooks are not set up in this home');
        const webhookId = limitedText(attachment, id);
        const report = (received: Readonly<Record<string, Value>>, query: WebhookCall['query']): void =>
          fire({
            variables: { webhook_id: webhookId, ...received, query },
            description: 'webhook',
            context: null,
          });
        return webhooks.register({
          id: webhookId,
          name: attachment.owner ?? 'wait_for_trigger',
          methods,
          localOnly,
          listener: (call) => {
            readCall(call).then(
              (received) => report(received, call.query),
              (error) =>
                setting.log.warn(`Webhook ${webhookId} received a body that it cannot parse: ${error}`),
            );
          },
        });
      },
    };
  },
};

function upperCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(upperCase);
  return typeof value === 'string' ? value.toUpperCase() : value;
}

/**
 * `json` for a JSON content type, otherwise `data` with the fields of a form. Rejects if the body is neither.
 */
async function readCall({ contentType, body }: WebhookCall): Promise<Readonly<Record<string, Value>>> {
  if (contentType.includes('json'))
    return { json: body.length === 0 ? {} : parseExactJson(body.toString('utf8')) };
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType);
  if (!isForm || body.length === 0) return { data: {} };
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  const data: Record<string, Value> = Object.create(null);
  // Of fields with the same name, the first counts; files are ignored.
  for (const [key, value] of form) if (typeof value === 'string' && !(key in data)) data[key] = value;
  return { data };
}

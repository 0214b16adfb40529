import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { message } from '../../core/messages.ts';
import { schemaError } from '../../core/schema-error.ts';
import { str } from '../../jinja/values/printing.ts';
import { sendFollowed } from '../../network/followed-request.ts';
import { type HttpMethod, type HttpResponse, RequestFailure } from '../../network/http-request.ts';
import type { TemplateService } from '../../templates/template-service.ts';
import { flag, template, text, timeLimit } from '../polled/fields.ts';
import { MAX_TEXT_BYTES, Received } from '../polled/received.ts';
import { xmlAsJson } from './xml-as-json.ts';

/** A URL, written out. */
export const address = z.string(schemaError('expects_url')).refine(isWebAddress, schemaError('expects_url'));

/** Node writes these itself, and two of them would end a request too early. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection']);
const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~\w-]{1,100}$/, schemaError('expects_header_name'))
  .refine((name) => !OWN_HEADERS.has(name.toLowerCase()), schemaError('expects_header_name'));

/** What every request has. */
export const requestFields = {
  headers: z.record(headerName, template).default({}),
  params: z.record(z.string(), template).default({}),
  username: text.optional(),
  password: text.optional(),
  verify_ssl: flag.default(true),
  timeout: timeLimit.default(10),
} as const;

/** What `resource` describes: an address that is fetched. */
export const resourceFields = {
  ...requestFields,
  resource: address.optional(),
  resource_template: template.optional(),
  method: word(['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'DELETE']).default('GET'),
  payload: text.optional(),
  payload_template: template.optional(),
  authentication: z.enum(['basic', 'digest']).default('basic'),
  /** Accepted, since Node has no such lists. */
  ssl_cipher_list: z.string().optional(),
  encoding: z.string().refine(isEncoding, schemaError('expects_encoding')).default('utf-8'),
} as const;

/** A word in any case; it becomes upper case. */
export function word<const W extends string>(words: readonly W[]): z.ZodType<W> {
  return z.unknown().transform((raw, context) => {
    const found = words.find((one) => one === String(raw).toUpperCase());
    if (found !== undefined) return found;
    const expected = schemaError('expects_one_of', { words: words.join(', ') });
    context.issues.push({ code: 'custom', message: expected, input: raw });
    return z.NEVER;
  });
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** The settings of a request. */
export type RequestConfig = Readonly<z.infer<z.ZodObject<typeof requestFields>>>;
/** The settings of a resource. */
export type ResourceConfig = Readonly<z.infer<z.ZodObject<typeof resourceFields>>>;

/** Why a resource cannot be one; undefined where it can. */
export function resourceProblem(config: ResourceConfig): string | undefined {
  const { resource, resource_template: from, payload, payload_template: payloadFrom } = config;
  if ((resource === undefined) === (from === undefined)) return 'expects_one_resource';
  return payload !== undefined && payloadFrom !== undefined ? 'expects_one_payload' : undefined;
}

/** The dependencies of requests. */
export interface RequestParts {
  readonly templates: TemplateService;
  readonly clock: Clock;
  readonly log: Log;
}

/** A request, before its templates are rendered. */
export interface Sending {
  readonly url: string;
  readonly method: HttpMethod;
  readonly body?: string | undefined;
  readonly isDigest: boolean;
  /** The variables of its templates. */
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with its headers, parameters and login. Rejects with `RequestFailure` or `TemplateError`. */
export function send(
  { headers, params, username, password, verify_ssl, timeout }: RequestConfig,
  sending: Sending,
  { templates, clock }: RequestParts,
): Promise<HttpResponse> {
  const variables = (sending.variables ?? {}) as Parameters<TemplateService['render']>[1];
  const host = { host: templates.quiet };
  const url = webAddress(sending.url);
  for (const [name, source] of Object.entries(params)) {
    const value = templates.renderNative(source, variables, host);
    url.searchParams.append(name, typeof value === 'boolean' ? String(value) : str(value));
  }
  const sent = Object.entries(headers).map(([name, source]) => [
    name,
    templates.render(source, variables, host),
  ]);
  return sendFollowed(
    {
      url,
      method: sending.method,
      headers: { 'user-agent': 'Hearth', accept: '*/*', ...sending.headers, ...Object.fromEntries(sent) },
      body: sending.body,
      verifySsl: verify_ssl,
      timeout: timeout * 1000,
      maxBytes: MAX_TEXT_BYTES,
      login:
        username === undefined
          ? undefined
          : { username, password: password ?? '', isDigest: sending.isDigest },
    },
    clock,
  );
}

/** Fetches the text of a resource; XML becomes JSON. */
export function fetchResource(
  config: ResourceConfig,
  place: string,
  parts: RequestParts,
): () => Promise<Received> {
  const { templates, log } = parts;
  let shownStatus = 0;
  return async () => {
    const render = (source: string): string => templates.render(source, {}, { host: templates.quiet });
    const { resource, resource_template: from, payload, payload_template: payloadFrom, method } = config;
    const url = from === undefined ? (resource ?? '') : render(from);
    const body = payloadFrom === undefined ? payload : render(payloadFrom);
    const isDigest = config.authentication === 'digest';
    const answer = await send(config, { url, method, body: body || undefined, isDigest }, parts);
    const type = answer.headers['content-type'] ?? '';
    const { status } = answer;
    if (status >= 400 && status !== shownStatus && !/json|xml/i.test(type))
      log.warn(
        `${place}: ${new URL(url).host} answers with the status ${status}; its text is used as the value`,
      );
    shownStatus = status;
    return new Received(valueText(answer, config.encoding, (reason) => log.warn(`${place}: ${reason}`)));
  };
}

const XML = /^(?:application\/(?:rss\+|xhtml\+)?xml|text\/xml)\b/i;

function valueText(
  { headers, bytes }: HttpResponse,
  encoding: string,
  warn: (reason: string) => void,
): string {
  const type = headers['content-type'] ?? '';
  const value = textOf(bytes, type, encoding);
  if (!XML.test(type)) return value;
  try {
    return JSON.stringify(xmlAsJson(value));
  } catch (error) {
    warn(`the XML cannot be read: ${messageOf(error)}`);
    return value;
  }
}

/** The text of a response in the encoding it names, or else in the given one. */
export function textOf(bytes: Uint8Array, type: string, encoding = 'utf-8'): string {
  const named = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type)?.[1];
  const label = named !== undefined && isEncoding(named) ? named : encoding;
  return new TextDecoder(label).decode(bytes);
}

function isWebAddress(given: string): boolean {
  return /^https?:\/\//i.test(given) && URL.canParse(given);
}

function webAddress(given: string): URL {
  const trimmed = given.trim();
  if (!isWebAddress(trimmed)) throw new RequestFailure('failed', message('address_is_no_url'));
  return new URL(trimmed);
}

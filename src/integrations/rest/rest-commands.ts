import { z } from 'zod';
import type { Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import { schemaError } from '../../core/schema-error.ts';
import type { SectionItem } from '../../core/settings-block.ts';
import type { PlainService } from '../../entities/services/service.ts';
import type { ServiceEngine } from '../../entities/services/service-engine.ts';
import { type HttpResponse, RequestFailure } from '../../network/http-request.ts';
import { flag, template, text } from '../polled/fields.ts';
import { readWritten, writtenAt } from '../polled/section-reader.ts';
import { type RequestParts, requestFields, send, textOf, word } from './resource.ts';

const { params: _params, ...fields } = requestFields;
const schema = z.strictObject({
  ...fields,
  url: template,
  method: word(['GET', 'PATCH', 'POST', 'PUT', 'DELETE', 'HEAD']).default('GET'),
  authentication: z.enum(['basic', 'digest']).default('basic'),
  username: text.refine((name) => !name.includes(':'), schemaError('expects_no_colon')).optional(),
  payload: template.optional(),
  content_type: text.optional(),
  insecure_cipher: flag.default(false),
  skip_url_encoding: flag.default(false),
});
type Config = z.infer<typeof schema>;

/** The services `rest_command.<name>`. */
export class RestCommands {
  private readonly parts: RequestParts & { readonly engine: Pick<ServiceEngine, 'register' | 'has'> };
  private undos: Undo[] = [];

  constructor(parts: RestCommands['parts']) {
    this.parts = parts;
  }

  clear(): void {
    for (const undo of this.undos.splice(0)) undo();
  }

  add(item: SectionItem): void {
    const { log, engine } = this.parts;
    const name = item.key ?? '';
    const written = writtenAt(item, [], { value: item.value, label: `rest_command ${name}` });
    if (!/^[a-z0-9_]{1,100}$/.test(name) || engine.has('rest_command', name)) {
      log.error(
        `${item.place()}: rest_command ${JSON.stringify(name)}: the name is taken or is not lower-case`,
      );
      return;
    }
    const config = readWritten(schema, written, log);
    if (config !== undefined) this.undos.push(engine.register(this.serviceOf(name, config)));
  }

  private serviceOf(name: string, config: Config): PlainService {
    return {
      ...{
        domain: 'rest_command',
        name,
        fields: {},
        passesExtraKeys: true,
        response: 'optional',
        whole: true,
      },
      shown: { description: '', fields: {} },
      handle: (_fields, { data, returnResponse = false }) => this.call(config, data, returnResponse),
    };
  }

  private async call(
    config: Config,
    variables: Readonly<Record<string, unknown>>,
    wantsResponse: boolean,
  ): Promise<unknown> {
    const { templates } = this.parts;
    const render = (source: string): string =>
      templates.render(source, variables as Parameters<typeof templates.render>[1], {
        host: templates.quiet,
      });
    const { method, content_type: type } = config;
    const url = render(config.url);
    const isDigest = config.authentication === 'digest';
    const body = config.payload === undefined ? undefined : render(config.payload);
    const headers = type === undefined ? {} : { 'content-type': type };
    let answer: HttpResponse;
    try {
      answer = await send(
        { ...config, params: {} },
        { url, method, body, isDigest, variables, headers },
        this.parts,
      );
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const host = URL.canParse(url) ? new URL(url).host : url.slice(0, 100);
      throw fault(
        'home_assistant_error',
        'host_gave_nothing',
        { host, reason: error.reason },
        { cause: error },
      );
    }
    const { status } = answer;
    if (status >= 400) this.parts.log.warn(`${new URL(url).host} answers with the status ${status}`);
    return wantsResponse ? { content: contentOf(answer), status, headers: headersOf(answer) } : null;
  }
}

function contentOf({ headers, bytes }: HttpResponse): unknown {
  const type = headers['content-type'] ?? '';
  const text = textOf(bytes, type);
  if (!/^application\/json\b/i.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw fault('home_assistant_error', 'answer_is_no_json');
  }
}

/** Header names as servers usually write them: `Content-Type`. */
function headersOf({ headers }: HttpResponse): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
      Array.isArray(value) && value.length === 1 ? value[0] : value,
    ]),
  );
}

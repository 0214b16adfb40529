import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { WebSocket } from 'ws';
import type { RestAnswer, TestHub } from './start-hub.ts';

type Json = Readonly<Record<string, unknown>>;
type Rest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<RestAnswer>;

/** A route of the document: its methods by lower-case name. */
interface DocumentedPath {
  readonly pattern: RegExp;
  readonly path: string;
  readonly operations: Readonly<Record<string, Json>>;
}

const OPTIONS = { strict: false, allErrors: false } as const;

/**
 * Checks what a server sends against the documents it serves. Violations are collected in `violations`; a test
 * asserts that there are none.
 */
export class Contract {
  readonly violations: string[] = [];
  /** The responses, results and events that were checked. */
  readonly checked = { responses: 0, messages: 0 };
  private readonly openApi: Ajv2020;
  private readonly asyncApi: Ajv;
  private readonly paths: readonly DocumentedPath[];
  private readonly messages: Readonly<Record<string, Json>>;
  private readonly validators = new Map<string, ValidateFunction | undefined>();

  constructor(openApi: Json, asyncApi: Json) {
    this.openApi = new Ajv2020(OPTIONS).addSchema({ ...openApi, $id: 'openapi' });
    this.asyncApi = new Ajv(OPTIONS).addSchema({ ...asyncApi, $id: 'asyncapi' });
    const paths = openApi.paths as Readonly<Record<string, Readonly<Record<string, Json>>>>;
    // Paths without parameters are preferred: `flow/progress` before `flow/{flow_id}`.
    this.paths = Object.entries(paths)
      .map(([path, operations]) => ({
        path,
        operations,
        pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      }))
      .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
    this.messages = (asyncApi.components as { messages: Readonly<Record<string, Json>> }).messages;
  }

  /** The contract of a running server. */
  static async of(hub: TestHub): Promise<Contract> {
    const [openApi, asyncApi] = [
      await hub.rest('GET', '/api/openapi.json'),
      await hub.rest('GET', '/api/asyncapi.json'),
    ];
    return new Contract(openApi.json, asyncApi.json);
  }

  /** The same hub, whose responses are checked. */
  watch(hub: TestHub): TestHub {
    return {
      ...hub,
      rest: this.watchRest(hub.rest),
      connect: async (token) => {
        const client = await hub.connect(token);
        this.watchSocket(client.socket);
        return client;
      },
    };
  }

  watchRest(rest: Rest): Rest {
    return async (method, path, body, headers) => {
      const answer = await rest(method, path, body, headers);
      this.checkResponse(method, path, answer);
      return answer;
    };
  }

  /** Checks the results and events of the commands that are sent from now on. */
  watchSocket(socket: WebSocket): void {
    const types = new Map<unknown, string>();
    const send = socket.send.bind(socket);
    socket.send = (data: unknown, ...rest: unknown[]) => {
      for (const message of [parsed(String(data))].flat()) types.set(message.id, String(message.type));
      (send as (...all: unknown[]) => void)(data, ...rest);
    };
    socket.on('message', (data) => {
      for (const message of [parsed(String(data))].flat()) this.checkMessage(types.get(message.id), message);
    });
  }

  checkResponse(method: string, target: string, { status, text, json, headers }: RestAnswer): void {
    const path = target.replace(/\?.*$/s, '');
    const found = this.paths.find(({ pattern }) => pattern.test(path));
    const operation = found?.operations[method.toLowerCase()];
    if (found === undefined || operation === undefined) return;
    this.checked.responses += 1;
    const question = `${method} ${target.slice(0, 200)} → ${status}`;
    const type = (headers.get('content-type') ?? '').replace(/;.*$/s, '');
    let at = `/paths/${pointer(found.path)}/${method.toLowerCase()}/responses/${status}`;
    const described = (operation.responses as Readonly<Record<string, Json>>)[status];
    if (described === undefined) {
      this.violations.push(`${question} is not documented`);
      return;
    }
    if (typeof described.$ref === 'string') at = described.$ref.slice(1);
    const content = this.resolve(at).content as Json;
    const range = Object.keys(content).find((one) =>
      new RegExp(`^${one.replace(/[+.]/g, '\\$&').replace('*', '.*')}$`).test(type),
    );
    if (range === undefined) this.violations.push(`${question} has the content type ${type}`);
    else if (range === 'application/json' && json === undefined) {
      if (text !== '') this.violations.push(`${question} is not JSON`);
    } else {
      const value = range === 'application/json' ? json : text;
      this.validate({ api: 'openapi', at: `${at}/content/${pointer(range)}/schema`, question }, value);
    }
  }

  /** Checks a result or event of a command of this type. */
  checkMessage(type: string | undefined, message: Json): void {
    if (type === undefined) return;
    const name = type.replaceAll('/', '.');
    if (!(name in this.messages)) return;
    const kind =
      message.success === false ? 'error' : `${name}.${message.type === 'event' ? 'event' : 'result'}`;
    this.checked.messages += 1;
    const at = `/components/messages/${kind}/payload`;
    this.validate({ api: 'asyncapi', at, question: `${kind} of ${type}` }, message);
  }

  private validate(
    { api, at, question }: { api: 'openapi' | 'asyncapi'; at: string; question: string },
    value: unknown,
  ): void {
    const ajv = api === 'openapi' ? this.openApi : this.asyncApi;
    const reference = `${api}#${at}`;
    if (!this.validators.has(reference)) this.validators.set(reference, ajv.getSchema(encodeURI(reference)));
    const check = this.validators.get(reference);
    if (check === undefined) this.violations.push(`${question}: there is no schema at ${at}`);
    else if (!check(value))
      this.violations.push(
        `${question}: ${ajv.errorsText(check.errors)}: ${JSON.stringify(value).slice(0, 500)}`,
      );
  }

  /** What the OpenAPI document has at a JSON pointer. */
  private resolve(at: string): Json {
    const document = this.openApi.getSchema('openapi')?.schema as Json;
    return at
      .split('/')
      .slice(1)
      .reduce((part, key) => part[key.replaceAll('~1', '/').replaceAll('~0', '~')] as Json, document);
  }
}

function pointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

import { ERRORS } from '../rest/status.ts';
import type { Command } from '../ws/command.ts';
import { JsonSchemas } from './json-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const CHANNEL = '#/channels/websocket';
const ID = { type: 'integer', minimum: 1 };
const ABOUT =
  'The WebSocket interface of Hearth. The server first sends `auth_required`; the client answers with `auth` and an ' +
  'access token, and may send commands after `auth_ok`. Each command has an `id` greater than the previous one; its ' +
  'result or error has the same `id`, and so have the events of a subscription, until `unsubscribe_events`. Clients ' +
  'must ignore keys that they do not know. The REST interface is described as OpenAPI at `/api/openapi.json`.';

interface Message {
  readonly name: string;
  readonly title: string;
  readonly payload: Json;
}

/**
 * The WebSocket interface as an AsyncAPI 3 document, generated in steps (one per command) from the commands
 * that serve it.
 */
export function* asyncApiDocument(commands: readonly Command[], version: string): Generator<undefined, Json> {
  const schemas = new JsonSchemas('draft-7');
  const messages = new Map<string, Message>();
  const operations: Record<string, Json> = {};
  for (const message of authMessages()) messages.set(message.name, message);
  for (const command of commands) {
    for (const message of commandMessages(command, schemas)) messages.set(message.name, message);
    yield;
  }
  messages.set('error', errorMessage());
  operations.authenticate = receive('Authenticates the connection', 'auth', ['auth_ok', 'auth_invalid']);
  operations.requestAuthentication = send('Asks a new client for its token', ['auth_required']);
  for (const command of commands) {
    const name = nameOf(command);
    const { summary } = command;
    operations[name] = {
      ...receive(summary, name, [`${name}.result`, 'error']),
      'x-permission': command.permission,
    };
    if (command.subscribe !== undefined)
      operations[`${name}.events`] = send(`The events of \`${command.type}\``, [`${name}.event`]);
  }
  const sorted = [...messages].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Hearth',
      version,
      description: ABOUT,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      home: {
        host: '{host}',
        protocol: 'ws',
        description: 'The server in the home; `wss` behind a proxy with TLS',
        variables: { host: { default: 'localhost:8123', description: 'Host name and port' } },
      },
    },
    channels: {
      websocket: {
        address: '/api/websocket',
        title: 'The WebSocket interface',
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
        servers: [{ $ref: '#/servers/home' }],
        messages: Object.fromEntries(
          sorted.map(([name]) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations,
    components: {
      messages: Object.fromEntries(sorted),
      schemas: Object.fromEntries(Object.entries(schemas.shared).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** The name of a command in the document: its type with dots, since keys must not contain slashes. */
function nameOf({ type }: Command): string {
  return type.replaceAll('/', '.');
}

function receive(summary: string, message: string, replies: readonly string[]): Json {
  return {
    action: 'receive',
    channel: { $ref: CHANNEL },
    summary,
    messages: [inChannel(message)],
    reply: { channel: { $ref: CHANNEL }, messages: replies.map(inChannel) },
  };
}

function send(summary: string, messages: readonly string[]): Json {
  return { action: 'send', channel: { $ref: CHANNEL }, summary, messages: messages.map(inChannel) };
}

function inChannel(name: string): Json {
  return { $ref: `${CHANNEL}/messages/${name}` };
}

function commandMessages(command: Command, schemas: JsonSchemas): Message[] {
  const { type, reply, subscribe, result, event } = command;
  const name = nameOf(command);
  const sent = schemas.input(command.schema) as Json & { properties: Json; required?: readonly string[] };
  const { id: _id, type: _type, ...fields } = sent.properties;
  const required = ['id', 'type', ...(sent.required ?? []).filter((key) => key !== 'id' && key !== 'type')];
  const messages: Message[] = [
    {
      name,
      title: type,
      payload: { ...sent, properties: { id: ID, type: { const: type }, ...fields }, required },
    },
    {
      name: `${name}.result`,
      title: `Result of ${type}`,
      payload:
        reply === undefined
          ? answer({
              type: { const: 'result' },
              success: { const: true },
              result: subscribe === undefined ? schemaOf(result, schemas) : { type: 'null' },
            })
          : answer({ type: { const: reply } }),
    },
  ];
  if (subscribe !== undefined)
    messages.push({
      name: `${name}.event`,
      title: `Event of ${type}`,
      payload: answer({ type: { const: 'event' }, event: schemaOf(event, schemas) }),
    });
  return messages;
}

function schemaOf(schema: Command['result'], schemas: JsonSchemas): Json {
  return schema === undefined ? {} : schemas.output(schema);
}

/** A message with the ID of its command. */
function answer(properties: Json): Json {
  return closed({ id: ID, ...properties });
}

function closed(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function errorMessage(): Message {
  const text = { type: 'string' };
  return {
    name: 'error',
    title: 'Error of any command',
    payload: closed({
      id: { type: ['integer', 'null'], description: 'As received; null for a message without one' },
      type: { const: 'result' },
      success: { const: false },
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: Object.keys(ERRORS) },
          message: { type: 'string', description: 'Names the offending value' },
          translation_domain: text,
          translation_key: text,
          translation_placeholders: { type: ['object', 'null'] },
        },
        required: ['code', 'message'],
      },
    }),
  };
}

function authMessages(): Message[] {
  const version = { type: 'string', description: 'The version of the interface' };
  const greeting = (type: string): Message => ({
    name: type,
    title: type,
    payload: closed({ type: { const: type }, service_version: version, ha_version: version }),
  });
  return [
    greeting('auth_required'),
    greeting('auth_ok'),
    {
      name: 'auth',
      title: 'auth',
      payload: closed({ type: { const: 'auth' }, access_token: { type: 'string' } }),
    },
    {
      name: 'auth_invalid',
      title: 'auth_invalid',
      payload: closed({ type: { const: 'auth_invalid' }, message: { type: 'string' } }),
    },
  ];
}

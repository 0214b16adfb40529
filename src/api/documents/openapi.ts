import { JSON_TYPE, type Route } from '../rest/route.ts';
import { ERRORS } from '../rest/status.ts';
import { JsonSchemas } from './json-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

/** The error responses that any route may give, by status. */
const COMMON: Readonly<Record<string, string>> = {
  400: 'The request or one of its values is invalid',
  413: 'The request is too large',
  429: 'The caller has too many queued requests, or failed too often; retry later',
  503: 'The server is stopping, or its disk is full or read-only',
};
/** Further error responses of routes that need a token. */
const PROTECTED: Readonly<Record<string, string>> = {
  401: 'No valid access token',
  403: 'The caller lacks the permission',
};
const ABOUT =
  'The REST interface of Hearth. The WebSocket interface at `/api/websocket` can do more; it is described as ' +
  'AsyncAPI at `/api/asyncapi.json`. Clients must ignore keys of responses that they do not know.';

/**
 * The REST interface as an OpenAPI 3.1 document, generated in steps (one per route) from the objects that
 * serve it.
 */
export function* openApiDocument(routes: readonly Route[], version: string): Generator<undefined, Json> {
  const schemas = new JsonSchemas('draft-2020-12');
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/[:*]([a-z_]+)/g, '{$1}');
    const operations = paths[path] ?? {};
    operations[route.method.toLowerCase()] = operation(route, schemas);
    paths[path] = operations;
    yield;
  }
  const tags = [...new Set(routes.map(tagOf))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hearth',
      version,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that sent this document' }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A long-lived access token, or one from `/auth/token`',
        },
        login: {
          type: 'oauth2',
          description: 'With PKCE; the client ID is the address of the client',
          flows: {
            authorizationCode: { authorizationUrl: '/auth/authorize', tokenUrl: '/auth/token', scopes: {} },
          },
        },
        signedPath: {
          type: 'apiKey',
          in: 'query',
          name: 'authSig',
          description:
            'The signature that the WebSocket command `auth/sign_path` appends to a path. It opens what its signer may ' +
            'read at the time of the request.',
        },
      },
      responses: Object.fromEntries(
        Object.entries({ ...COMMON, ...PROTECTED }).map(([status, text]) => [
          `Error${status}`,
          refusal(text),
        ]),
      ),
      schemas: { Error: errorSchema(), ...sorted(schemas.shared) },
    },
  };
}

function pathParameters({ path }: Route): unknown[] {
  return [...path.matchAll(/[:*]([a-z_]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function operation(route: Route, schemas: JsonSchemas): Json {
  const { method, permission, summary } = route;
  const parameters = [
    ...pathParameters(route),
    ...parametersIn('query', route.query),
    ...parametersIn('header', route.headers),
  ];
  const content = bodyContent(route, schemas);
  return {
    operationId: operationId(route),
    summary,
    tags: [tagOf(route)],
    security:
      permission === 'public'
        ? []
        : [{ token: [] }, { login: [] }, ...(method === 'GET' ? [{ signedPath: [] }] : [])],
    'x-permission': permission,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(content === undefined ? {} : { requestBody: { content } }),
    responses: responses(route, schemas),
  };
}

/** `getApiStatesByEntityId` for `GET /api/states/:entity_id`. */
function operationId({ method, path }: Route): string {
  const words = path
    .replace(/\/[:*]/g, '/by_')
    .split(/[^a-z\d]+/i)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** The first word of the path that says what it is about. */
function tagOf({ path }: Route): string {
  const [first = '', ...rest] = path.split('/').filter((part) => part !== '' && !part.startsWith(':'));
  if (first !== 'api') return 'auth';
  const [word, next] = rest;
  return (word === 'config' || word === 'hearth' ? next : undefined) ?? word ?? 'status';
}

function parametersIn(
  place: 'query' | 'header',
  described: Readonly<Record<string, string>> = {},
): unknown[] {
  return Object.entries(described).map(([name, description]) => ({
    name,
    in: place,
    description,
    ...(place === 'query' ? { allowEmptyValue: true } : {}),
    schema: { type: 'string' },
  }));
}

function bodyContent({ body, accepts }: Route, schemas: JsonSchemas): Json | undefined {
  if (body === undefined && accepts === undefined) return undefined;
  const schema = body === undefined ? {} : schemas.input(body);
  return Object.fromEntries((accepts ?? [JSON_TYPE]).map((type) => [type, { schema }]));
}

function responses(route: Route, schemas: JsonSchemas): Json {
  const shared = { ...COMMON, ...(route.permission === 'public' ? {} : PROTECTED) };
  const answers: Record<string, unknown> = {};
  for (const status of Object.keys(shared))
    answers[status] = { $ref: `#/components/responses/Error${status}` };
  for (const [status, text] of Object.entries(route.answers))
    answers[status] = Number(status) < 400 ? success(route, text, schemas) : refusal(text);
  return answers;
}

function success({ produces, result }: Route, description: string, schemas: JsonSchemas): Json {
  if (produces !== undefined) {
    const text = { schema: { type: 'string' } };
    return { description, content: Object.fromEntries([produces].flat().map((type) => [type, text])) };
  }
  const schema = result === undefined ? {} : schemas.output(result);
  return { description, content: { [JSON_TYPE]: { schema } } };
}

function refusal(description: string): Json {
  return { description, content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } } };
}

/** OAuth errors and those of forms have other keys [RFC 6749]. */
function errorSchema(): Json {
  return {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'Names the offending value' },
      code: { type: 'string', enum: [...Object.keys(ERRORS), 'onboarding_required'] },
      error: { type: 'string', description: 'The code of an error of `/auth/token` and `/auth/revoke`' },
      error_description: { type: 'string' },
      errors: {
        type: 'object',
        additionalProperties: true,
        description: 'The refused values of a form, by field',
      },
      translation_domain: { type: 'string', description: 'With the header `X-Error-Keys`' },
      translation_key: { type: 'string' },
      translation_placeholders: { type: 'object', additionalProperties: true },
    },
    anyOf: [{ required: ['message'] }, { required: ['error'] }, { required: ['errors'] }],
  };
}

function sorted(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

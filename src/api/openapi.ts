import { z } from 'zod';
import { JSON_TYPE, json, type Route } from './rest/route.ts';

const COMMON: Readonly<Record<string, string>> = {
  401: 'No valid access token',
  403: 'The caller lacks the permission',
};

/** The interface as an OpenAPI 3.1 document, generated from the objects that serve it. */
export function openApiDocument(
  routes: readonly Route[],
  version: string,
): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([a-z_]+)/g, '{$1}');
    const operations = paths[path] ?? {};
    operations[route.method.toLowerCase()] = operation(route);
    paths[path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hearth', version },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['message', 'code'],
          properties: { message: { type: 'string' }, code: { type: 'string' } },
        },
      },
    },
  };
}

/** The route that serves the OpenAPI document of the given routes, including itself. */
export function openApiRoute(routes: readonly Route[], version: string): Route {
  const route: Route = {
    method: 'GET',
    path: '/api/openapi.json',
    permission: 'public',
    summary: 'This reference as an OpenAPI document',
    answers: { 200: 'OpenAPI 3.1' },
    handle: () => json(openApiDocument([...routes, route], version)),
  };
  return route;
}

function operation(route: Route): Readonly<Record<string, unknown>> {
  return {
    summary: route.summary,
    ...(route.permission === 'public' ? {} : { security: [{ token: [] }] }),
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.body === undefined
      ? {}
      : { requestBody: { content: { [JSON_TYPE]: { schema: bodySchema(route.body) } } } }),
    responses: responses(route),
  };
}

function pathParameters(route: Route): unknown[] {
  return [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(route: Route): unknown[] {
  return Object.entries(route.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    allowEmptyValue: true,
    schema: { type: 'string' },
  }));
}

function bodySchema(schema: z.ZodType): unknown {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return plain;
}

function responses(route: Route): Readonly<Record<string, unknown>> {
  const common = route.permission === 'public' ? {} : COMMON;
  const answers: Record<string, unknown> = {};
  for (const [status, description] of Object.entries({ ...common, ...route.answers })) {
    const type = Number(status) < 400 ? (route.produces ?? JSON_TYPE) : JSON_TYPE;
    const schema = Number(status) < 400 ? {} : { $ref: '#/components/schemas/Error' };
    answers[status] = { description, content: { [type]: { schema } } };
  }
  return answers;
}

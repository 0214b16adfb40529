import { z } from 'zod';
import type { Route } from './rest/route.ts';
import { ERRORS } from './rest/status.ts';
import type { Command } from './ws/command.ts';

const MADE = 'Made from the code by `node scripts/interface-reference.js`; do not edit by hand.';
const CALLERS = { public: 'anybody', user: 'users', admin: 'administrators' };

/** The pages of `docs/interface` by file name: every route, WebSocket command and error code. */
export function interfaceReference(
  routes: readonly Route[],
  commands: readonly Command[],
): ReadonlyMap<string, string> {
  return new Map([
    ['rest.md', restPage(routes)],
    ['websocket.md', webSocketPage(commands)],
    ['errors.md', errorPage()],
  ]);
}

function restPage(routes: readonly Route[]): string {
  const sorted = [...routes].sort((a, b) => compare(`${a.path} ${a.method}`, `${b.path} ${b.method}`));
  return page('# REST', [
    'Requests carry an access token as `Authorization: Bearer …` unless anybody may send them. Bodies and answers are JSON unless noted. ' +
      'The same list as OpenAPI is at `/api/openapi.json`. [Errors](errors.md)',
    ...sorted.map(routePart),
  ]);
}

function routePart(route: Route): string {
  const { method, path, permission, summary, query, body, answers, produces } = route;
  return lines([
    `## \`${method} ${path.replace(/:([a-z_]+)/g, '<$1>')}\``,
    `${summary}. For ${CALLERS[permission]}.`,
    query === undefined
      ? ''
      : list(
          'Query',
          Object.entries(query).map(([name, text]) => `\`${name}\`: ${text}`),
        ),
    body === undefined ? '' : list('Body', fieldsOf(body)),
    list(
      produces === undefined ? 'Answers' : `Answers (${produces})`,
      Object.entries(answers).map(([status, text]) => `${status}: ${text}`),
    ),
  ]);
}

function webSocketPage(commands: readonly Command[]): string {
  const sorted = [...commands].sort((a, b) => compare(a.type, b.type));
  return page('# WebSocket commands', [
    'Clients connect to `/api/websocket` and send `{"type": "auth", "access_token": …}` first. Each command then is a message with an increasing `id`, its ' +
      '`type` and the fields below; the answer is a message of type `result` with the same `id`. A subscription sends messages of type `event` with its `id` ' +
      'until `unsubscribe_events`. [Errors](errors.md)',
    ...sorted.map(commandPart),
  ]);
}

function commandPart({ type, permission, summary, schema, subscribe }: Command): string {
  const kind = subscribe === undefined ? '' : ' Subscription.';
  const fields = fieldsOf(schema).filter((text) => !/^`(id|type)`/.test(text));
  return lines([`## \`${type}\``, `${summary}. For ${CALLERS[permission]}.${kind}`, list('Fields', fields)]);
}

function errorPage(): string {
  const rows = Object.entries(ERRORS)
    .sort(([a], [b]) => compare(a, b))
    .map(([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`);
  return page('# Errors', [
    'Over REST an error is a status and `{"message": …, "code": …}`, over the WebSocket a `result` with `"success": false` and ' +
      '`"error": {"code": …, "message": …}`. The message names the offending value.',
    ['| Code | Status | Meaning |', '|---|---|---|', ...rows].join('\n'),
  ]);
}

/** The fields of a schema, one line of text each, with their types. */
function fieldsOf(schema: z.ZodType): string[] {
  const shape = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  const needed = new Set(shape.required);
  return Object.entries(shape.properties ?? {}).map(([name, field]) => {
    const described =
      typeof field === 'object' && field.description !== undefined ? `: ${field.description}` : '';
    return `\`${name}\` (${shapeOf(field)}${needed.has(name) ? '' : ', optional'})${described}`;
  });
}

function shapeOf(field: z.core.JSONSchema._JSONSchema | undefined): string {
  if (typeof field !== 'object') return 'any value';
  const { type, anyOf, oneOf, enum: values, const: only, items } = field;
  const either = anyOf ?? oneOf;
  if (either !== undefined) return [...new Set(either.map(shapeOf))].join(' or ');
  if (values !== undefined) return values.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (type === 'array') return `list of ${shapeOf(Array.isArray(items) ? undefined : items)}`;
  return type === undefined ? 'any value' : [type].flat().join(' or ');
}

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${title}:\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}

function page(title: string, parts: readonly string[]): string {
  return `${[title, MADE, ...parts].join('\n\n')}\n`;
}

function lines(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

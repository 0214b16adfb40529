import { z } from 'zod';
import type { Caller } from '../core/access.ts';
import { pointOfIsoTime, type Undo } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { RestRequest, Route } from './rest/route.ts';
import { json } from './rest/route.ts';
import { IsoTime, NullableText, object } from './shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from './ws/command.ts';

/** Selects changes, newest first. */
export interface ChangesQuery {
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
  readonly user_id?: string | undefined;
  /** A document, item or file: its collection, domain or kind, and its ID. */
  readonly subject?: { readonly name: string; readonly id: string } | undefined;
}

/** One change, or all since a time in milliseconds. */
export type ChangesTarget = { readonly id: number } | { readonly to: number };

const Subject = object({ name: z.string(), id: z.string() });
const ChangeShape = object({
  id: z.number(),
  time: IsoTime,
  user_id: NullableText,
  user_name: NullableText,
  act: z.string().describe('The command or route'),
  verb: z.enum(['created', 'changed', 'deleted']),
  kind: z.string().describe('What was changed: area, automation, helper …'),
  name: z.string().describe('Its name'),
  subject: Subject.describe('What the history of an item asks for'),
  parts: z.number().describe('How many documents, items and files it changed'),
  undoes: z.number().nullable(),
  undone_by: z.number().nullable(),
  is_final: z.boolean().describe('Whether it is never undone'),
}).meta({ id: 'Change' });
/** What would become of one document, item or file. */
export const PartShape = object({
  name: z.string(),
  id: z.string(),
  kind: z.string(),
  label: z.string(),
  now: z.unknown().describe('Its value now; null if there is none'),
  undone: z.unknown().describe('Its value after undo; null if there is none'),
  state: z.enum(['done', 'same', 'merged', 'conflict']),
  conflict: object({
    fields: z.array(z.string()),
    user_id: NullableText,
    user_name: NullableText,
    time: IsoTime.nullable(),
    reason: NullableText.describe('Why it cannot be put back, also with force'),
  }).optional(),
}).meta({ id: 'ChangePart' });
const PreviewShape = object({
  changes: z.array(ChangeShape).describe('The changes that would be undone, newest first'),
  final: z.array(ChangeShape).describe('Those that are never undone'),
  parts: z.array(PartShape),
}).meta({ id: 'ChangePreview' });
const UndoneShape = object({
  id: z.number().nullable().describe('The new change; null if there was nothing to undo'),
});

export type ShownChange = z.infer<typeof ChangeShape>;
export type ShownPart = z.infer<typeof PartShape>;
export type ShownPreview = z.infer<typeof PreviewShape>;

/** The recorded changes as the interface uses them; each caller gets what it may read. */
export interface Changes {
  list(query: ChangesQuery, caller: Caller): Promise<ShownChange[]>;
  preview(target: ChangesTarget, caller: Caller): Promise<ShownPreview>;
  /** Returns the ID of the change that undoes. */
  undo(target: ChangesTarget, isForced: boolean, caller: Caller): Promise<number | undefined>;
  /** Calls back after each change that the caller may see. */
  subscribe(caller: Caller, listener: (change: ShownChange) => void): Undo;
}

const limit = z.int().min(1).max(1000);
const position = z.int().min(1);
const target = { change_id: position.optional(), to: z.iso.datetime({ offset: true }).optional() };

/** `hearth/changes/*`. */
export function changeCommands(changes: Changes): Command[] {
  return [
    defineCommand({
      type: 'hearth/changes/list',
      permission: 'user',
      summary: 'The changes of the configuration that the caller could undo, the newest first',
      fields: {
        before: position.optional(),
        limit: limit.optional(),
        user_id: z.string().optional(),
        subject: z.strictObject({ name: z.string(), id: z.string() }).optional(),
      },
      result: z.array(ChangeShape),
      handle: ({ message, caller }) => changes.list(message, caller),
    }),
    defineCommand({
      type: 'hearth/changes/preview',
      permission: 'user',
      summary: 'What undoing a change, or all changes since a time, would do',
      fields: target,
      result: PreviewShape,
      handle: ({ message, caller }) => changes.preview(targetOf(message), caller),
    }),
    defineCommand({
      type: 'hearth/changes/undo',
      permission: 'user',
      summary: 'Undoes a change, or all changes since a time, as one change',
      fields: { ...target, force: z.boolean().optional() },
      result: UndoneShape,
      handle: async ({ message, caller }) => ({
        id: (await changes.undo(targetOf(message), message.force === true, caller)) ?? null,
      }),
    }),
    defineSubscription({
      type: 'hearth/changes/subscribe',
      permission: 'user',
      summary: 'Each change of the configuration that the caller could undo',
      fields: {},
      event: ChangeShape,
      subscribe: ({ caller }, feed) =>
        changes.subscribe(caller, (change) => feed.event(JSON.stringify(change))),
    }),
  ];
}

/** `/api/hearth/changes`. */
export function changeRoutes(changes: Changes): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/hearth/changes',
      permission: 'user',
      summary: 'The changes of the configuration that the caller could undo, the newest first',
      query: {
        before: 'Only changes before this ID',
        limit: 'How many, 100 by default, at most 1000',
        user_id: 'Only changes of this user',
      },
      result: z.array(ChangeShape),
      answers: { 200: 'The changes' },
      handle: async (request) => json(await changes.list(queryOf(request), callerOf(request))),
    },
    {
      method: 'POST',
      path: '/api/hearth/changes/:id/undo',
      permission: 'user',
      summary: 'Undoes a change',
      body: z.object({ force: z.boolean().optional() }),
      result: UndoneShape,
      answers: {
        200: 'It is undone',
        404: 'No such change',
        409: 'Something has changed since; `force` overwrites that',
      },
      handle: async (request) => {
        const id = wholeNumber('id', request.param('id'));
        const body = request.json('invalid_json_specified') ?? {};
        const isForced = (body as { readonly force?: unknown }).force === true;
        return json({ id: (await changes.undo({ id }, isForced, callerOf(request))) ?? null });
      },
    },
  ];
}

function targetOf(message: {
  readonly change_id?: number | undefined;
  readonly to?: string | undefined;
}): ChangesTarget {
  const { change_id: id, to } = message;
  if ((id === undefined) === (to === undefined)) throw fault('invalid_format', 'change_id_or_time');
  return id === undefined ? { to: pointOfIsoTime(to ?? '') } : { id };
}

function queryOf(request: RestRequest): ChangesQuery {
  const number = (name: string): number | undefined => {
    const text = request.query.get(name);
    return text === null ? undefined : wholeNumber(name, text);
  };
  const most = number('limit');
  if (most !== undefined && most > 1000) throw fault('invalid_format', 'limit_must_be_1_to_1000');
  return { before: number('before'), limit: most, user_id: request.query.get('user_id') ?? undefined };
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw fault('invalid_format', 'no_whole_number', { name, value: text.slice(0, 50) });
  return Number(text);
}

function callerOf(request: RestRequest): Caller {
  if (request.caller === null) throw fault('unauthenticated', 'unauthorized');
  return request.caller;
}

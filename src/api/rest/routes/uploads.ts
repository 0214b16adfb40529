import { z } from 'zod';
import { parse } from '../../../core/parse.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { json, type RestRequest, type Route } from '../route.ts';

/** The largest file in bytes. */
const MAX_BYTES = 1e12;
const Begin = z.strictObject({ bytes: z.number().int().min(1).max(MAX_BYTES) });
const StateShape = object({ upload_id: z.string(), bytes: z.number(), received: z.number() });

interface State {
  readonly upload_id: string;
  readonly bytes: number;
  readonly received: number;
}

/** Files that arrive in parts; `owner` is the user who began one. */
export interface UploadParts {
  readonly begin: (bytes: number, owner: string | null) => Promise<State>;
  readonly state: (id: string, owner: string | null) => State;
  readonly append: (
    id: string,
    owner: string | null,
    part: { readonly offset: number; readonly content: RestRequest['content'] },
  ) => Promise<State>;
  /** Ends an upload whose size was not known: what has arrived is all of it. */
  readonly seal: (id: string, owner: string | null) => void;
  readonly remove: (id: string, owner: string | null) => Promise<void>;
}

/** `/api/hearth/upload`: large files in parts that continue after a lost connection. */
export function uploadRoutes(uploads: UploadParts): Route[] {
  const unknown = { 404: 'There is no such upload' };
  return [
    {
      method: 'POST',
      path: '/api/hearth/upload',
      permission: 'admin',
      summary: 'Begins the upload of a file of `bytes` bytes, such as a backup',
      body: Begin,
      result: StateShape,
      answers: { 201: 'The upload; send its content in parts', 503: 'The disk has no room for it' },
      handle: async (request) => {
        const { bytes } = parse(Begin, request.json('invalid_json'));
        return json(await uploads.begin(bytes, request.access.userId), 201);
      },
    },
    {
      method: 'GET',
      path: '/api/hearth/upload/:upload_id',
      permission: 'admin',
      summary: 'How many bytes of an upload have arrived',
      result: StateShape,
      answers: { 200: 'The upload', ...unknown },
      handle: (request) => json(uploads.state(request.param('upload_id'), request.access.userId)),
    },
    {
      method: 'PUT',
      path: '/api/hearth/upload/:upload_id',
      permission: 'admin',
      summary: 'Adds the next part of an upload',
      query: { offset: 'Where the part begins: how many bytes have arrived' },
      accepts: ['application/octet-stream'],
      streamsBody: true,
      result: StateShape,
      answers: { 200: 'The upload', 409: 'The part does not begin where the last one ended', ...unknown },
      handle: async (request) => {
        const offset = Number(request.query.get('offset') ?? 'none');
        const part = { offset, content: request.content };
        return json(await uploads.append(request.param('upload_id'), request.access.userId, part));
      },
    },
    {
      method: 'DELETE',
      path: '/api/hearth/upload/:upload_id',
      permission: 'admin',
      summary: 'Deletes an upload that is not needed anymore',
      answers: { 200: 'It is deleted' },
      handle: async (request) => {
        await uploads.remove(request.param('upload_id'), request.access.userId);
        return json({});
      },
    },
  ];
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fault } from '../core/errors.ts';
import { accepts, errorReply, send } from './rest/answer.ts';

/** Paths of the web app; each is answered with its index page. */
export const APP_PATHS: readonly string[] = [
  '/',
  '/history',
  '/logbook',
  '/map',
  '/media',
  '/profile',
  '/welcome',
  '/trust',
  '/auth/authorize',
];
/** Every path below these belongs to the app. */
const APP_FOLDERS: readonly string[] = ['/area/', '/dashboards/', '/energy/', '/settings/', '/developer/'];

const INDEX = '/index.html';
/** Vite puts a content hash into the file names in this folder. */
const HASHED = '/assets/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
};
const MANIFEST = '/manifest.json';
/** `/assets/app.js` has three parts, `/assets/icons/1.json` has four. */
const PIECE_DEPTH = 3;
/** In order of preference. */
const CODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/**
 * Scripts and styles only load from the app's own files, only Lit's templates write markup, and only the
 * app's own worker can run.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html hearth-worker',
].join('; ');

/** A file of the web app with its headers. */
interface WebFile {
  readonly type: string;
  readonly body: Buffer;
  readonly tag: string;
  readonly cache: string;
  readonly compressed: ReadonlyMap<string, Buffer>;
}

/** Handles a path without a route. */
export type Fallback = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/**
 * Serves the built web app. Paths are looked up in the list of files read at the start and never reach the
 * file system directly. The index is loaded at the start, so that it matches those files; other files when
 * first requested. Files in deeper folders, such as icon data, are many and rarely requested: they are not
 * cached. Without a build every path is unknown.
 */
export async function openWebFiles(folder: string): Promise<Fallback> {
  const names = await namesIn(folder);
  const cached = new Map<string, Promise<WebFile>>();
  const fileAt = (name: string): Promise<WebFile> => {
    const known = cached.get(name);
    if (known !== undefined) return known;
    const file = readWebFile(folder, name, names);
    if (name.split('/').length <= PIECE_DEPTH) cached.set(name, file);
    file.catch(() => cached.delete(name));
    return file;
  };
  if (names.has(INDEX)) await fileAt(INDEX);
  const isPage = (path: string): boolean =>
    APP_PATHS.includes(path) || APP_FOLDERS.some((folder) => `${path}/`.startsWith(folder));
  const isServed = (name: string): boolean =>
    names.has(name) && name !== INDEX && !CODINGS.some(({ ending }) => name.endsWith(ending));
  return (request, response, path) => {
    const name = isServed(path) ? path : isPage(path) && names.has(INDEX) ? INDEX : undefined;
    if (name === undefined) throw fault('not_found', 'path_not_found');
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseMethod(request, response);
    else
      fileAt(name).then(
        (file) => serve(request, response, { path, file }),
        () => send(request, response, errorReply(fault('not_found', 'path_not_found'))),
      );
  };
}

/** All files below a folder, as URL paths. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const nameOf = (file: string): string => file.slice(folder.length).replace(/^\/*/, '/');
  return new Set(files.map((entry) => nameOf(join(entry.parentPath, entry.name))));
}

/** Reads a file and its precompressed variants. */
async function readWebFile(folder: string, name: string, names: ReadonlySet<string>): Promise<WebFile> {
  const body = await readFile(join(folder, name));
  const compressed = new Map<string, Buffer>();
  for (const { name: coding, ending } of CODINGS)
    if (names.has(name + ending)) compressed.set(coding, await readFile(join(folder, name + ending)));
  return {
    type:
      name === MANIFEST ? 'application/manifest+json' : (TYPES[extname(name)] ?? 'application/octet-stream'),
    body,
    // Weak, since it identifies the file in all its encodings.
    tag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    cache: name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
    compressed,
  };
}

function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { path, file }: { readonly path: string; readonly file: WebFile },
): void {
  const headers: Record<string, string> = {
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': path === MANIFEST ? 'cross-origin' : 'same-origin',
    Server: '',
    'Cache-Control': file.cache,
    ETag: file.tag,
    Vary: 'Accept-Encoding',
  };
  if (path === MANIFEST) headers['Access-Control-Allow-Origin'] = '*';
  if (hasTag(request.headers['if-none-match'], file.tag)) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  const wanted = request.headers['accept-encoding'];
  const coding = CODINGS.find(({ name }) => file.compressed.has(name) && accepts(name, wanted))?.name;
  const body = (coding === undefined ? undefined : file.compressed.get(coding)) ?? file.body;
  if (coding !== undefined) headers['Content-Encoding'] = coding;
  response.writeHead(200, { 'Content-Type': file.type, ...headers, 'Content-Length': String(body.length) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag.slice(2));
}

function refuseMethod(request: IncomingMessage, response: ServerResponse): void {
  const error = fault('method_not_allowed', 'only_get_and_head_allowed', { method: request.method ?? '' });
  send(request, response, errorReply(error, ['Allow', 'GET, HEAD']));
}

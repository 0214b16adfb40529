import { createReadStream } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { fault } from '../../core/errors.ts';
import { accepts, errorReply, send } from '../rest/answer.ts';
import type { Fallback } from '../web-files.ts';
import { LINK, LINK_PATH, LINK_SCRIPT, LINK_SCRIPT_PATH } from './link.ts';
import { filledPage, MANIFEST, movedPage } from './page.ts';

/** The dependencies of `openOfficialFrontend`. */
export interface OfficialFrontendParts {
  /** The folder with the unpacked frontend. */
  readonly folder: string;
  /** The folder of the home's own files, served below `/local`. */
  readonly localFolder: string;
  /** Whether a page of the frontend begins with a path segment. */
  readonly isPage: (segment: string) => boolean;
  /** The port of Hearth's own app, which has the login page. */
  readonly appPort: () => number;
}

/** The frontend has inline scripts, and cards of third parties may load from anywhere. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob: https:",
  "style-src 'self' 'unsafe-inline' https:",
  "worker-src 'self' blob:",
  'img-src * data: blob:',
  'media-src * data: blob:',
  'font-src * data:',
  'connect-src * data: blob:',
  'frame-src *',
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
].join('; ');
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
  Server: '',
};
/** Names of these folders contain hashes; their files never change. */
const HASHED = /^\/(static|frontend_latest)\//;
const HASHED_CACHE = 'public, max-age=2678400';
const LOCAL = '/local/';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** A file to send. */
interface Found {
  readonly path: string;
  readonly type: string;
  readonly cache: string;
  /** Whether it is compressed with Brotli on disk. */
  readonly isCompressed: boolean;
}

/**
 * Serves the installed official frontend on its own origin [frontend facts §3]. Its files are looked up in the list
 * read at the start; those of the home below `/local` must lie in their folder. The login page is that of Hearth's
 * own app, on the other port.
 */
export async function openOfficialFrontend(parts: OfficialFrontendParts): Promise<Fallback> {
  const { folder, localFolder, isPage, appPort } = parts;
  const names = await namesIn(folder);
  const page = filledPage(await readFile(join(folder, 'index.html'), 'utf8'));
  const fileOf = (path: string): Found | undefined => {
    const isCompressed = names.has(`${path}.br`);
    if (path === '/index.html' || path.endsWith('.br') || (!isCompressed && !names.has(path)))
      return undefined;
    return {
      path: join(folder, isCompressed ? `${path}.br` : path),
      type: typeOf(path),
      cache: HASHED.test(path) ? HASHED_CACHE : 'no-cache',
      isCompressed,
    };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD')
      throw fault('method_not_allowed', 'only_get_and_head_allowed', { method: method ?? '' });
    const query = /\?.*$/.exec(request.url ?? '')?.[0] ?? '';
    const moved = movedPage(path);
    if (moved !== undefined) return redirect(response, 301, moved + query);
    if (path === LINK_PATH || path === `/${LINK.url_path}`)
      return redirect(response, 302, `${appAddress(request, appPort())}/`);
    if (path === LINK_SCRIPT_PATH)
      return sendText(request, response, LINK_SCRIPT, 'text/javascript; charset=utf-8');
    if (path === '/.well-known/change-password') return redirect(response, 302, '/profile');
    if (path === '/auth/authorize' || path === '/onboarding.html')
      return redirect(
        response,
        302,
        appAddress(request, appPort()) + (path === '/auth/authorize' ? path + query : '/'),
      );
    if (path === '/manifest.json')
      return sendText(request, response, MANIFEST, 'application/manifest+json; charset=utf-8');
    const file = path.startsWith(LOCAL) ? await localFile(localFolder, path) : fileOf(path);
    if (file !== undefined) return sendFile(request, response, file);
    if (path === '/' || isPage(path.split('/')[1] ?? ''))
      return sendText(request, response, page, 'text/html; charset=utf-8');
    throw fault('not_found', 'path_not_found');
  };
  return (request, response, path) => {
    answer(request, response, path).catch((error) => {
      if (response.headersSent) response.destroy();
      else
        send(
          request,
          response,
          errorReply(error?.code === undefined ? fault('not_found', 'path_not_found') : error),
        );
    });
  };
}

/** All files below a folder, as URL paths. */
async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(
    files.map(
      ({ parentPath, name }) =>
        `/${join(parentPath, name)
          .slice(folder.length + 1)
          .split(sep)
          .join('/')}`,
    ),
  );
}

/** A file of the home below its folder; undefined if there is none, also for links that lead elsewhere. */
async function localFile(folder: string, urlPath: string): Promise<Found | undefined> {
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, decodeURIComponent(urlPath.slice(LOCAL.length))));
    if (!path.startsWith(root + sep) || !(await stat(path)).isFile()) return undefined;
    return { path, type: typeOf(path), cache: HASHED_CACHE, isCompressed: false };
  } catch {
    return undefined;
  }
}

/** The address of Hearth's own app as the client reaches this server. */
function appAddress({ headers }: IncomingMessage, port: number): string {
  const { host = 'localhost', 'x-forwarded-proto': protocol = 'http' } = headers;
  return `${String(protocol).split(',')[0]}://${host.replace(/:\d+$/, '')}:${port}`;
}

function typeOf(path: string): string {
  return TYPES[extname(path)] ?? 'application/octet-stream';
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { ...HEADERS, Location: location, 'Content-Length': '0' });
  response.end();
}

function sendText({ method }: IncomingMessage, response: ServerResponse, text: string, type: string): void {
  response.writeHead(200, {
    ...HEADERS,
    ...{
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      'Content-Length': String(Buffer.byteLength(text)),
    },
  });
  response.end(method === 'HEAD' ? undefined : text);
}

async function sendFile(request: IncomingMessage, response: ServerResponse, file: Found): Promise<void> {
  const { size } = await stat(file.path);
  const isSentCompressed = file.isCompressed && accepts('br', request.headers['accept-encoding']);
  response.writeHead(200, {
    ...HEADERS,
    ...{ 'Content-Type': file.type, 'Cache-Control': file.cache, Vary: 'Accept-Encoding' },
    ...(isSentCompressed ? { 'Content-Encoding': 'br' } : {}),
    ...(file.isCompressed && !isSentCompressed ? {} : { 'Content-Length': String(size) }),
  });
  if (request.method === 'HEAD') response.end();
  else if (file.isCompressed && !isSentCompressed)
    await pipeline(createReadStream(file.path), createBrotliDecompress(), response);
  else await pipeline(createReadStream(file.path), response);
}

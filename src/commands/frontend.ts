import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { loadSettings } from '../config/load.ts';
import {
  installedFrontend,
  PINNED_FRONTEND,
  removeFrontend,
  sha256Of,
  unpackFrontend,
  wheelVersion,
} from '../storage/frontend-wheel.ts';
import type { FlagValues } from './command.ts';
import { settingSources } from './setting-sources.ts';

const PROJECT = 'home-assistant-frontend';
const INDEX_TYPE = 'application/vnd.pypi.simple.v1+json';
const Index = z.object({ files: z.array(z.object({ filename: z.string(), url: z.string() })) });

/** `hearth frontend add`: installs a wheel of the official frontend; nothing in it is run. */
export async function addFrontend(flags: FlagValues): Promise<void> {
  const { file, index = process.env.PIP_INDEX_URL } = flags;
  const temporary = await mkdtemp(join(tmpdir(), 'hearth-frontend-'));
  try {
    const wheel = file === undefined ? await download(index, temporary) : resolve(String(file));
    const version = wheelVersion(basename(wheel));
    if (version === undefined)
      throw new Error(`${basename(wheel)} is not a wheel of ${PROJECT}; its name must be the published one`);
    await verify(wheel, version, flags['any-version'] === true);
    await unpackFrontend(wheel, await dataFolderOf(flags), version);
    process.stdout.write(`Installed the official frontend ${version}. Restart Hearth to use it.\n`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** `hearth frontend remove`. */
export async function dropFrontend(flags: FlagValues): Promise<void> {
  const wasInstalled = await removeFrontend(await dataFolderOf(flags));
  process.stdout.write(
    wasInstalled ? 'Removed the official frontend. Restart Hearth.\n' : 'It was not installed.\n',
  );
}

/** `hearth frontend status`. */
export async function showFrontend(flags: FlagValues): Promise<void> {
  const installed = await installedFrontend(await dataFolderOf(flags));
  process.stdout.write(`${installed?.version ?? 'not installed'}\n`);
}

/** Throws unless the wheel is the pinned one, or another version that was asked for. */
async function verify(wheel: string, version: string, isAnyAllowed: boolean): Promise<void> {
  const hash = await sha256Of(wheel);
  if (hash === PINNED_FRONTEND.sha256) return;
  if (version === PINNED_FRONTEND.version)
    throw new Error(`the SHA-256 of ${basename(wheel)} is ${hash}, expected ${PINNED_FRONTEND.sha256}`);
  if (!isAnyAllowed)
    throw new Error(
      `version ${version} has not been tested with this version of Hearth; use ${PINNED_FRONTEND.version}, or --any-version`,
    );
  process.stderr.write(
    `WARNING: version ${version} is unverified: Hearth does not know its SHA-256 (${hash}).\n`,
  );
}

/** Downloads the pinned wheel from a package index with the JSON form of the simple interface. */
async function download(index: unknown, folder: string): Promise<string> {
  if (typeof index !== 'string' || index === '')
    throw new Error(`name the file ${PINNED_FRONTEND.file}, or a package index with --index URL`);
  const page = `${index.replace(/\/+$/, '')}/${PROJECT}/`;
  const listing = await fetch(page, { headers: { Accept: INDEX_TYPE } });
  if (!listing.ok) throw new Error(`${page} answered ${listing.status}`);
  const { files } = Index.parse(await listing.json());
  const found = files.find(({ filename }) => filename === PINNED_FRONTEND.file);
  if (found === undefined) throw new Error(`${page} does not list ${PINNED_FRONTEND.file}`);
  const answer = await fetch(new URL(found.url, page));
  if (!answer.ok || answer.body === null) throw new Error(`${found.url} answered ${answer.status}`);
  const path = join(folder, PINNED_FRONTEND.file);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(path));
  return path;
}

async function dataFolderOf(flags: FlagValues): Promise<string> {
  return (await loadSettings(settingSources(flags))).settings.dataDir;
}

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { z } from 'zod';
import { callControlSocket, NoAnswer } from '../api/control-socket.ts';
import { dataFolderOf } from '../config/load.ts';
import { isoTime, SystemClock } from '../core/clock.ts';
import { messageOf } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { Catalog, readManifest } from '../integrations/processes/catalog.ts';
import { addedPermissions, farPermissions, InstalledList } from '../integrations/processes/installed-list.ts';
import type { Manifest } from '../integrations/processes/manifest.ts';
import { controlSocketOf } from '../storage/data-folder.ts';
import { callServer } from './call-server.ts';
import type { FlagValues } from './command.ts';
import { settingSources } from './setting-sources.ts';
import { table } from './table.ts';

const run = promisify(execFile);
const PACKAGE = /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(@[\w.^~-]+)?$/i;
const MAX_UNPACKED = 200 * 1024 * 1024;

/** `hearth integration list`: the integrations that come with Hearth, and those that were added. */
export async function listIntegrations(flags: FlagValues): Promise<void> {
  const dataDir = folderOf(flags);
  const pinned = await new InstalledList(dataDir).read();
  const rows = [...new Catalog(dataDir, silentLog).all().values()].map(({ manifest, isBuiltIn }) => [
    manifest.domain,
    manifest.version,
    isBuiltIn ? 'Hearth' : (pinned.get(manifest.domain)?.source ?? 'copied into the data folder'),
    manifest.name,
  ]);
  process.stdout.write(table([['DOMAIN', 'VERSION', 'FROM', 'NAME'], ...rows]));
}

/** `hearth integration add`: from a folder, a `.tgz`, or a package; nothing of it is run. */
export async function addIntegration(flags: FlagValues): Promise<void> {
  await install(flags, 'add');
}

/** `hearth integration update`: a newer version; it never gets more permissions without a question. */
export async function updateIntegration(flags: FlagValues): Promise<void> {
  await install(flags, 'update');
}

/** `hearth integration remove`: its entries stay, without an integration. */
export async function removeIntegration(flags: FlagValues): Promise<void> {
  const domain = chosen(flags, 'remove');
  const wasThere = await new InstalledList(folderOf(flags)).remove(domain);
  if (!wasThere) throw new Error(`${domain} was not added`);
  process.stdout.write(`Removed ${domain}. ${await applied(domain, flags)}\n`);
}

/** `hearth integration log`: what its process wrote last. */
export async function showIntegrationLog(flags: FlagValues): Promise<void> {
  const domain = chosen(flags, 'log');
  const lines = z.array(z.string()).parse(await callServer('integration/log', { domain }, flags));
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}

/** Lets the running server take over what has changed; says how that went. */
async function applied(domain: string, flags: FlagValues): Promise<string> {
  const path = controlSocketOf(folderOf(flags));
  if (path === null) return 'It counts from the next start of Hearth on.';
  try {
    await callControlSocket({
      path,
      command: 'integration/apply',
      args: { domain },
      clock: new SystemClock(),
    });
    return 'It counts from now on.';
  } catch (error) {
    if (error instanceof NoAnswer) return 'It counts from the next start of Hearth on.';
    return `The running version goes on until the next start of Hearth: ${messageOf(error)}`;
  }
}

async function install(flags: FlagValues, verb: 'add' | 'update'): Promise<void> {
  const source = chosen(flags, verb);
  const temporary = await mkdtemp(join(tmpdir(), 'hearth-integration-'));
  try {
    const folder = await unpacked(source, temporary);
    const manifest = readManifest(folder);
    const list = new InstalledList(folderOf(flags));
    const before = (await list.read()).get(manifest.domain);
    if (verb === 'add' && before !== undefined)
      throw new Error(`${manifest.domain} ${before.version} is there already; use hearth integration update`);
    if (verb === 'update' && before === undefined) throw new Error(`${manifest.domain} was not added`);
    describe(manifest, before?.version);
    await agree(flags.yes === true, 'Install it?', '--yes');
    const far =
      before === undefined ? farPermissions(manifest) : addedPermissions(before.permissions, manifest);
    if (far.length > 0) {
      const more = before === undefined ? 'It may' : 'It wants more than before:';
      process.stdout.write(`${more} ${far.join('; ')}.\n`);
      await agree(flags['allow-more'] === true, 'Allow that?', '--allow-more');
    }
    const { version, integrity } = await list.install(folder, {
      source,
      at: isoTime(new SystemClock().now()),
    });
    const hash = integrity.slice(0, 24);
    process.stdout.write(
      `Installed ${manifest.domain} ${version} (${hash}…). ${await applied(manifest.domain, flags)}\n`,
    );
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function describe(
  { name, domain, version, publisher, permissions }: Manifest,
  before: string | undefined,
): void {
  const network = permissions.network === true ? 'the internet' : permissions.network;
  const lines = [
    `${name} (${domain}) ${before === undefined ? version : `${before} → ${version}`}`,
    `Publisher: ${publisher ?? 'unknown'}`,
    `Network:   ${Array.isArray(network) ? network.join(', ') : network}`,
    'It runs in a process of its own. This protects from mistakes, not from malice.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Asks at a terminal; elsewhere the flag must say so. Throws if it is not agreed to. */
async function agree(isAgreed: boolean, question: string, flag: string): Promise<void> {
  if (isAgreed) return;
  if (!process.stdin.isTTY) throw new Error(`Nothing was installed. Add ${flag} to agree.`);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(`${question} [y/N] `);
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was installed.');
}

/** The folder of an integration: as given, or unpacked. */
async function unpacked(source: string, temporary: string): Promise<string> {
  const found = await stat(source).catch(() => undefined);
  if (found?.isDirectory() === true) return resolve(source);
  if (found?.isFile() === true) return unpack(resolve(source), temporary);
  if (!PACKAGE.test(source))
    throw new Error(`${source} is neither a folder, a .tgz nor the name of a package`);
  await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', temporary, '--', source]);
  const file = (await readdir(temporary)).find((name) => name.endsWith('.tgz'));
  if (file === undefined) throw new Error(`${source} cannot be downloaded`);
  const folder = await unpack(join(temporary, file), temporary);
  await run(
    'npm',
    ['install', '--ignore-scripts', '--omit=dev', '--omit=peer', '--no-audit', '--no-fund', '--silent'],
    {
      cwd: folder,
    },
  );
  await rm(join(folder, 'node_modules', '.bin'), { recursive: true, force: true });
  return folder;
}

async function unpack(file: string, temporary: string): Promise<string> {
  const folder = await mkdtemp(join(temporary, 'unpacked-'));
  let bytes = 0;
  await extract({
    ...{ file, cwd: folder, strip: 1 },
    filter: (_path, entry) => {
      if (!('type' in entry) || (entry.type !== 'File' && entry.type !== 'Directory')) return false;
      bytes += entry.size;
      if (bytes > MAX_UNPACKED)
        throw new Error(`${file} unpacks to more than ${MAX_UNPACKED / 1024 / 1024} MB`);
      return true;
    },
  });
  return folder;
}

function chosen({ integration }: FlagValues, verb: string): string {
  if (typeof integration !== 'string') throw new Error(`integration ${verb} needs a name`);
  return integration;
}

function folderOf(flags: FlagValues): string {
  return dataFolderOf(settingSources(flags));
}

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../core/coerce.ts';
import type { Log } from '../../core/log.ts';
import { parse } from '../../core/parse.ts';
import { IntegrationTexts, Manifest } from './manifest.ts';
import { OwnPackages } from './own-packages.ts';
import type { Installed } from './spawn-integration.ts';

/** The integrations that come with Hearth, as `scripts/build.js` lays them out, beside the SDK. */
const BUILT_IN = fileURLToPath(new URL('../../../dist/packages/integrations/', import.meta.url));
const SDK = join('node_modules', 'hearth-integration');
const MAX_FILE = 256 * 1024;
const LANGUAGE = /^[a-z]{2,3}$/;

/** The integrations that run in processes: those that come with Hearth, and those in the data folder. */
export class Catalog {
  readonly dataDir: string;
  private readonly folder: string;
  private readonly log: Log;
  private readonly hubId: string;

  /** `hubId` is what their processes are told about this hub; empty where none is run. */
  constructor(dataDir: string, log: Log, hubId = '') {
    this.dataDir = dataDir;
    this.hubId = hubId;
    this.folder = join(dataDir, 'integrations');
    this.log = log;
  }

  /** All that are installed; one in the data folder takes the place of one that comes with Hearth. */
  all(): Map<string, Installed> {
    const found = new Map<string, Installed>();
    for (const [root, isBuiltIn] of [
      [BUILT_IN, true],
      [this.folder, false],
    ] as const)
      for (const name of foldersOf(root)) {
        const installed = this.read(root, name, isBuiltIn);
        if (installed !== undefined) found.set(installed.manifest.domain, installed);
      }
    return found;
  }

  /** Puts the SDK where the integrations of the data folder find it. */
  provideSdk(): void {
    const target = join(this.folder, SDK);
    const source = join(BUILT_IN, SDK);
    if (!existsSync(this.folder) || !existsSync(source)) return;
    const module = 'index.js';
    const isThere = existsSync(join(target, module));
    if (isThere && readFileSync(join(target, module)).equals(readFileSync(join(source, module)))) return;
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    cpSync(source, target, { recursive: true });
  }

  private read(root: string, name: string, isBuiltIn: boolean): Installed | undefined {
    const folder = join(root, name);
    try {
      const manifest = readManifest(folder);
      if (manifest.domain !== name) throw new Error(`The folder of ${manifest.domain} is named ${name}`);
      const dataFolder = join(this.folder, '.data', name);
      const modules = join(root, 'node_modules');
      const kept = join(this.folder, '.packages', name);
      const packages = isBuiltIn ? OwnPackages.of(folder, kept) : undefined;
      return { manifest, folder, dataFolder, isBuiltIn, modules, hubId: this.hubId, packages };
    } catch (error) {
      this.log.error(`The integration ${name} cannot be read`, { error });
      return undefined;
    }
  }
}

/** The domains of the integrations that come with Hearth and run in processes. */
export function builtInDomains(): ReadonlySet<string> {
  return new Set(foldersOf(BUILT_IN));
}

/** The manifest of a folder: `manifest.json`, or the section `hearth` of `package.json`. */
export function readManifest(folder: string): Manifest {
  const own = contentsOf(join(folder, 'manifest.json'));
  if (own !== undefined) return parse(Manifest, JSON.parse(own));
  const text = contentsOf(join(folder, 'package.json'));
  if (text === undefined) throw new Error(`${folder} has neither manifest.json nor package.json`);
  const { hearth, version, main = 'main.js' }: Record<string, unknown> = JSON.parse(text);
  return parse(Manifest, { version, main, ...(isObject(hearth) ? hearth : {}) });
}

/** The texts of installed integrations by language: clients ask for all of them whenever they load. */
const readTexts = new WeakMap<object, Map<string, IntegrationTexts>>();
/** A client may ask for any number of language tags. */
const MAX_LANGUAGES = 50;

/** The texts of an integration in a language, or in English; empty if it has none. */
export function textsOf(installed: Pick<Installed, 'folder'>, language: string): IntegrationTexts {
  const known = readTexts.get(installed) ?? new Map<string, IntegrationTexts>();
  readTexts.set(installed, known);
  const texts = known.get(language) ?? textsIn(installed.folder, language);
  if (known.size < MAX_LANGUAGES) known.set(language, texts);
  return texts;
}

function textsIn(folder: string, language: string): IntegrationTexts {
  for (const tag of [language, 'en']) {
    const text = LANGUAGE.test(tag) ? contentsOf(join(folder, 'locales', `${tag}.json`)) : undefined;
    const parsed = text === undefined ? undefined : IntegrationTexts.safeParse(JSON.parse(text));
    if (parsed?.success === true) return parsed.data;
  }
  return {};
}

function foldersOf(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name) && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .sort();
}

function contentsOf(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return text.length > MAX_FILE ? undefined : text;
  } catch {
    return undefined;
  }
}

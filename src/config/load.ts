import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { englishText, message } from '../core/messages.ts';
import { show } from '../core/parse.ts';
import { isSecretKey, redactText } from '../core/redact.ts';
import { expectedOf } from '../core/schema-error.ts';
import type { RawSection, SettingsBlock, SettingsValues } from '../core/settings-block.ts';
import { DEMO_DEFAULTS, RAW_SECTIONS, SETTINGS, type Settings } from './schema.ts';
import type { YamlEntry, YamlSettings } from './yaml-settings.ts';

/** Thrown for invalid settings; each problem names the location, the key and the value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The sources of settings by precedence: flags, variables, `hearth.yaml` in the data folder, defaults. */
export interface SettingSources {
  /** By setting path, such as `http.port`, and `dataDir`. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** A setting's value in every interpretation, and where it was set. */
interface Given {
  readonly readings: readonly unknown[];
  readonly place: string;
}

const FILE = 'hearth.yaml';
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** The absolute path of the data folder, from the flag, the variable or the default. */
export function dataFolderOf({ flags, variables }: SettingSources): string {
  return resolve(String(flags.dataDir || variables.HEARTH_DATA_DIR || 'data'));
}

/** The settings and how they were found. */
export interface LoadedSettings {
  readonly settings: Settings;
  /** Warnings about unknown variables. */
  readonly warnings: readonly string[];
  /** The paths of settings that variables or flags override. */
  readonly outside: ReadonlySet<string>;
}

/** Reads all settings. Throws `SettingsError` with all problems found. */
export async function loadSettings(sources: SettingSources): Promise<LoadedSettings> {
  const dataDir = dataFolderOf(sources);
  const problems: string[] = [];
  const given = new Map<string, Given>();
  const sections = new Map<string, RawSection>();
  const { entries, problems: faults } = await readSettings(join(dataDir, FILE));
  for (const { line, text } of faults) problems.push(`${FILE}:${line}: ${text}`);

  const fromFile = (block: SettingsBlock, under: string, items: readonly YamlEntry[]): void => {
    for (const item of items) {
      const path = under + item.key;
      const known = Object.hasOwn(block, item.key) ? block[item.key] : undefined;
      const place = `${FILE}:${item.line}`;
      if (RAW_SECTIONS.has(path)) sections.set(path, item.raw(FILE));
      else if (known === undefined)
        problems.push(
          `${place}: ${path} is not a setting; ${elsewhere(item.key) ?? `expected one of: ${names(block, under)}`}`,
        );
      else if (known instanceof z.ZodType) given.set(path, { readings: item.readings, place });
      else if (item.entries !== null) fromFile(known, `${path}.`, item.entries);
      else if (item.readings[0] !== null)
        problems.push(`${place}: ${path} is a block of settings: ${names(known, `${path}.`)}`);
    }
  };
  fromFile(SETTINGS, '', entries);
  const inFile = new Map(given);
  const warnings = overlay(given, sources);
  const outside = new Set([...given].flatMap(([path, one]) => (inFile.get(path) === one ? [] : [path])));
  const demo = resolveLeaf('demo', SETTINGS.demo, given, []) === true;
  const values = resolveBlock(SETTINGS, '', (path, leaf) => {
    return resolveLeaf(path, leaf, given, problems, demo ? DEMO_DEFAULTS[path] : undefined);
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return { settings: { ...values, dataDir, sections }, warnings, outside };
}

/** Where Home Assistant's top-level keys without an equivalent in `hearth.yaml` belong. */
function elsewhere(key: string): string | undefined {
  if (key === 'packages') return 'each file in the folder packages is a package';
  if (key === 'homeassistant')
    return 'its name, place, time zone and units are under home; each file in the folder packages is a package';
  if (key === 'automation' || key === 'script' || key === 'scene')
    return `${key}s belong in ${key}s.yaml, or in files of the folder packages`;
  return undefined;
}

/** Applies variables over the file and flags over both. Empty variables count as not set. */
function overlay(given: Map<string, Given>, { flags, variables }: SettingSources): string[] {
  const variableNames = new Map(leafPaths(SETTINGS, '').map((path) => [variableOf(path), path]));
  const warnings: string[] = [];
  for (const [name, text] of Object.entries(variables)) {
    if (!name.startsWith('HEARTH_') || name === 'HEARTH_DATA_DIR' || !text) continue;
    const path = variableNames.get(name);
    if (path === undefined) warnings.push(`the variable ${name} is not a setting`);
    else given.set(path, { readings: textReadings(text), place: name });
  }
  for (const [path, value] of Object.entries(flags)) {
    if (path === 'dataDir' || value === undefined) continue;
    const readings = typeof value === 'string' ? textReadings(value) : [value];
    given.set(path, { readings, place: 'command line' });
  }
  return warnings;
}

function variableOf(path: string): string {
  return `HEARTH_${path.replaceAll('.', '_').toUpperCase()}`;
}

/** Text from outside YAML may be a number, a boolean or a list; the setting's schema decides. */
function textReadings(text: string): unknown[] {
  const readings: unknown[] = [text];
  if (/^-?\d+(\.\d+)?$/.test(text.trim())) readings.push(Number(text));
  if (/^(true|on|yes|1)$/i.test(text)) readings.push(true);
  if (/^(false|off|no|0)$/i.test(text)) readings.push(false);
  readings.push(text.split(',').map((item) => item.trim()));
  return readings;
}

function resolveBlock<T extends SettingsBlock>(
  block: T,
  under: string,
  leafValue: (path: string, leaf: z.ZodType) => unknown,
): SettingsValues<T> {
  const values = Object.fromEntries(
    Object.entries(block).map(([key, item]) => [
      key,
      item instanceof z.ZodType
        ? leafValue(under + key, item)
        : resolveBlock(item, `${under}${key}.`, leafValue),
    ]),
  );
  return values as SettingsValues<T>;
}

/** The first interpretation that the schema accepts; the default if the setting is not given. */
function resolveLeaf(
  path: string,
  leaf: z.ZodType,
  given: ReadonlyMap<string, Given>,
  problems: string[],
  standard?: string | number,
): unknown {
  const found = given.get(path);
  if (found === undefined) return leaf.parse(standard);
  const results = found.readings.map((reading) => leaf.safeParse(reading ?? undefined));
  const good = results.find((result) => result.success);
  if (good?.success) return good.data;
  const value = isSecretKey(path) ? 'hidden here' : redactText(show(found.readings[0]));
  const [issue] = results[0]?.error?.issues ?? [];
  const expected = issue === undefined ? message('expects_other_value') : expectedOf(issue);
  problems.push(`${found.place}: ${path} is ${value}, but must be ${englishText(expected)}`);
  return undefined;
}

function leafPaths(block: SettingsBlock, under: string): string[] {
  return Object.entries(block).flatMap(([key, item]) =>
    item instanceof z.ZodType ? [under + key] : leafPaths(item, `${under}${key}.`),
  );
}

function names(block: SettingsBlock, under: string): string {
  const raw = [...RAW_SECTIONS].filter(
    (path) => path.startsWith(under) && !path.slice(under.length).includes('.'),
  );
  return [...Object.keys(block), ...raw.map((path) => path.slice(under.length))].join(', ');
}

/** Reads the settings file. The YAML parser is only loaded if the file has content. */
async function readSettings(path: string): Promise<YamlSettings> {
  const text = await readSettingsFile(path);
  if (text.trim() === '') return { entries: [], problems: [] };
  const { readYamlSettings } = await import('./yaml-settings.ts');
  return readYamlSettings(text);
}

/** Without the file, all settings have their defaults. */
async function readSettingsFile(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.length > MAX_FILE_BYTES)
      throw new SettingsError([`${path} is larger than ${MAX_FILE_BYTES} bytes`]);
    return text;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return '';
    throw new SettingsError([`${path} cannot be read: ${code}`]);
  }
}

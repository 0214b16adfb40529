import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CatalogError } from '../core/errors.ts';
import { englishText, type Message, message, problemList } from '../core/messages.ts';
import { show } from '../core/parse.ts';
import { isSecretKey, redactText } from '../core/redact.ts';
import { expectedOf } from '../core/schema-error.ts';
import type { RawSection, SettingsBlock, SettingsValues } from '../core/settings-block.ts';
import { DEMO_DEFAULTS, RAW_SECTIONS, SETTINGS, type Settings } from './settings.ts';
import type { YamlEntry, YamlSettings } from './yaml-settings.ts';

/** Thrown for invalid settings; each problem names the location, the key and the value. */
export class SettingsError extends CatalogError {
  override readonly name = 'SettingsError';
  readonly problems: readonly Message[];

  constructor(problems: readonly Message[]) {
    const reason = problemList(problems);
    super(englishText(reason), { reason });
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
  readonly place: string | Message;
  /** Whether the value must not be shown. */
  readonly isSecret?: boolean;
}

const FILE = 'hearth.yaml';
const SECRETS = 'secrets.yaml';
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
  const problems: Message[] = [];
  const given = new Map<string, Given>();
  const sections = new Map<string, RawSection>();
  const { entries, problems: faults } = await readSettings(join(dataDir, FILE));
  for (const { line, reason } of faults)
    problems.push(message('problem_in_file', { place: `${FILE}:${line}`, problem: reason }));

  const secrets = await readSecrets(dataDir, entries, problems);
  const fromFile = (block: SettingsBlock, under: string, items: readonly YamlEntry[]): void => {
    for (const item of items) {
      const path = under + item.key;
      const known = Object.hasOwn(block, item.key) ? block[item.key] : undefined;
      const place = `${FILE}:${item.line}`;
      const isWhole = known instanceof z.ZodType || RAW_SECTIONS.has(path);
      if (isWhole && item.secretLines.length > 0) {
        const problem = message('value_tag_in_settings', { tag: '!secret' });
        for (const line of item.secretLines)
          problems.push(message('problem_in_file', { place: `${FILE}:${line}`, problem }));
        continue;
      }
      if (RAW_SECTIONS.has(path)) sections.set(path, item.raw(FILE));
      else if (known === undefined)
        problems.push(
          elsewhere({ place, path, key: item.key }) ??
            message('unknown_setting', { place, path, names: names(block, under) }),
        );
      else if (known instanceof z.ZodType && item.secret !== undefined)
        given.set(path, { readings: secrets.get(item.secret) ?? [null], place, isSecret: true });
      else if (known instanceof z.ZodType) given.set(path, { readings: item.readings, place });
      else if (item.entries !== null) fromFile(known, `${path}.`, item.entries);
      else if (item.readings[0] !== null)
        problems.push(message('setting_is_a_block', { place, path, names: names(known, `${path}.`) }));
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
function elsewhere(found: { place: string; path: string; key: string }): Message | undefined {
  const { place, path, key } = found;
  if (key === 'packages') return message('setting_packages', { place, path });
  if (key === 'homeassistant') return message('setting_homeassistant', { place, path });
  if (key === 'automation' || key === 'script' || key === 'scene')
    return message('setting_items', { place, path, items: `${key}s` });
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
    given.set(path, { readings, place: message('command_line') });
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
  problems: Message[],
  standard?: string | number,
): unknown {
  const found = given.get(path);
  if (found === undefined) return leaf.parse(standard);
  const results = found.readings.map((reading) => leaf.safeParse(reading ?? undefined));
  const good = results.find((result) => result.success);
  if (good?.success) return good.data;
  const [issue] = results[0]?.error?.issues ?? [];
  const expected = issue === undefined ? message('expects_other_value') : expectedOf(issue);
  const { place } = found;
  problems.push(
    isSecretKey(path) || found.isSecret === true
      ? message('invalid_secret_setting', { place, path, expected })
      : message('invalid_setting', { place, path, expected, value: shownValue(found.readings[0]) }),
  );
  return undefined;
}

/** A password in an address may contain characters that would otherwise end it, such as a slash. */
function shownValue(value: unknown): string {
  return redactText(show(value)).replace(/:\/\/.*@/s, '://***@');
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

/** The secrets by name, if a setting uses one; those that are missing are problems. */
async function readSecrets(
  dataDir: string,
  entries: readonly YamlEntry[],
  problems: Message[],
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const used = entries.flatMap(usedSecrets);
  if (used.length === 0) return new Map();
  const file = await readSettings(join(dataDir, SECRETS));
  for (const { line, reason } of file.problems)
    problems.push(message('problem_in_file', { place: `${SECRETS}:${line}`, problem: reason }));
  const secrets = new Map(file.entries.map(({ key, readings }) => [key, readings]));
  for (const { name, line } of used)
    if (file.problems.length === 0 && !secrets.has(name)) {
      const problem = message('yaml_unknown_secret', { name, file: SECRETS });
      problems.push(message('problem_in_file', { place: `${FILE}:${line}`, problem }));
    }
  return secrets;
}

function usedSecrets({ secret, line, entries }: YamlEntry): { name: string; line: number }[] {
  const below = (entries ?? []).flatMap(usedSecrets);
  return secret === undefined ? below : [{ name: secret, line }, ...below];
}

/** Without the file, all settings have their defaults. */
async function readSettingsFile(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.length > MAX_FILE_BYTES)
      throw settingsFault(path, message('yaml_file_too_large', { max: MAX_FILE_BYTES }));
    return text;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return '';
    throw settingsFault(path, message('yaml_cannot_be_read', { code: code ?? '?' }));
  }
}

function settingsFault(place: string, problem: Message): SettingsError {
  return new SettingsError([message('problem_in_file', { place, problem })]);
}

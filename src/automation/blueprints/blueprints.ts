import { realpath } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { fault, HubError, reasonOf } from '../../core/errors.ts';
import { itemList, type Message } from '../../core/messages.ts';
import type { FileWrite } from '../../storage/changes/recorded-files.ts';
import type { WholeFileKind } from '../../storage/changes/whole-file.ts';
import { changeText, readShown } from '../../storage/yaml/read-text.ts';
import { YamlReading } from '../../storage/yaml/resolve-tags.ts';
import { isMapping } from '../../storage/yaml/write-value.ts';
import { configFault, problemAt } from '../config/config-problem.ts';
import type { Config } from '../config/fields.ts';
import type { Filled } from '../items/item-plan.ts';
import {
  BLUEPRINT_DOMAINS,
  type Blueprint,
  type BlueprintDomain,
  parseBlueprint,
  substitute,
} from './blueprint.ts';
import { type Fetch, type FoundBlueprint, findBlueprint } from './blueprint-import.ts';

/** Where blueprints are stored, and what uses them. */
export interface BlueprintParts {
  /** The data folder. */
  readonly folder: () => Promise<string>;
  /** The folder of the blueprints shipped with Hearth, laid out like the data folder. */
  readonly shipped: string;
  readonly fetch: Fetch;
  /** Names of the items that use a blueprint. */
  readonly usedBy: (domain: BlueprintDomain, path: string) => Promise<readonly Message[]>;
  /** Writes the file of a blueprint, by domain and path, and records it; false if it has another text than expected. */
  readonly write: (id: string, file: FileWrite) => Promise<boolean>;
  /** Applies changed blueprints of a domain. */
  readonly reload: (domain: BlueprintDomain) => Promise<void>;
}

/** A blueprint file: its content, or why it is invalid. */
type Parsed = { readonly blueprint: Blueprint } | { readonly error: HubError };

const FOLDER = 'blueprints';

/** The blueprints of the data folder, which take precedence over those shipped with Hearth. */
export class Blueprints {
  private readonly parts: BlueprintParts;
  /** With the text that each was parsed from: most are unchanged when they are read again. */
  private parsed: ReadonlyMap<string, Parsed & { readonly text: string }> = new Map();

  constructor(parts: BlueprintParts) {
    this.parts = parts;
  }

  /** Reads all blueprints again, for `fill` to use. */
  async refresh(): Promise<void> {
    const parsed = new Map<string, Parsed & { readonly text: string }>();
    const own = join(await this.parts.folder(), FOLDER);
    for (const folder of [await realpath(this.parts.shipped), await realpath(own).catch(() => null)]) {
      if (folder === null) continue;
      const reading = new YamlReading(folder);
      for (const domain of BLUEPRINT_DOMAINS) {
        for (const file of await reading.filesBelow(domain, () => {})) {
          const path = relative(domain, file.name);
          parsed.set(keyOf(domain, path), await this.keep(domain, path, file.text));
        }
      }
    }
    this.parsed = parsed;
  }

  /**
   * An instance filled in from its blueprint as last read; any other configuration unchanged. Throws
   * `ConfigProblem`.
   */
  fill(domain: BlueprintDomain, config: Config): Filled {
    const { use_blueprint: use, ...own } = config;
    if (use === undefined) return { config, inputs: null };
    const path = isMapping(use) ? use.path : undefined;
    const given = isMapping(use) ? (use.input ?? {}) : undefined;
    if (typeof path !== 'string') throw configFault('expected_blueprint_path', ['use_blueprint', 'path']);
    if (!isMapping(given)) throw configFault('expected_inputs_by_name', ['use_blueprint', 'input']);
    const parsed = this.parsed.get(keyOf(domain, path));
    if (parsed === undefined)
      throw configFault('unknown_blueprint', ['use_blueprint', 'path'], { path, domain });
    if ('error' in parsed) throw problemAt(['use_blueprint', 'path'], reasonOf(parsed.error));
    try {
      return { config: { ...substitute(parsed.blueprint, given), ...own }, inputs: config };
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      throw problemAt(['use_blueprint', 'input'], reasonOf(error));
    }
  }

  /** The blueprints of a domain by path, each with its `blueprint` block or its error. */
  async list(domain: string): Promise<Record<string, object>> {
    await this.refresh();
    const found: [string, object][] = [];
    for (const [key, parsed] of this.parsed) {
      const path = key.slice(domain.length + 1);
      if (key.startsWith(`${domain}/`))
        found.push([
          path,
          'error' in parsed ? { error: parsed.error.message } : { metadata: parsed.blueprint.metadata },
        ]);
    }
    return Object.fromEntries(found);
  }

  /** Fetches a blueprint from a URL and returns it, without saving it. */
  async import(url: string): Promise<object> {
    const { text, name, sourceUrl }: FoundBlueprint = await findBlueprint(url, this.parts.fetch);
    const blueprint = await parseBlueprint(text, name);
    await this.refresh();
    return {
      suggested_filename: name,
      raw_data: text,
      blueprint: {
        metadata: { ...blueprint.metadata, source_url: blueprint.metadata.source_url ?? sourceUrl },
      },
      validation_errors: null,
      exists: this.parsed.has(keyOf(blueprint.domain, withEnding(name))),
    };
  }

  /** Saves a blueprint in the data folder. */
  async save(
    domain: BlueprintDomain,
    path: string,
    given: {
      readonly yaml: string;
      readonly sourceUrl?: string | undefined;
      readonly allowOverride?: boolean | undefined;
    },
  ): Promise<{ readonly overrides_existing: boolean }> {
    const name = withEnding(path);
    const blueprint = await parseBlueprint(given.yaml, name);
    if (blueprint.domain !== domain)
      throw fault('invalid_format', 'name_is_blueprint_for_and_not_for', {
        name,
        domain: blueprint.domain,
        domain_2: domain,
      });
    const text = given.sourceUrl === undefined ? given.yaml : await withSource(given.yaml, given.sourceUrl);
    if (text !== given.yaml) await parseBlueprint(text, name);
    const file = await this.fileOf(domain, name);
    const before = await this.textAt(domain, name);
    if (before !== null && given.allowOverride !== true)
      throw fault('already_exists', 'there_is_blueprint_already', { name });
    if (!(await this.parts.write(keyOf(domain, name), this.writeOf(domain, { file, name, before, text }))))
      throw fault('conflict', 'name_was_changed_at_same_moment_try_again', { name });
    await this.refresh();
    if (before !== null) await this.parts.reload(domain);
    return { overrides_existing: before !== null };
  }

  /** Deletes an unused blueprint from the data folder. */
  async delete(domain: BlueprintDomain, path: string): Promise<void> {
    const name = withEnding(path);
    const file = await this.fileOf(domain, name);
    const before = await this.textAt(domain, name);
    if (before === null) {
      await this.refresh();
      if (!this.parsed.has(keyOf(domain, name))) throw fault('not_found', 'there_is_no_blueprint', { name });
      throw fault('not_allowed', 'blueprint_comes_with_hearth_and_stays', { name });
    }
    await this.requireUnused(domain, name);
    if (
      !(await this.parts.write(keyOf(domain, name), this.writeOf(domain, { file, name, before, text: null })))
    )
      throw fault('conflict', 'name_was_changed_at_same_moment_try_again', { name });
    await this.refresh();
  }

  /** How changes put back the files of blueprints, by domain and path. */
  restorable(): WholeFileKind {
    const split = (id: string): [BlueprintDomain, string] => {
      const domain = BLUEPRINT_DOMAINS.find((one) => id.startsWith(`${one}/`)) ?? 'automation';
      return [domain, id.slice(domain.length + 1)];
    };
    return {
      name: 'blueprint',
      fileOf: async (id) => {
        const [domain, name] = split(id);
        return { path: await this.fileOf(domain, name), name: join(FOLDER, domain, name) };
      },
      allow: async (id, text) => {
        if (text === null) await this.requireUnused(...split(id));
      },
      restored: async (id) => {
        await this.refresh();
        await this.parts.reload(split(id)[0]);
      },
    };
  }

  /** The configuration of an instance with the given inputs. */
  async substitute(
    domain: BlueprintDomain,
    path: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    await this.refresh();
    const parsed = this.parsed.get(keyOf(domain, path));
    if (parsed === undefined) throw fault('not_found', 'there_is_no_blueprint', { name: path });
    if ('error' in parsed) throw parsed.error;
    return substitute(parsed.blueprint, input);
  }

  private async keep(
    domain: BlueprintDomain,
    path: string,
    text: string,
  ): Promise<Parsed & { readonly text: string }> {
    const known = this.parsed.get(keyOf(domain, path));
    if (known?.text === text) return known;
    try {
      const blueprint = await parseBlueprint(text, path);
      if (blueprint.domain === domain) return { blueprint, text };
      const found = blueprint.domain;
      return { error: fault('invalid_format', 'blueprint_of_other_domain', { path, domain, found }), text };
    } catch (error) {
      if (error instanceof HubError) return { error, text };
      throw error;
    }
  }

  private async requireUnused(domain: BlueprintDomain, name: string): Promise<void> {
    const users = await this.parts.usedBy(domain, name);
    if (users.length > 0)
      throw fault('not_allowed', 'blueprint_is_used_by', { name, users: itemList(users) });
  }

  private writeOf(
    domain: BlueprintDomain,
    write: {
      readonly file: string;
      readonly name: string;
      readonly before: string | null;
      readonly text: string | null;
    },
  ): FileWrite {
    const { file, name, before, text } = write;
    return { path: file, name: join(FOLDER, domain, name), expected: before, text };
  }

  private async textAt(domain: BlueprintDomain, name: string): Promise<string | null> {
    const folder = await this.parts.folder();
    return (await new YamlReading(folder).file(join(FOLDER, domain, name)))?.text ?? null;
  }

  /** The file of a blueprint in the data folder. Rejects paths that lead outside. */
  private async fileOf(domain: BlueprintDomain, name: string): Promise<string> {
    const isPlain = name.split('/').every((part) => /^[^./\\\0][^/\\\0]*$/.test(part)) && name.length <= 200;
    if (!isPlain || normalize(name) !== name || name === 'secrets.yaml')
      throw fault('invalid_format', 'name_is_no_path_of_blueprint', { name: JSON.stringify(name) });
    const folder = await this.parts.folder();
    const file = join(folder, FOLDER, domain, name);
    // A link on the path may point outside the folder.
    for (let at = dirname(file); at !== folder; at = dirname(at)) {
      const real = await realpath(at).catch(() => at);
      if (real !== at) throw fault('not_allowed', 'folder_is_link', { folder: relative(folder, at) });
    }
    return file;
  }
}

function keyOf(domain: string, path: string): string {
  return `${domain}/${path}`;
}

function withEnding(path: string): string {
  return path.endsWith('.yaml') ? path : `${path}.yaml`;
}

/** The text with its source URL added, otherwise unchanged. */
async function withSource(text: string, url: string): Promise<string> {
  const { blueprint } = (await readShown(text)) as { readonly blueprint: Readonly<Record<string, unknown>> };
  return changeText(text, { at: ['blueprint'], value: { ...blueprint, source_url: url } });
}

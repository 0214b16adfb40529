import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { plainNumbers } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import { TickBudget } from '../core/pacer.ts';
import { readShown } from '../storage/yaml/read-text.ts';
import { LanguageModel } from './sentences/language-model.ts';
import { SentenceData, type SentenceSource } from './sentences/sentence-data.ts';

/** The languages with sentences. */
export const LANGUAGES = ['de', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const MAX_FILE = 1_000_000;
const MAX_FILES = 200;

/** Intents of the configuration file: sentences by intent. */
const Configured = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat()),
);

interface LanguagesParts {
  /** The folder of the included sentences. */
  readonly included: string;
  /** The folder of the sentences of users, with a folder for each language. */
  readonly custom: string;
  /** Reads `conversation: intents:` of the configuration file. */
  readonly configured: () => Promise<unknown>;
  readonly log: Log;
  readonly clock: Clock;
}

/** The sentences of each language, loaded when they are first needed. */
export class Languages {
  private readonly parts: LanguagesParts;
  private readonly models = new Map<Language, Promise<LanguageModel>>();

  constructor(parts: LanguagesParts) {
    this.parts = parts;
  }

  /** The language with sentences that a tag such as `de-CH` means; undefined if there is none. */
  static of(tag: string): Language | undefined {
    const base = /^[a-z]+/i.exec(tag)?.[0].toLowerCase();
    return LANGUAGES.find((language) => language === base);
  }

  /** The sentences of a language. */
  model(language: Language): Promise<LanguageModel> {
    const known = this.models.get(language);
    if (known !== undefined) return known;
    const loading = this.load(language);
    this.models.set(language, loading);
    loading.catch(() => this.models.delete(language));
    return loading;
  }

  /** Reads the sentences again when they are next needed. */
  reload(language?: Language): void {
    if (language === undefined) this.models.clear();
    else this.models.delete(language);
  }

  private async load(language: Language): Promise<LanguageModel> {
    const { included, log } = this.parts;
    const text = await readFile(join(included, `${language}.json`), 'utf8');
    const sources: SentenceSource[] = [{ data: SentenceData.parse(JSON.parse(text)) }];
    sources.push(...(await this.custom(language)), ...(await this.configured()));
    const model = new LanguageModel(language, sources);
    const tickBudget = new TickBudget(this.parts.clock);
    for (const _step of model.fill(sources)) if (tickBudget.isDue()) await tickBudget.nextTick();
    for (const problem of model.problems) log.warn(`A custom sentence was left out: ${problem}`);
    return model;
  }

  private async custom(language: Language): Promise<SentenceSource[]> {
    const { custom, log } = this.parts;
    const folder = join(custom, language);
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    const files = names.filter((name) => name.endsWith('.yaml')).sort();
    const sources: SentenceSource[] = [];
    for (const name of files.slice(0, MAX_FILES)) {
      const path = join(folder, name);
      try {
        const text = await readFile(path, 'utf8');
        if (text.length > MAX_FILE) throw new Error('The file is larger than a megabyte');
        const data = SentenceData.parse(plainNumbers(await readShown(text)));
        sources.push({ data, file: relative(custom, path) });
      } catch (error) {
        log.error(`Could not read custom sentences from ${pathToFileURL(path).pathname}`, { error });
      }
    }
    return sources;
  }

  private async configured(): Promise<SentenceSource[]> {
    const given = await this.parts.configured();
    if (given === undefined || given === null) return [];
    const parsed = Configured.safeParse(given);
    if (!parsed.success) {
      this.parts.log.error('The intents of "conversation" in the configuration are no lists of sentences');
      return [];
    }
    const intents = Object.fromEntries(
      Object.entries(parsed.data).map(([intent, sentences]) => [intent, { data: [{ sentences }] }]),
    );
    return [{ data: SentenceData.parse({ intents }), file: null }];
  }
}

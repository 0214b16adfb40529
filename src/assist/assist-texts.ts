import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { MessageKey } from '../core/messages.ts';
import type { Language } from './languages.ts';

const Catalog = z.looseObject({ errors: z.record(z.string(), z.unknown()) });

/** Our own texts that are spoken, from the message catalogs. */
export class AssistTexts {
  private readonly folder: string;
  private readonly catalogs = new Map<Language, Promise<Readonly<Record<string, unknown>>>>();

  /** `folder` contains the catalogs. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** A text with its parameters. */
  async text(
    language: Language,
    key: MessageKey,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    let catalog = this.catalogs.get(language);
    if (catalog === undefined) {
      catalog = readFile(join(this.folder, `${language}.json`), 'utf8').then(
        (text) => Catalog.parse(JSON.parse(text)).errors,
      );
      this.catalogs.set(language, catalog);
    }
    const text = String((await catalog)[key] ?? '');
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => parameters[name] ?? whole);
  }
}

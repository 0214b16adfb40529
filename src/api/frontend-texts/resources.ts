import { deviceTexts, type Purposes, purposeTexts } from './automation-texts.ts';
import { type FlatTexts, LANGUAGE, type Texts, textsIn } from './catalog.ts';
import { entityTexts, titleTexts } from './entity-texts.ts';
import { type FlowSteps, flowTexts, selectorTexts } from './flow-texts.ts';
import { type IntegrationSource, integrationTexts } from './integration-texts.ts';
import { issueTexts } from './issue-texts.ts';

/** What there is to name, besides the domains. */
export interface TextSources {
  purposes(of: 'triggers' | 'conditions'): Purposes;
  flowSteps(): FlowSteps;
  /** The texts that integrations in processes bring with them. */
  integrations?(language: string): readonly IntegrationSource[];
}

type Category = (texts: Texts, sources: TextSources) => FlatTexts;

/** The categories of texts that follow from the catalog; those of services depend on the caller. */
const CATEGORIES: ReadonlyMap<string, Category> = new Map<string, Category>([
  ['entity_component', entityTexts],
  ['title', titleTexts],
  ['triggers', (texts, { purposes }) => purposeTexts('triggers', purposes('triggers'), texts)],
  ['conditions', (texts, { purposes }) => purposeTexts('conditions', purposes('conditions'), texts)],
  ['device_automation', deviceTexts],
  ['selector', selectorTexts],
  ['config', (texts, { flowSteps }) => flowTexts('config', flowSteps(), texts)],
  ['issues', issueTexts],
  ['options', (texts, { flowSteps }) => flowTexts('options', flowSteps(), texts)],
  // Only integrations have some.
  ['config_subentries', () => ({})],
]);

/** By the texts of a language and then by category: they do not change while the server runs. */
const made = new WeakMap<Texts, Map<string, FlatTexts>>();

/** The texts of a category in a language, limited to some domains; empty for an unknown category. */
async function resourcesOf(
  category: string,
  sources: TextSources,
  { language, domains }: { readonly language: string; readonly domains: readonly string[] | undefined },
): Promise<FlatTexts> {
  const make = CATEGORIES.get(category);
  if (make === undefined) return {};
  const texts = await textsIn(language);
  const ofLanguage = made.get(texts) ?? new Map<string, FlatTexts>();
  made.set(texts, ofLanguage);
  const fixed = ofLanguage.get(category) ?? make(texts, sources);
  ofLanguage.set(category, fixed);
  const tag = LANGUAGE.exec(language)?.[0].toLowerCase() ?? 'en';
  const own = integrationTexts(category, sources.integrations?.(tag) ?? [], texts);
  const all = Object.keys(own).length === 0 ? fixed : { ...fixed, ...own };
  if (domains === undefined) return all;
  const wanted = new Set(domains);
  return Object.fromEntries(Object.entries(all).filter(([key]) => wanted.has(key.split('.')[1] ?? '')));
}

/** As JSON, for each object once: clients ask for all texts of a category whenever they load. */
const written = new WeakMap<FlatTexts, string>();

/** The texts of `resourcesOf` as JSON. */
export async function writtenResources(...question: Parameters<typeof resourcesOf>): Promise<string> {
  const resources = await resourcesOf(...question);
  const json = written.get(resources) ?? JSON.stringify(resources);
  written.set(resources, json);
  return json;
}

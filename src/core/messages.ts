import { type EnglishTexts, englishTexts } from './english-texts.ts';

/** A key of the section "errors" of the message catalog. */
export type MessageKey = keyof EnglishTexts['errors'];

/** A message of the catalog with its parameters. */
export interface Message {
  readonly key: MessageKey;
  readonly parameters: MessageParameters;
}

/** The values that replace `{name}` in a message; one may be a message itself, e.g. the reason of a failure. */
export type MessageParameters = Readonly<Record<string, string | number | Message>>;

/** A message as a parameter of another one. */
export function message(key: MessageKey, parameters: MessageParameters = {}): Message {
  return { key, parameters };
}

/** The English text of a message, or a text as it stands. */
export function englishText(text: Message | string): string {
  return typeof text === 'string' ? text : messageText(text.key, text.parameters);
}

/** A message with all texts in its parameters changed, e.g. to hide secrets. */
export function withTexts({ key, parameters }: Message, change: (text: string) => string): Message {
  const changed = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? change(value) : typeof value === 'object' ? withTexts(value, change) : value,
  ]);
  return { key, parameters: Object.fromEntries(changed) };
}

/** Several problems as one message, each on a line. */
export function problemList(problems: readonly Message[]): Message {
  return problems.reduceRight((others, problem) => message('problem_and_others', { problem, others }));
}

/** Several messages as one, separated by commas. */
export function itemList(items: readonly Message[]): Message {
  return items.reduceRight((others, item) => message('item_and_others', { item, others }));
}

/** What a service or one of its fields is called and does. */
export interface ServiceText {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly fields?: Readonly<Record<string, ServiceText>>;
}

/** The texts of services by domain and name. */
export type ServiceTexts = Readonly<Record<string, Readonly<Record<string, ServiceText>>>>;

type Texts = Readonly<Record<MessageKey, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>>;

const plurals = new Intl.PluralRules('en');

/**
 * The English message of a key with its parameters filled in; `count` chooses the plural form. Further lines of
 * a parameter are indented as its first.
 */
export function messageText(key: MessageKey, parameters: MessageParameters = {}): string {
  const texts: Texts = englishTexts().errors;
  const entry = texts[key];
  const form = typeof entry === 'string' ? entry : entry[plurals.select(Number(parameters.count))];
  const text = form ?? (entry as { readonly other: string }).other;
  return text.replace(/(^ +)?\{(\w+)\}/gm, (gap, indent: string | undefined, name: string) => {
    const value = parameters[name];
    if (value === undefined) return gap;
    const filled = typeof value === 'object' ? englishText(value) : String(value);
    return indent === undefined ? filled : filled.replace(/^/gm, indent);
  });
}

/**
 * The texts of a service in a catalog; none for services of users. Services that notify someone share those of
 * `notify.notify`, except the name.
 */
export function serviceText(texts: ServiceTexts, domain: string, service: string): ServiceText {
  const ofDomain = Object.hasOwn(texts, domain) ? texts[domain] : undefined;
  if (ofDomain === undefined) return {};
  if (Object.hasOwn(ofDomain, service)) return ofDomain[service] ?? {};
  if (domain !== 'notify' || ofDomain.notify === undefined) return {};
  const { name: _, ...shared } = ofDomain.notify;
  return shared;
}

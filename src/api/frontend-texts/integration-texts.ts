import type { FlatTexts, FlowTexts, Texts } from './catalog.ts';

type Group = Readonly<Record<string, string>>;
type Pairs = [string, string][];

interface StepTexts {
  readonly title?: string;
  readonly description?: string;
  readonly submit?: string;
  readonly data?: Group;
  readonly data_description?: Group;
  readonly menu_options?: Group;
  readonly sections?: Readonly<Record<string, { readonly name: string; readonly data?: Group }>>;
}

interface FlowsOfIntegration {
  readonly step?: Readonly<Record<string, StepTexts>>;
  readonly error?: Group;
  readonly abort?: Group;
  readonly progress?: Group;
  readonly create_entry?: Group;
}

interface NamedTexts {
  readonly name?: string;
  readonly description?: string;
}

/** The texts of an integration that runs in a process. */
export interface IntegrationSource {
  readonly domain: string;
  readonly texts?: {
    readonly title?: string;
    readonly config?: FlowsOfIntegration;
    readonly options?: FlowsOfIntegration;
    readonly config_subentries?: Readonly<
      Record<string, FlowsOfIntegration & { readonly entry_type?: string; readonly initiate_flow?: Group }>
    >;
    readonly selector?: Readonly<Record<string, { readonly options: Group }>>;
    readonly services?: Readonly<
      Record<string, NamedTexts & { readonly fields?: Readonly<Record<string, NamedTexts>> }>
    >;
  };
  /** The labels that its forms have themselves, by step and field. */
  readonly labels?: Readonly<Record<string, Group>>;
}

/** The steps that all integrations have. */
const STEPS = ['user', 'discovery_confirm', 'reauth_confirm', 'reconfigure'];

/** The texts of integrations in a category; what they do not name is the same for all. */
export function integrationTexts(
  category: string,
  sources: readonly IntegrationSource[],
  { flows }: Texts,
): FlatTexts {
  const shared = flows.device ?? {};
  return Object.fromEntries(sources.flatMap((source) => pairsOf(category, source, shared)));
}

function pairsOf(
  category: string,
  { domain, texts = {}, labels = {} }: IntegrationSource,
  shared: FlowTexts,
): Pairs {
  const base = `component.${domain}`;
  switch (category) {
    case 'title':
      return texts.title === undefined ? [] : [[`${base}.title`, texts.title]];
    case 'config':
      return [
        [`${base}.config.flow_title`, '{name}'],
        ...flowPairs(`${base}.config`, texts.config, { shared, labels, steps: STEPS }),
      ];
    case 'options':
      return flowPairs(`${base}.options`, texts.options, { shared, labels, steps: ['init'] });
    case 'config_subentries':
      return Object.entries(texts.config_subentries ?? {}).flatMap(([type, own]) => {
        const at = `${base}.config_subentries.${type}`;
        return [
          ...(own.entry_type === undefined ? [] : groupPairs(at, { entry_type: own.entry_type })),
          ...groupPairs(`${at}.initiate_flow`, own.initiate_flow),
          ...flowPairs(at, own, { shared, labels: {}, steps: ['user', 'reconfigure'] }),
        ];
      });
    case 'selector':
      return Object.entries(texts.selector ?? {}).flatMap(([key, { options }]) =>
        groupPairs(`${base}.selector.${key}.options`, options),
      );
    case 'services':
      return Object.entries(texts.services ?? {}).flatMap(([name, { fields = {}, ...own }]) => [
        ...groupPairs(`${base}.services.${name}`, { ...own }),
        ...Object.entries(fields).flatMap(([key, field]) =>
          groupPairs(`${base}.services.${name}.fields.${key}`, { ...field }),
        ),
      ]);
    default:
      return [];
  }
}

function flowPairs(
  base: string,
  own: FlowsOfIntegration = {},
  {
    shared,
    labels,
    steps,
  }: { shared: FlowTexts; labels: NonNullable<IntegrationSource['labels']>; steps: string[] },
): Pairs {
  const all = new Set([...steps, ...Object.keys(own.step ?? {})]);
  return [
    ...[...all].flatMap((id) => {
      const { data, ...step } = own.step?.[id] ?? {};
      // What a step does not name is named by the first form, by the field itself, or the same for all.
      const fields = { ...shared.fields, ...labels[id], ...own.step?.user?.data, ...data };
      return stepPairs(`${base}.step.${id}`, { ...shared.steps?.[id], ...step, data: fields });
    }),
    ...groupPairs(`${base}.error`, { ...shared.errors, ...own.error }),
    ...groupPairs(`${base}.abort`, { ...shared.aborts, ...own.abort }),
    ...groupPairs(`${base}.progress`, own.progress),
    ...groupPairs(`${base}.create_entry`, own.create_entry),
  ];
}

function stepPairs(base: string, step: StepTexts): Pairs {
  const { title, description, submit, sections = {} } = step;
  return [
    ...groupPairs(base, {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(submit === undefined ? {} : { submit }),
    }),
    ...groupPairs(`${base}.data`, step.data),
    ...groupPairs(`${base}.data_description`, step.data_description),
    ...groupPairs(`${base}.menu_options`, step.menu_options),
    ...Object.entries(sections).flatMap(
      ([id, { name, data }]): Pairs => [
        [`${base}.sections.${id}.name`, name],
        ...groupPairs(`${base}.sections.${id}.data`, data),
      ],
    ),
  ];
}

function groupPairs(base: string, group: Group = {}): Pairs {
  return Object.entries(group).map(([key, text]) => [`${base}.${key}`, text]);
}

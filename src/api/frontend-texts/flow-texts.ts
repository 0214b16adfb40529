import type { FlatTexts, FlowTexts, Texts } from './catalog.ts';

/** The IDs of the forms of a flow by domain: of a new entry and of its options. */
export type FlowSteps = ReadonlyMap<
  string,
  { readonly config: readonly string[]; readonly options: readonly string[] }
>;

type Pairs = [string, string][];

/** The texts of the flows by which entries are made (`config`) or changed (`options`). */
export function flowTexts(of: 'config' | 'options', steps: FlowSteps, { flows }: Texts): FlatTexts {
  return Object.fromEntries(
    [...steps].flatMap(([domain, ids]): Pairs => {
      const own = flows[domain] ?? {};
      const base = `component.${domain}.${of}`;
      return [
        ...ids[of].flatMap((id) => stepTexts(`${base}.step.${id}`, own, flows.shared)),
        ...pairs(`${base}.error`, own.errors),
      ];
    }),
  );
}

/** The names of the values that are chosen in forms, by the key of their selection. */
export function selectorTexts({ app, flows }: Texts): FlatTexts {
  const own = Object.entries(flows).flatMap(([domain, { options = {} }]) =>
    Object.entries(options).flatMap(([key, group]) =>
      pairs(`component.${domain}.selector.${key}.options`, group),
    ),
  );
  const derived = Object.entries(app).flatMap(([key, text]): Pairs => {
    const [, kind, value] = /^(rule|class)\.(\w+)$/.exec(key) ?? [];
    if (kind === undefined) return [];
    const path = kind === 'rule' ? 'min_max.selector.type' : 'integration.selector.device_class';
    return [[`component.${path}.options.${value}`, text]];
  });
  return Object.fromEntries([...own, ...derived]);
}

function stepTexts(base: string, own: FlowTexts, shared: FlowTexts = {}): Pairs {
  const { title, description, fields, sections } = own;
  const data = { ...shared.fields, ...fields };
  return [
    ...(title === undefined ? [] : [[`${base}.title`, title] satisfies [string, string]]),
    ...(description === undefined ? [] : [[`${base}.description`, description] satisfies [string, string]]),
    ...pairs(`${base}.data`, data),
    ...Object.entries(sections ?? {}).flatMap(
      ([id, name]): Pairs => [
        [`${base}.sections.${id}.name`, name],
        ...pairs(`${base}.sections.${id}.data`, data),
      ],
    ),
  ];
}

function pairs(base: string, group: Readonly<Record<string, string>> = {}): Pairs {
  return Object.entries(group).map(([key, text]) => [`${base}.${key}`, text]);
}

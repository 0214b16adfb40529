import { STATE_TEXTS } from '../../domains/binary-sensor/state-texts.ts';
import type { Domain } from '../../domains/definition/define-domain.ts';
import { domains } from '../../domains/index.ts';
import { type FlatTexts, plain, type Texts } from './catalog.ts';

/** The attributes whose values have texts, with the start of their keys. */
const VALUE_TEXTS: Readonly<Record<string, string>> = { hvac_action: 'action.', action: 'action.' };

/** The names of domains, device classes, states and attributes: `component.light.entity_component._.state.on`. */
export function entityTexts(texts: Texts): FlatTexts {
  return Object.fromEntries(domains.flatMap((domain) => textsOfDomain(domain, texts)));
}

/** The names of domains, of the groups of triggers and of flows as integrations. */
export function titleTexts({ app, flows }: Texts): FlatTexts {
  const own = domains.map(({ name }): [string, string] => [name, app[`domain.${name}`] ?? plain(name)]);
  const named = Object.entries(app).flatMap(([key, text]): [string, string][] => {
    const [, domain] = /^(?:purpose\.of|source)[_.](\w+)$/.exec(key) ?? [];
    return domain === undefined ? [] : [[domain, text]];
  });
  const made = Object.entries(flows).flatMap(([domain, { title }]): [string, string][] =>
    title === undefined ? [] : [[domain, title]],
  );
  return Object.fromEntries(
    [...named, ...made, ...own].map(([domain, text]) => [`component.${domain}.title`, text]),
  );
}

function textsOfDomain(domain: Domain, texts: Texts): [string, string][] {
  const { name, states, deviceClasses } = domain;
  const { app } = texts;
  const base = `component.${name}.entity_component`;
  const stateTexts = (words: string | undefined, key: string): [string, string][] =>
    typeof states === 'string'
      ? []
      : states.map((state) => [
          `${base}.${key}.state.${state}`,
          (words === undefined ? undefined : app[`${words}.${state}`]) ??
            app[`state.${name}.${state}`] ??
            app[`state.${state}`] ??
            plain(state),
        ]);
  const classes = (deviceClasses ?? []).flatMap((kind): [string, string][] => [
    [`${base}.${kind}.name`, app[`class.${kind}`] ?? plain(kind)],
    ...(name === 'binary_sensor' ? stateTexts(STATE_TEXTS[kind], kind) : []),
  ]);
  return [
    [`${base}._.name`, app[`domain.${name}`] ?? plain(name)],
    ...stateTexts(undefined, '_'),
    ...classes,
    ...Object.keys(domain.attributes).flatMap((attribute) => attributeTexts(domain, attribute, texts)),
  ];
}

/** The name of an attribute is that of the service field or control that sets it, or of what it measures. */
function attributeTexts({ name }: Domain, attribute: string, { app, services }: Texts): [string, string][] {
  const base = `component.${name}.entity_component._.state_attributes.${attribute}`;
  const field = Object.values(services[name] ?? {})
    .map(({ fields }) => fields?.[attribute]?.name)
    .find((text) => text !== undefined);
  const text = field ?? app[`control.${attribute}`] ?? app[`class.${attribute}`];
  const start = VALUE_TEXTS[attribute];
  const values = start === undefined ? [] : Object.entries(app).filter(([key]) => key.startsWith(start));
  return [
    ...(text === undefined ? [] : [[`${base}.name`, text] satisfies [string, string]]),
    ...values.map(([key, value]): [string, string] => [`${base}.state.${key.split('.')[1]}`, value]),
  ];
}

import type { Domain, EntityService } from './definition/define-domain.ts';
import type { Field } from './definition/field.ts';

/** The pages of the reference by file name: one a domain, and the list of them. */
export function referencePages(domains: readonly Domain[]): ReadonlyMap<string, string> {
  const sorted = [...domains].sort((a, b) => (a.name < b.name ? -1 : 1));
  const list = sorted.map(({ name, title, services }) => {
    const words = services.map((service) => `\`${service.name}\``).join(', ');
    return `| [${name}](${name}.md) | ${title} | ${words} |`;
  });
  const index = page([
    '# Kinds of entities',
    'Made from the domains by `node scripts/reference.js`; do not edit by hand.',
    table('| Domain | | Services |', list),
  ]);
  return new Map([
    ['index.md', index],
    ...sorted.map((domain) => [`${domain.name}.md`, domainPage(domain)] as const),
  ]);
}

function domainPage(domain: Domain): string {
  const { name, title, states, features, deviceClasses, attributes, services } = domain;
  const stateText = typeof states === 'string' ? states : `${words(states)}.`;
  return page([
    `# ${title} (\`${name}\`)`,
    'Made from the domain by `node scripts/reference.js`; do not edit by hand. [All domains](index.md)',
    `**States:** ${stateText} Besides, \`unavailable\` and \`unknown\`.`,
    deviceClasses.length === 0 ? '' : `**Device classes:** ${words(deviceClasses)}.`,
    section(
      '## Attributes',
      table(
        '| Attribute | Meaning | Measures |',
        Object.entries(attributes).map(([key, { description, capability, quantity }]) => {
          const stays = capability === true ? ' Stays while the entity is unavailable.' : '';
          return `| \`${key}\` | ${cell(description)}${stays} | ${quantity?.replaceAll('_', ' ') ?? ''} |`;
        }),
      ),
    ),
    section(
      '## Features',
      table(
        '| Feature | Bit of `supported_features` |',
        Object.entries(features).map(([key, bit]) => `| \`${key}\` | ${bit} |`),
      ),
    ),
    services.length === 0 ? 'It has no services.' : '## Services',
    ...services.flatMap((service) => servicePart(domain, service)),
  ]);
}

function servicePart({ name: domain }: Domain, service: EntityService): string[] {
  const notes = [
    service.requires === undefined ? '' : `Needs ${alternatives(service.requires)}.`,
    service.anyOf === undefined ? '' : `At least one of ${words(service.anyOf)} must be given.`,
    ...(service.exclusive ?? []).map((group) => `Only one of ${words(group)} may be given.`),
    service.response === 'only' ? 'Answers data, and must be asked for it.' : '',
    service.response === 'optional' ? 'Answers data when it is asked for it.' : '',
    service.admin === true ? 'Administrators only.' : '',
  ].filter((note) => note !== '');
  const rows = Object.entries(service.fields).map(([key, field]) => fieldRow(key, field));
  return [
    `### \`${domain}.${service.name}\``,
    [service.description, ...notes].join(' '),
    table('| Field | Value | Meaning |', rows),
  ];
}

function fieldRow(key: string, field: Field): string {
  const needs = field.filter?.features;
  const facts = [
    field.required === true ? 'Required.' : '',
    needs === undefined ? '' : `For ${needs.map((one) => `\`${one}\``).join(', ')}.`,
    field.default === undefined ? '' : `By default ${code(field.default)}.`,
    field.example === undefined ? '' : `Example: ${code(field.example)}.`,
  ].filter((fact) => fact !== '');
  return `| \`${key}\` | ${valueText(field)} | ${cell([field.description, ...facts].join(' '))} |`;
}

/** The values a field accepts, from its form. */
function valueText({ selector, quantity }: Field): string {
  const [kind = '', facts] = Object.entries(selector)[0] ?? [];
  const {
    min,
    max,
    step,
    unit_of_measurement: unit,
    options,
    multiple,
  } = (facts ?? {}) as Record<string, unknown>;
  const several = multiple === true ? ', several' : '';
  if (kind === 'number') {
    const range = min === undefined && max === undefined ? '' : ` ${min ?? ''}–${max ?? ''}`;
    const steps = step === undefined || step === 'any' ? '' : `, step ${step}`;
    const measured = quantity === undefined ? '' : `, in the unit shown`;
    return `number${range}${unit === undefined ? '' : ` ${unit}`}${steps}${measured}`;
  }
  if (kind === 'select' && Array.isArray(options)) {
    const values = options.map((one) => code(typeof one === 'object' && one !== null ? one.value : one));
    return cell(`one of ${values.join(', ')}${several}`);
  }
  return kind.replaceAll('_', ' ') + several;
}

function alternatives(requires: readonly (readonly string[])[]): string {
  const each = requires.map((all) => all.map((one) => `\`${one}\``).join(' and '));
  return each.length === 1 ? `the feature ${each[0]}` : `one of the features ${each.join(', ')}`;
}

function words(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** Text in a cell of a table: bars would end it. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function table(head: string, rows: readonly string[]): string {
  if (rows.length === 0) return '';
  const columns = head.split('|').length - 2;
  return [head, `|${' --- |'.repeat(columns)}`, ...rows].join('\n');
}

function section(title: string, body: string): string {
  return body === '' ? '' : `${title}\n\n${body}`;
}

function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

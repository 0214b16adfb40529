// Generates docs/templates.md from the built tables of the template language: node
// scripts/template-reference.js
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './checks.js';

const ENTRIES = ['src/jinja/reference.json', 'src/templates/reference.json'].flatMap((path) =>
  JSON.parse(readFileSync(join(ROOT, path), 'utf8')),
);

/** The page, from tables of `{name, signature}` and what `reference.json` says of each. */
export function templateReference({ filters, tests, functions, methods }) {
  const sections = [
    ['Functions', 'function', functions, called],
    ['Filters', 'filter', filters, called],
    ['Tests', 'test', tests, called],
    ...methods.map(([type, table]) => [
      `Methods of ${type}`,
      type,
      [...table.values()],
      ({ signature }) => `.${signature.replace(/\(self(?:, )?/, '(')}`,
    ]),
  ];
  return `${INTRODUCTION}\n${sections.map(section).join('\n')}`;
}

const INTRODUCTION = `# Templates

Templates use Jinja, with the functions, filters and tests of Home Assistant. This page is generated from their tables
by \`node scripts/template-reference.js\`; a test renders each example.

A filter follows a value: \`{{ value | round(1) }}\`. A test follows \`is\`: \`{{ value is number }}\`. The first
parameter of both is that value. \`…\` as a default means that the argument has none: without it, unusable input is an
error. The examples are rendered in a home with a lamp in the kitchen, a sensor outside, a window, a heating system and
two people.
`;

/** Tests such as `!=` share the signature of their function. */
function called({ name, signature }) {
  return name + signature.slice(signature.indexOf('('));
}

function section([title, kind, entries, head]) {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = sorted.map((entry) => {
    const { description, example } = ENTRIES.find(
      ({ name, kinds }) => name === entry.name && kinds.includes(kind),
    );
    return [code(head(entry)), cell(description), code(example.template), code(example.result)];
  });
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return `## ${title}\n\n| Name | Meaning | Example | Result |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Uses more backticks than the text contains; an empty text stays empty. */
function code(text) {
  if (text === '') return '';
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const shown = cell(text.replaceAll('\n', '⏎').replaceAll('\t', '⇥'));
  return longest === 0 ? `${fence}${shown}${fence}` : `${fence} ${shown} ${fence}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { FILTERS, TESTS, FUNCTIONS } = await import('../dist/jinja/environment.js');
  const { METHODS } = await import('../dist/jinja/methods/members.js');
  const { HOME_FILTERS, HOME_TESTS, HOME_FUNCTIONS } = await import('../dist/templates/language.js');
  const page = templateReference({
    filters: [...FILTERS, ...HOME_FILTERS],
    tests: [...TESTS, ...HOME_TESTS],
    functions: [...FUNCTIONS, ...HOME_FUNCTIONS],
    methods: METHODS,
  });
  writeFileSync(join(ROOT, 'docs/templates.md'), page);
}

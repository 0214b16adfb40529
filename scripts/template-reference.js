// Generates docs/templates.md from the built tables of the template language: node
// scripts/template-reference.js
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './checks.js';

/** The page, from tables of `{name, signature, description, example}`. */
export function templateReference({ filters, tests, functions, methods }) {
  const sections = [
    ['Functions', functions, ({ signature }) => signature],
    ['Filters', filters, ({ signature }) => signature],
    ['Tests', tests, ({ signature }) => signature],
    ...methods.map(([type, table]) => [
      `Methods of ${type}`,
      [...table.values()],
      ({ signature }) => `.${signature.replace(/\(self(?:, )?/, '(')}`,
    ]),
  ];
  return `${INTRODUCTION}\n${sections.map(section).join('\n')}`;
}

const INTRODUCTION = `# Templates

Templates are Jinja, as the ecosystem writes it. This page is generated from the tables of the language
(\`node scripts/template-reference.js\`); a test renders each example.

A filter stands after a value: \`{{ value | round(1) }}\`. A test stands after \`is\`: \`{{ value is number }}\`. The first
parameter of both is that value. \`…\` as default means "not given": without one, input that cannot be used fails.
Examples that ask the home stand in one with a lamp in the kitchen, a sensor outside, a window, a heating and two people.
`;

function section([title, entries, head]) {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = sorted.map(({ description, example: [template, result], ...entry }) =>
    [head(entry), description, template, result].map((text, at) => (at === 1 ? cell(text) : code(text))),
  );
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return `## ${title}\n\n| | | Example | Gives |\n|---|---|---|---|\n${lines.join('\n')}\n`;
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

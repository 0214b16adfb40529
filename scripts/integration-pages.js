// Writes docs/integrations: a page for each integration that runs in a process, from its manifest, its English texts and
// its `about.md`. A test compares them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INTEGRATIONS } from '../integrations/index.js';

const ROOT = join(import.meta.dirname, '..');
const HOW = {
  local_push: 'in the local network; it reports changes at once',
  local_polling: 'in the local network; it is asked regularly',
  cloud_push: 'over the internet; it reports changes at once',
  cloud_polling: 'over the internet; it is asked regularly',
  calculated: 'none',
  assumed_state: 'in the local network; it does not report its state',
};

/** The pages by file name. */
export function integrationPages() {
  const pages = INTEGRATIONS.map(pageOf);
  return new Map([['index.md', indexOf(pages)], ...pages.map(({ domain, text }) => [`${domain}.md`, text])]);
}

function pageOf(domain) {
  const read = (name) => readFileSync(join(ROOT, 'integrations', domain, name), 'utf8');
  const manifest = JSON.parse(read('manifest.json'));
  const texts = existsSync(join(ROOT, 'integrations', domain, 'locales', 'en.json'))
    ? JSON.parse(read('locales/en.json'))
    : {};
  const summary = texts.description ?? '';
  const facts = [
    ['Domain', `\`${domain}\``],
    ['Connection', HOW[manifest.iot_class ?? 'local_polling']],
    ['Found by itself', foundBy(manifest.discovery ?? [])],
    ['May', permissionsOf(manifest.permissions ?? {})],
    ['Memory', `at most ${manifest.limits?.memory ?? 96} MB`],
    ['Entries', manifest.single === true ? 'one' : 'any number'],
  ];
  const errors = Object.entries(texts.config?.error ?? {}).map(([code, text]) => [`\`${code}\``, text]);
  const text = [
    `# ${manifest.name}`,
    '',
    ...(summary === '' ? [] : [summary, '']),
    ...table(['Fact', ''], facts),
    ...(errors.length === 0 ? [] : ['', ...table(['Message', 'Meaning'], errors)]),
    '',
    read('about.md').trimEnd(),
    '',
  ].join('\n');
  return { domain, name: manifest.name, summary, text };
}

function indexOf(pages) {
  const rows = [...pages]
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(({ domain, name, summary }) => [`[${name}](${domain}.md)`, summary]);
  return [
    '# Integrations',
    '',
    'Each runs in a process of its own, with the permissions listed on its page. This protects the home from mistakes, not from',
    'malice: the network is open to all of them. MQTT, Tasmota, cameras and the companion apps are part of the server.',
    '',
    ...table(['Integration', 'Connects'], rows),
    '',
    'How to write another one is in [the guide](../guides/write-an-integration.md).',
    '',
  ].join('\n');
}

function foundBy(rules) {
  if (rules.length === 0) return 'no';
  return rules
    .map(({ mdns, ssdp }) => (mdns === undefined ? `SSDP \`${ssdp.st ?? ''}\`` : `mDNS \`${mdns}\``))
    .join(', ');
}

function permissionsOf({ network = 'lan', files = [], serial, native, programs = [], home = {} }) {
  const networks =
    network === true
      ? 'use the internet'
      : network === 'lan'
        ? 'use the local network'
        : `reach ${network.join(', ')}`;
  return [
    networks,
    ...(files.length > 0 ? [`read ${files.map((file) => `\`${file}\``).join(', ')}`] : []),
    ...(home.states ? [`read states of the home, unless the option \`${home.states}\` is off`] : []),
    ...(home.services ? [`call services, if the option \`${home.services}\` is on`] : []),
    ...(serial ? ['use serial ports'] : []),
    ...(native ? ['load native modules'] : []),
    ...(programs.length > 0 ? [`start ${programs.join(', ')}`] : []),
  ].join('; ');
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

if (process.argv[1] === import.meta.filename) {
  const folder = join(ROOT, 'docs', 'integrations');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of integrationPages()) writeFileSync(join(folder, name), text);
}

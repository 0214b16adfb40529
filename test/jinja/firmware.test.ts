import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../src/core/json.ts';
import { compile } from '../../src/jinja/template.ts';

/** Payloads as firmware sends them. */
const PAYLOADS = {
  tasmota:
    '{"Time":"2026-11-20T10:00:00","POWER1":"ON","Dimmer":50,"Color":"255,128,0,12,0","Channel":[100,50,0,5],"ENERGY":{"Power":21.5,"Total":3.0},"DS18B20":{"Temperature":21.0},"Wifi":{"RSSI":70}}',
  zigbee:
    '{"state":"ON","brightness":127,"action":"brightness_step_up","temperature":21.0,"battery":null,"update":{"state":"available","installed_version":16,"latest_version":17},"color":{"x":0.31,"y":0.33},"position":0,"child_lock":"LOCK","linkquality":128,"list":[3,1,2],"pairs":[["a",1],["b",2],["c",3]]}',
  shelly:
    '{"id":0,"output":true,"apower":12.3,"aenergy":{"total":1234.567},"temperature":{"tC":41.2,"tF":106.2}}',
} as const;

type Row = readonly [payload: keyof typeof PAYLOADS, template: string, text: string];

/** The constructs of devices.md B.2 to B.6, as devices and bridges write them. */
const ROWS: readonly Row[] = [
  ['tasmota', '{{value_json.POWER1}}', 'ON'],
  ['tasmota', "{{value_json.Color.split(',')[0:3]|join(',')}}", '255,128,0'],
  ['tasmota', '{{value_json.Channel[3]}}', '5'],
  ['tasmota', "{{value_json['ENERGY'].Power}}", '21.5'],
  ['tasmota', "{{value_json['ENERGY']['Total']}}", '3.0'],
  ['tasmota', '{%if value_json.Dimmer is defined%}{{value_json.Dimmer}}{%endif%}', '50'],
  ['tasmota', '{%if value_json.HSBColor is defined%}{{value_json.HSBColor}}{%else%}none{%endif%}', 'none'],
  ['tasmota', '{{ value_json.DS18B20.Temperature | float | round(1) }}', '21.0'],
  ['tasmota', '{{ (value_json.Wifi.RSSI | int / 2) - 100 }}', '-65.0'],
  ['tasmota', "{{ 'on' if value_json.POWER1 == 'ON' else 'off' }}", 'on'],
  ['tasmota', "{{ {'ON': 1, 'OFF': 0, None: -1}[value_json.POWER1] }}", '1'],
  ['tasmota', '{{ value_json.Channel | map("int") | sum // 2 ** 1 }}', '77'],
  ['zigbee', '{{ value_json.state }}', 'ON'],
  ['zigbee', '{{ value_json["temperature"] }}', '21.0'],
  ['zigbee', "{{ value_json.battery | default('unknown', True) }}", 'unknown'],
  ['zigbee', '{{ value_json.battery is none }}', 'True'],
  ['zigbee', "{{ value_json['update']['state'] == 'available' }}", 'True'],
  ['zigbee', '{{ value_json.update.installed_version ~ "/" ~ value_json.update.latest_version }}', '16/17'],
  ['zigbee', "{% if value_json.child_lock == 'LOCK' %}locked{% else %}unlocked{% endif %}", 'locked'],
  ['zigbee', "{{ value_json.action | default('') | replace('_', ' ') | upper }}", 'BRIGHTNESS STEP UP'],
  ['zigbee', "{{ value_json.get('gone', 'nothing') }}", 'nothing'],
  ['zigbee', '{{ value_json.color.keys() | list | join("+") }}', 'x+y'],
  ['zigbee', '{% for k, v in value_json.color.items() %}{{ k }}={{ v }};{% endfor %}', 'x=0.31;y=0.33;'],
  ['zigbee', '{{ value_json.list | sort | first }}-{{ value_json.list | max }}', '1-3'],
  ['zigbee', '{{ value_json.list[0:2] }}', '[3, 1]'],
  ['zigbee', '{{ ((value_json.brightness | float) / 255 * 100) | round(0) | int }}', '50'],
  ['zigbee', '{{ value_json.linkquality | bitwise_and(192) }}', '128'],
  [
    'zigbee',
    "{{ value_json.temperature | multiply(2) }} {{ '%.2f' | format(value_json.temperature) }}",
    '42.0 21.00',
  ],
  ['zigbee', "{{ '{:.1f}'.format(value_json.temperature) }} {{ '%d' % value_json.brightness }}", '21.0 127'],
  ['zigbee', "{{ value_json.pairs | rejectattr(0, 'eq', 'b') | map(attribute=1) | list }}", '[1, 3]'],
  ['zigbee', "{{ value_json.pairs | rejectattr(0, 'in', ('a', 'b')) | map(attribute=0) | first }}", 'c'],
  ['zigbee', "{{ value_json.pairs | selectattr(1, 'gt', 1) | list | count }}", '2'],
  ['zigbee', "{{ dict.from_keys([('a', 1), ('b', 1)]) | to_json }}", '{"a":1,"b":1}'],
  ['zigbee', "{{ dict(zip(['a', 'b'], range(2))) | tojson }}", '{"a": 0, "b": 1}'],
  ['zigbee', "{{ value_json.action.startswith('brightness') and 'step' in value_json.action }}", 'True'],
  ['zigbee', '{{ value_json.action is string and value_json.brightness is number }}', 'True'],
  ['zigbee', '{{ iif(value_json.position == 0, "closed", "open") }}', 'closed'],
  [
    'zigbee',
    '{% set ns = namespace(n=0) %}{% for i in value_json.list %}{% if i == 1 %}{% continue %}{% endif %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}',
    '5',
  ],
  [
    'zigbee',
    '{% for i in value_json.list %}{% if loop.index > 2 %}{% break %}{% endif %}{{ i }}{% endfor %}',
    '31',
  ],
  [
    'zigbee',
    "{% set m = value_json.action | regex_findall('(?P<prefix>brightness)_(?P<kind>step|move)_(?P<way>up|down)') %}{{ dict(zip(['prefix', 'kind', 'way'], m[0])) | to_json }}",
    '{"prefix":"brightness","kind":"step","way":"up"}',
  ],
  ['zigbee', "{{ value_json.action | regex_replace('_.*$', '') }}", 'brightness'],
  [
    'zigbee',
    "{{ value_json.action | regex_match('bright') and value_json.action | regex_search('up$') }}",
    'True',
  ],
  ['zigbee', "{{ value_json.action | truncate(10, True, '', 0) }}", 'brightness'],
  ['zigbee', '{{ -7 // 2 }} {{ -7 % 3 }} {{ not (1 in [1]) }}', '-4 2 False'],
  ['shelly', "{{ 'ON' if value_json.output else 'OFF' }}", 'ON'],
  ['shelly', '{{ value_json.aenergy.total | float(0) | round(2) / 1000 }}', '1.23457'],
  ['shelly', '{{ value_json.temperature.tC }}', '41.2'],
  ['shelly', '{{ value_json.apower | is_number }}', 'True'],
  ['shelly', "{{ {'id': value_json.id, 'on': value_json.output} | to_json }}", '{"id":0,"on":true}'],
];

describe('templates of firmware', () => {
  it.each(ROWS)('%s: %s', (payload, template, text) => {
    const value = PAYLOADS[payload];
    expect(compile(template).render({ value, value_json: parseExactJson(value) })).toBe(text);
  });

  it('give the value as it is, and its text', () => {
    expect(compile('{{ value }}').render({ value: 'online' })).toBe('online');
    expect(compile('{{ value | trim | lower }}').render({ value: ' ON ' })).toBe('on');
    expect(compile('{% set value = value | int(0) + 1 %}{{ value }}').render({ value: '41' })).toBe('42');
  });

  it('write commands: colors, JSON for calls of a remote procedure', () => {
    const variables = { value: 'on', red: 255, green: 128, blue: 0, brightness: 64, position: 30 };
    const rows: readonly (readonly [string, string])[] = [
      ["{{ '%02x%02x%02x' | format(red, green, blue) }}", 'ff8000'],
      ['{{ red }},{{ green }},{{ blue }}', '255,128,0'],
      [
        '{"id":1,"src":"us","method":"Switch.Set","params":{"id":0,"on":{{ (value == "on") | tojson }}}}',
        '{"id":1,"src":"us","method":"Switch.Set","params":{"id":0,"on":true}}',
      ],
      ['{{ (brightness / 255 * 100) | round(0) | int }}', '25'],
      ['{ "position": {{ 100 - position }} }', '{ "position": 70 }'],
    ];
    for (const [template, text] of rows) expect(compile(template).render(variables)).toBe(text);
  });
});

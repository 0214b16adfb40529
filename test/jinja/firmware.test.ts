import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../../src/core/json.ts';
import { compile } from '../../src/jinja/template.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

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
const ROWS = cases<readonly Row[]>('templates');

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
    const rows = cases<readonly (readonly [string, string])[]>('commands');
    for (const [template, text] of rows) expect(compile(template).render(variables)).toBe(text);
  });
});

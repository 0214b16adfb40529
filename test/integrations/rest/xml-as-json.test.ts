import { expect, it } from 'vitest';
import { xmlAsJson } from '../../../src/integrations/rest/xml-as-json.ts';

it.each([
  ['<a/>', '{"a":null}'],
  ['<?xml version="1.0"?><!DOCTYPE a><!-- c --><a>\n <b> x </b>\n</a>', '{"a":{"b":"x"}}'],
  ['<a><b>1</b><b/><b>2</b></a>', '{"a":{"b":["1",null,"2"]}}'],
  ['<a x="1" y=\'&lt;\'>t&#33;&#x3f;</a>', '{"a":{"@x":"1","@y":"<","#text":"t!?"}}'],
  ['<n:a xmlns:n="u"><![CDATA[<&>]]></n:a>', '{"n:a":{"@xmlns:n":"u","#text":"<&>"}}'],
  ['<a><__proto__>1</__proto__></a>', '{"a":{"__proto__":"1"}}'],
])('%s becomes %s', (source, json) => {
  expect(JSON.stringify(xmlAsJson(source))).toBe(json);
});

it.each([
  '',
  'text',
  '<a>',
  '<a></b>',
  '<a/><b/>',
  '<a>&nope;</a>',
  '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
  '<a b=c/>',
  '<'.repeat(1000),
  '<a>'.repeat(100),
])('refuses %j', (source) => {
  expect(() => xmlAsJson(source)).toThrow();
});

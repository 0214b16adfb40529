import { expect, it } from 'vitest';
import { englishText } from '../../../src/core/messages.ts';
import { readCommand } from '../../../src/integrations/command-line/command-words.ts';

const wordsOf = (source: string) => {
  const line = readCommand(source);
  if ('problem' in line) return englishText(line.problem);
  return [line.program, ...line.words.map(({ template }) => template)];
};

it.each([
  ['echo', ['echo']],
  ['  echo  a\tb \n', ['echo', 'a', 'b']],
  [`echo 'a b' "c d" e\\ f ''`, ['echo', 'a b', 'c d', 'e f', '']],
  [`echo "a \\"b\\" \\x" '\\'`, ['echo', 'a "b" \\x', '\\']],
  ["echo {{ a | b }} x{{ '; rm -rf /' }}y", ['echo', '{{ a | b }}', "x{{ '; rm -rf /' }}y"]],
  ['echo "{{ a }} {{ b }}"', ['echo', '{{ a }} {{ b }}']],
  ['echo {%if x%}1{%else%}2{%endif%} {# $HOME #}', ['echo', '{%if x%}1{%else%}2{%endif%}', '{# $HOME #}']],
  ["curl 'http://x/?a=1&b=*' a#b c~", ['curl', 'http://x/?a=1&b=*', 'a#b', 'c~']],
  ['echo $ 5$', ['echo', '$', '5$']],
])('%j is split into %j', (source, words) => {
  expect(wordsOf(source)).toEqual(words);
});

it.each([
  ['a | b', '| needs a shell'],
  ['a; b', '; needs a shell'],
  ['a && b', '& needs a shell'],
  ['a > b', '> needs a shell'],
  ['a $HOME', '$ needs a shell'],
  ['a "$(id)"', '$ needs a shell'],
  ['a "`id`"', '` needs a shell'],
  ['a *.txt', '* needs a shell'],
  ['a ~/b', '~ needs a shell'],
  ['a # b', '# needs a shell'],
  ['a\nb', '\\n needs a shell'],
  ["a 'b", 'a quote is not closed'],
  ['a {{ b', 'is not closed'],
  ['a {% if x %} b {% endif %}', 'is no template of its own'],
  ['{{ a }} b', 'the program cannot be a template'],
  ['', 'it names no program'],
])('%j is refused: %s', (source, problem) => {
  expect(wordsOf(source)).toContain(problem);
});

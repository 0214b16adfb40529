import { expect, test } from 'vitest';
import { yamlTools } from '../../web/parts/form/yaml-text.ts';

test('a text is read as the server reads it, times stay text', async () => {
  const { read } = await yamlTools();
  expect(read('at: 07:30\non: yes\nlist:\n- 1\n')).toEqual({
    value: { at: '07:30', on: true, list: [1] },
  });
  expect(read('? a\n: - x\n')).toEqual({ value: { a: ['x'] } });
});

test('unreadable text is reported with its line', async () => {
  const { read } = await yamlTools();
  expect(read('a: 1\nb: [\n')).toMatchObject({ line: expect.any(Number), problem: expect.any(String) });
  expect(read('k:\n  ? a\n  - x\nz: 1\n')).toEqual({
    line: 3,
    code: 'lost_list',
    problem: 'A list below an explicit key needs a : before it',
  });
});

test('recursive or too large anchors are problems', async () => {
  const { read } = await yamlTools();
  expect(read('a: &a [*a]\n')).toMatchObject({ code: 'endless' });
  const [first, ...more] = 'bcdef';
  const bomb = more.map((name, at) => `${name}: &${name} [${`*${[first, ...more][at]},`.repeat(9)}]\n`);
  expect(read(`${first}: &${first} [x]\n${bomb.join('')}`)).toMatchObject({ code: 'endless' });
  expect(read('a: &a [1]\nb: *a\n')).toEqual({ value: { a: [1], b: [1] } });
});

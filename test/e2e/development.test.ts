import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { develop } from '../../scripts/dev.js';
import { smallCheckout } from '../support/small-checkout.ts';
import { until } from '../support/until.ts';

/** A server that notes in a file when it starts and ends. */
const server = (version: string): string => `import { appendFileSync } from 'node:fs';

export function run(args: readonly string[]): void {
  appendFileSync('seen', '${version} ' + args.join(' ') + '\\n');
  process.on('SIGTERM', () => {
    appendFileSync('seen', 'end ${version}\\n');
    process.exit();
  });
  setInterval(() => {}, 1000);
}
`;

test('a change of the sources is built and served; a build that fails leaves the server as it was', async () => {
  const root = smallCheckout();
  const main = join(root, 'src', 'main.ts');
  const seen = () => readFileSync(join(root, 'seen'), { encoding: 'utf8', flag: 'a+' });
  const said: string[] = [];
  writeFileSync(main, server('one'));
  const stop = await develop({ root, args: ['--demo'], say: (text: string) => void said.push(text) });
  onTestFinished(stop);
  await until(() => seen() === 'one start --demo\n', 'the server runs');
  writeFileSync(main, 'export const run = ;\n');
  await until(() => said.length > 1, 'the failure is reported');
  expect(said).toEqual(['running', expect.stringMatching('tsc')]);
  writeFileSync(main, server('two'));
  await until(() => seen() === 'one start --demo\nend one\ntwo start --demo\n', 'the change is served');
  expect(said.slice(2)).toEqual(['built', 'running']);
}, 60_000);

// Replaces a file over and over until it is killed: endless-writer.js <path>
import { readFileSync } from 'node:fs';
import { replaceFile } from '../../dist/storage/atomic-file.js';

const [path] = process.argv.slice(2);
let now = readFileSync(path, 'utf8');
process.stdout.write('writing\n');
for (let i = Number(/^\d+/.exec(now)?.[0] ?? 0) + 1; ; i += 1) {
  const next = `${`${i}\n`.repeat(20_000)}end\n`;
  if (!(await replaceFile(path, now, next))) throw new Error('somebody else wrote');
  now = next;
}

// `npm run test:node22`, `npm run test:node24`: runs `npm test` with that Node release.
import { installNode, withNode } from './node-releases.js';
import { run } from './suite.js';

const [major = '24', ...more] = process.argv.slice(2);
const node = installNode(major);
process.exitCode = await run(node, ['scripts/test.js', ...more], withNode(node));

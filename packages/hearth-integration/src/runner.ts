import { Socket } from 'node:net';
import type { Runnable } from './definition.ts';

/** Runs the main module of an integration: its address and domain are the arguments, pipe 3 leads to the hub. */
const [, , main = '', domain = ''] = process.argv;
process.title = `hearth: ${domain}`;
const { default: runnable }: { readonly default?: Runnable } = await import(main);
if (typeof runnable?.run !== 'function')
  throw new Error('The main module must have `export default integration({ … })`');
// What the start and the setup of entries leave behind would stay in memory while the integration is idle. Compiled code
// that is not used is dropped by the second collection.
for (const after of [1_000, 1_500, 6_000, 60_000]) setTimeout(() => globalThis.gc?.(), after).unref();
runnable.run(new Socket({ fd: 3, readable: true, writable: true }));

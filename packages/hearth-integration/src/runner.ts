import { Socket } from 'node:net';
import type { Runnable } from './definition.ts';

/** Runs the main module of an integration: its address and domain are the arguments, pipe 3 leads to the hub. */
const [, , main = '', domain = ''] = process.argv;
process.title = `hearth: ${domain}`;
const { default: runnable }: { readonly default?: Runnable } = await import(main);
if (typeof runnable?.run !== 'function')
  throw new Error('The main module must have `export default integration({ … })`');
// What the start leaves behind would stay in memory while the integration is idle.
setTimeout(() => globalThis.gc?.(), 1000).unref();
runnable.run(new Socket({ fd: 3, readable: true, writable: true }));

import { z } from 'zod';
import type { Undo } from '../../../core/clock.ts';
import { fault } from '../../../core/errors.ts';
import { mapValues } from '../../../core/map-values.ts';
import { AnyObject, keyed, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';
import { withErrorKeys } from '../error-keys.ts';

type Shown = Readonly<Record<string, unknown>>;

interface RunKey {
  readonly domain: string;
  readonly item_id: string;
  readonly run_id: string;
}

interface Breakpoint extends RunKey {
  readonly node: string;
}

/** The dependencies of these commands. */
export interface TraceCommandParts {
  readonly traces: {
    list(domain: string, itemId?: string): Promise<readonly Shown[]>;
    get(domain: string, itemId: string, runId: string): Promise<Shown | undefined>;
    contexts(domain?: string, itemId?: string): Promise<ReadonlyMap<string, unknown>>;
  };
  /** The items whose last run failed. */
  readonly failures: {
    list(): readonly Shown[];
    subscribe(listener: (change: { readonly type: string; readonly run: Shown }) => void): Undo;
  };
  readonly breakpoints: {
    list(): readonly Breakpoint[];
    set(point: Breakpoint): void;
    clear(point: Breakpoint): void;
    subscribe(listener: (halt: Breakpoint) => void): Undo;
    goOn(run: RunKey): void;
    step(run: RunKey): void;
  };
  /** Ends a run. */
  cancel(runId: string): void;
}

const domain = z.enum(['automation', 'script']);
const run = { domain, item_id: z.string(), run_id: z.string() };
const point = { domain, item_id: z.string(), node: z.string(), run_id: z.string().default('*') };

/** The traces of automations and scripts, and breakpoints. */
export function traceCommands({ traces, failures, breakpoints, cancel }: TraceCommandParts): Command[] {
  const toPoint = ({ domain: name, item_id, node, run_id }: Breakpoint): Breakpoint => ({
    domain: name,
    item_id,
    node,
    run_id,
  });
  const control = (verb: string, summary: string, act: (key: RunKey) => void): Command =>
    defineCommand({
      type: `trace/debug/${verb}`,
      permission: 'admin',
      summary,
      result: Nothing,
      fields: run,
      handle: ({ message }) => act(message),
    });
  return [
    defineCommand({
      type: 'trace/list',
      permission: 'admin',
      summary: 'Summaries of the last runs of automations or scripts',
      result: z.array(object({ run_id: z.string(), domain: z.string(), item_id: z.string() })),
      fields: { domain, item_id: z.string().optional() },
      handle: async ({ message, connection }) => {
        const found = await traces.list(message.domain, message.item_id);
        return found.map((trace) => withErrorKeys(connection, trace));
      },
    }),
    defineCommand({
      type: 'trace/get',
      permission: 'admin',
      summary: 'One run with all its steps',
      result: object({ run_id: z.string(), trace: keyed(z.array(AnyObject)) }),
      fields: run,
      handle: async ({ message, connection }) => {
        const trace = await traces.get(message.domain, message.item_id, message.run_id);
        if (trace === undefined) throw fault('not_found', 'trace_not_found');
        const steps = trace.trace as Readonly<Record<string, readonly object[]>>;
        return {
          ...withErrorKeys(connection, trace),
          trace: mapValues(steps, (list) => list.map((step) => withErrorKeys(connection, step))),
        };
      },
    }),
    defineCommand({
      type: 'trace/contexts',
      permission: 'admin',
      summary: 'The runs by context ID',
      result: keyed(object({ run_id: z.string(), domain: z.string(), item_id: z.string() })),
      fields: { domain: domain.optional(), item_id: z.string().optional() },
      handle: async ({ message }) =>
        Object.fromEntries(await traces.contexts(message.domain, message.item_id)),
    }),
    defineSubscription({
      type: 'hearth/failures/subscribe',
      permission: 'admin',
      summary: 'The automations and scripts whose last run failed, then each change',
      event: object({ type: z.enum(['current', 'added', 'removed']), runs: z.array(AnyObject) }),
      fields: {},
      subscribe: ({ connection }, feed) => {
        const send = (type: string, runs: readonly Shown[]): void =>
          feed.event(JSON.stringify({ type, runs: runs.map((run) => withErrorKeys(connection, run)) }));
        send('current', failures.list());
        return failures.subscribe(({ type, run }) => send(type, [run]));
      },
    }),
    defineCommand({
      type: 'trace/debug/breakpoint/set',
      permission: 'admin',
      summary: 'Sets a breakpoint at a step',
      result: Nothing,
      fields: point,
      handle: ({ message }) => breakpoints.set(toPoint(message)),
    }),
    defineCommand({
      type: 'trace/debug/breakpoint/clear',
      permission: 'admin',
      summary: 'Removes a breakpoint',
      result: Nothing,
      fields: point,
      handle: ({ message }) => breakpoints.clear(toPoint(message)),
    }),
    defineCommand({
      type: 'trace/debug/breakpoint/list',
      permission: 'admin',
      summary: 'The breakpoints',
      result: z.array(object({ node: z.string(), run_id: z.string() })),
      fields: {},
      handle: () => breakpoints.list(),
    }),
    defineSubscription({
      type: 'trace/debug/breakpoint/subscribe',
      permission: 'admin',
      summary: 'Notifies about runs that pause at a breakpoint',
      event: object({ node: z.string(), run_id: z.string() }),
      fields: {},
      subscribe: (_call, feed) => breakpoints.subscribe((halt) => feed.event(JSON.stringify(halt))),
    }),
    control('continue', 'Continues a paused run', (key) => breakpoints.goOn(key)),
    control('step', 'Continues a paused run up to its next step', (key) => breakpoints.step(key)),
    control('stop', 'Stops a run', ({ run_id: id }) => cancel(id)),
  ];
}

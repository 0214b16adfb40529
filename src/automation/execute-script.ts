import type { Access } from '../core/access.ts';
import { type Context, ulid } from '../core/context.ts';
import { HubError } from '../core/errors.ts';
import type { Variables } from '../jinja/template.ts';
import { parseActions } from './actions/index.ts';
import { helpFor } from './automation-config.ts';
import { jsonValue } from './json-value.ts';
import { Mentions } from './mentions.ts';
import { Run } from './run.ts';
import type { RunsParts } from './runner.ts';
import { noNames, Scope } from './scope.ts';
import { Trace } from './trace.ts';

/** Actions to be run once, by whom. */
export interface ScriptRequest {
  readonly sequence: unknown;
  readonly variables: Variables;
  readonly context: Context;
  readonly access: Access;
}

/** Runs actions that nobody keeps, and gives what they answer. Throws `ConfigProblem`, and what fails in them. */
export async function executeScript(request: ScriptRequest, parts: RunsParts): Promise<unknown> {
  const { setting, running } = parts;
  const { sequence, variables, context, access } = request;
  const help = helpFor(new Mentions(), (text) => setting.rendering.check(text));
  const block = parseActions(sequence, ['sequence'], help);
  const { clock, log } = setting;
  const trace = new Trace({
    ...{ runId: ulid(clock.now()), domain: 'script', itemId: null, context, clock },
    ...{ config: () => null, blueprintInputs: null },
  });
  const run = new Run({
    ...{
      id: trace.facts.runId,
      setting: { ...setting, mayRead: access.mayRead },
      log,
      access,
      context,
      trace,
    },
    ...{ block, cursor: { at: 0, step: null }, path: 'sequence', parent: null, resumed: null },
    ...{ results: parts.resumed, breakpoints: parts.breakpoints, causes: parts.causes },
    scope: Scope.of(Object.assign(noNames(), variables, { context })),
    listener: { changed: () => {}, keep: async () => {}, over: () => running.delete(context.id) },
  });
  running.set(context.id, run);
  const answer = jsonValue((await run.begin(null)) ?? null, true);
  if (answer === null || (typeof answer === 'object' && !Array.isArray(answer))) return answer;
  throw new HubError('home_assistant_error', 'The answer of the sequence is no object');
}

import type { Access } from '../../core/access.ts';
import { type Context, ulid } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import type { Variables } from '../../jinja/template.ts';
import { parseActions } from '../actions/index.ts';
import { contextFor } from '../config/automation-context.ts';
import { jsonValue } from '../config/json-value.ts';
import { Mentions } from '../config/mentions.ts';
import { noNames, Scope } from '../config/scope.ts';
import { MAX_TRIED, requireItemSize } from '../item-files/item-size.ts';
import { Run } from '../runs/run.ts';
import { callerOf, type RunsParts } from '../runs/runner.ts';
import { Trace } from '../runs/trace.ts';
import { helpFor } from './automation-config.ts';

/** On whose behalf actions run, and their variables. */
export interface LooseRequest {
  readonly variables: Variables;
  readonly context: Context;
  readonly access: Access;
}

/** Actions to run once. */
export interface ScriptRequest extends LooseRequest {
  readonly sequence: unknown;
}

/** The result of a run. */
export interface LooseResult {
  readonly answer: unknown;
  /** The variables at its end. */
  readonly variables: Variables;
}

/** Runs ad hoc actions and returns their response. Throws `ConfigProblem` and the errors of the actions. */
export async function executeScript(request: ScriptRequest, parts: RunsParts): Promise<unknown> {
  const { answer: given } = await prepareActions(request.sequence, parts)(request);
  const answer = jsonValue(given ?? null, true);
  if (answer === null || (typeof answer === 'object' && !Array.isArray(answer))) return answer;
  throw fault('home_assistant_error', 'sequence_answer_not_an_object');
}

/**
 * Parses actions that belong to no automation; the result runs them and throws their errors. Throws
 * `ConfigProblem`.
 */
export function prepareActions(
  sequence: unknown,
  parts: RunsParts,
): (request: LooseRequest) => Promise<LooseResult> {
  const { setting, running, calling, loops } = parts;
  const help = helpFor(new Mentions(), (text) => setting.rendering.check(text));
  requireItemSize(sequence, MAX_TRIED);
  const block = parseActions(sequence, ['sequence'], help);
  return async ({ variables, context, access }) => {
    const { clock, log } = setting;
    const trace = new Trace({
      runId: ulid(clock.now()),
      domain: 'script',
      itemId: null,
      context,
      clock,
      config: () => null,
      blueprintInputs: null,
    });
    const caller = callerOf(context, calling);
    const scope = Scope.of(Object.assign(noNames(), variables, { context }));
    const run = new Run({
      id: trace.facts.runId,
      setting: contextFor(setting, access),
      log,
      access,
      context,
      trace,
      block,
      cursor: { at: 0, step: null },
      path: 'sequence',
      parent: null,
      resumed: null,
      results: parts.resumed,
      breakpoints: parts.breakpoints,
      causes: parts.causes,
      calling,
      chain: caller?.parts.chain ?? loops.chainOf(context),
      scope,
      listener: { changed: () => {}, save: async () => {}, over: () => running.delete(trace.facts.runId) },
    });
    running.set(trace.facts.runId, run);
    const answer = await run.begin(null);
    return { answer, variables: scope.all };
  };
}

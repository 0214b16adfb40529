import type { Access } from '../core/access.ts';
import type { Undo } from '../core/clock.ts';
import type { CpuBudget } from '../core/cpu-budget.ts';
import { fault } from '../core/errors.ts';
import { exactJsonText } from '../core/exact-json-text.ts';
import { messageText } from '../core/messages.ts';
import { TemplateError } from '../jinja/template.ts';
import type { Value } from '../jinja/values/context.ts';
import { TemplateFailure } from '../jinja/values/failure.ts';
import { LIMITS } from '../jinja/values/limits.ts';
import { toPlain } from '../jinja/values/plain.ts';
import { equals } from '../jinja/values/values.ts';
import { TemplateHost } from './host.ts';
import { Reads } from './reads.ts';
import type { TemplateService } from './template-service.ts';

/** A template to render, and its caller. */
export interface TemplateRequest {
  readonly template: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The template sees what this caller may read, and spends its CPU budget. */
  readonly access: Access;
  readonly strict: boolean;
  /** Seconds allowed for the first render, up to the limit of all renders. */
  readonly timeout?: number | undefined;
}

/** A warning or error of a template, for its author. */
export interface Problem {
  readonly error: string;
  readonly level: 'WARNING' | 'ERROR';
}

/** One render for a subscriber: JSON of `{result, listeners}`, undefined if it failed or is unchanged. */
export interface TemplateUpdate {
  readonly problems: readonly Problem[];
  readonly event: string | undefined;
}

interface Rendered {
  readonly reads: Reads;
  readonly problems: readonly Problem[];
  readonly value: Value;
  readonly failed: boolean;
  /** Whether it took too long. */
  readonly timedOut: boolean;
}

/** The longest render, in seconds. */
const MAX_SECONDS = LIMITS.milliseconds / 1000;
const MAX_PROBLEMS = 20;
const NO_JSON = messageText('invalid_json_in_response');

/** Renders callers' templates with access to the home. */
export class TemplateEngine {
  private readonly service: TemplateService;
  private readonly cpuBudget: CpuBudget;

  constructor(service: TemplateService, cpuBudget: CpuBudget) {
    this.service = service;
    this.cpuBudget = cpuBudget;
  }

  /**
   * The output of a template. Throws `template_error`, and `too_many_requests` when the caller's CPU budget
   * is used up.
   */
  render({ template, variables, access, strict }: TemplateRequest): string {
    return this.cpuBudget.spend(access, () => {
      const host = new TemplateHost(this.service.home, access.mayRead);
      return this.service.render(template, variables, { host, strict });
    });
  }

  /**
   * Renders now and whenever what was read changes; `listener` is called with each render. Throws like `render`
   * if the first render fails.
   */
  follow(request: TemplateRequest, listener: (update: TemplateUpdate) => void): Undo {
    let last: { readonly value: Value } | undefined;
    let isFirst = true;
    let known = new Reads();
    const refresh = (): { readonly reads: Reads; readonly failed: boolean; readonly timedOut: boolean } => {
      if (!isFirst && this.cpuBudget.isUsedUp(request.access))
        return { reads: known, failed: true, timedOut: true };
      const rendered = this.cpuBudget.spend(request.access, () => this.renderTracked(request, isFirst));
      const { reads, problems, value, failed, timedOut } = rendered;
      known = reads;
      const hasChanged = !failed && !(last !== undefined && equals(last.value, value));
      last = failed ? undefined : { value };
      const event = hasChanged ? eventOf(value, reads) : undefined;
      if (event === undefined && hasChanged) {
        if (isFirst) throw fault('unknown_error', 'invalid_json_in_response');
        listener({ problems: [...problems, { error: NO_JSON, level: 'ERROR' }], event });
      } else if (hasChanged || problems.length > 0) listener({ problems, event });
      isFirst = false;
      return { reads, failed, timedOut };
    };
    return this.service.follow({ refresh });
  }

  private renderTracked(request: TemplateRequest, isFirst: boolean): Rendered {
    const host = new TemplateHost(this.service.home, request.access.mayRead);
    const problems = new Map<string, Problem>();
    const note = (level: Problem['level'], error: string): void => {
      if (problems.size < MAX_PROBLEMS) problems.set(`${level} ${error}`, { error, level });
    };
    const seconds = Math.min((isFirst ? request.timeout : undefined) ?? MAX_SECONDS, MAX_SECONDS);
    const done = (value: Value, failure?: TemplateError): Rendered => ({
      reads: host.reads,
      problems: [...problems.values()],
      value,
      failed: failure !== undefined,
      timedOut: failure?.kind === 'TimeoutError',
    });
    try {
      const expired = this.service.deadline(seconds * 1000);
      const template = this.service.compile(request.template, expired);
      if (template.isStatic) return done(template.render());
      const { strict, variables } = request;
      return done(template.renderNative(variables, { host, strict, expired, warn: note }));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      if (isFirst && request.timeout !== undefined && error.kind === 'TimeoutError')
        throw fault('template_error', 'template_timeout', { seconds });
      note('ERROR', error.message);
      return done(undefined, error);
    }
  }
}

/** `undefined` for values without a JSON form. */
function eventOf(value: Value, reads: Reads): string | undefined {
  try {
    return `{"result":${exactJsonText(toPlain(value))},"listeners":${JSON.stringify(reads.listeners())}}`;
  } catch (error) {
    if (error instanceof TemplateFailure) return undefined;
    throw error;
  }
}

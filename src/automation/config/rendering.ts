import type { Access } from '../../core/access.ts';
import type { StateChange } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import type { State } from '../../core/state.ts';
import { TemplateError, type Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { isDict } from '../../jinja/values/values.ts';
import { TemplateHost } from '../../templates/host.ts';
import { NoReads, type Reads } from '../../templates/reads.ts';
import { PastState } from '../../templates/state-value.ts';
import type { TemplateService } from '../../templates/template-service.ts';

/** A render of a followed template. */
export interface Followed {
  readonly value: Value;
  readonly error: TemplateError | undefined;
  /** The change that caused it; undefined for the first render and for those caused by the time. */
  readonly change: StateChange | undefined;
}

type Warn = (text: string) => void;

/** Templates as automations use them. Errors are `TemplateError`. */
export class Rendering {
  private readonly templates: TemplateService;

  constructor(templates: TemplateService) {
    this.templates = templates;
  }

  /** Throws for an invalid template. */
  check(text: string): void {
    this.templates.compile(text);
  }

  /** The output of a template. */
  text(template: string, variables: Variables, mayRead: Access['mayRead'] = null): string {
    return this.textWarned(template, variables, { mayRead });
  }

  /** Like `text`; `warn` is called with undefined names, `reads` collects what was read. */
  textWarned(
    template: string,
    variables: Variables,
    {
      mayRead,
      warn,
      reads,
    }: {
      readonly mayRead: Access['mayRead'];
      readonly warn?: Warn | undefined;
      readonly reads?: Reads | undefined;
    },
  ): string {
    return this.templates.render(template, variables, {
      host: new TemplateHost(this.templates.home, mayRead, reads ?? new NoReads()),
      ...(warn === undefined ? {} : { warn: (_level, text) => warn(text) }),
    });
  }

  /** The rendered template, parsed as a value; `warn` as above. */
  value(
    template: string,
    variables: Variables,
    mayRead: Access['mayRead'] = null,
    warn?: (text: string) => void,
  ): Value {
    return this.templates.renderNative(template, variables, {
      host: new TemplateHost(this.templates.home, mayRead, new NoReads()),
      ...(warn === undefined ? {} : { warn: (_level, text) => warn(text) }),
    });
  }

  /** The same without access to the home, as in `trigger_variables`. */
  limited(template: string, variables: Variables): Value {
    return this.templates.renderNative(template, variables);
  }

  /** Renders each template in a configuration tree; `how` renders one, by default with access to the home. */
  tree(config: unknown, variables: Variables, how?: (template: string) => Value): Value {
    const render = how ?? ((template: string) => this.value(template, variables));
    const walk = (one: unknown): Value => {
      if (typeof one === 'string') return isTemplate(one) ? render(one) : one;
      if (Array.isArray(one)) return one.map(walk);
      if (!isDict(one) || one === null) return one;
      const result: Record<string, Value> = Object.create(null);
      for (const [key, item] of Object.entries(one)) {
        result[isTemplate(key) ? String(render(key)) : key] = walk(item);
      }
      return result;
    };
    return walk(config);
  }

  /** A state as templates see it; null remains null. */
  stateValue(state: State | null): Value {
    return state === null ? null : new PastState(state, this.templates.quiet);
  }

  /**
   * Renders now and whenever what was read changes, until undone; `listener` is called with each result,
   * including the first.
   */
  follow(
    template: string,
    variables: Variables,
    listener: (followed: Followed) => void,
    mayRead: Access['mayRead'] = null,
  ): Undo {
    const compiled = this.templates.compile(template);
    return this.templates.follow({
      refresh: (change) => {
        const host = new TemplateHost(this.templates.home, mayRead);
        const { value, error } = attempt(() =>
          compiled.renderNative(variables, { host, expired: this.templates.deadline() }),
        );
        listener({ value, error, change });
        return { reads: host.reads, failed: error !== undefined, timedOut: error?.kind === 'TimeoutError' };
      },
    });
  }
}

/** Whether a text contains `{{`, `{%` or `{#`; other texts are used unchanged. */
export function isTemplate(text: string): boolean {
  return /\{[{%#]/.test(text);
}

function attempt(render: () => Value): { readonly value: Value; readonly error: TemplateError | undefined } {
  try {
    return { value: render(), error: undefined };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { value: undefined, error };
  }
}

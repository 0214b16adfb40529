import type { Access } from '../../core/access.ts';
import type { Bus, StateChange } from '../../core/bus.ts';
import type { Clock, Undo } from '../../core/clock.ts';
import type { State } from '../../core/state.ts';
import { compile, TemplateError, type Variables } from '../../jinja/template.ts';
import type { Environment, Value } from '../../jinja/values/context.ts';
import { isDict } from '../../jinja/values/values.ts';
import { type TemplateHome, TemplateHost } from '../../templates/host.ts';
import { homeLanguage, quietHost } from '../../templates/language.ts';
import { NoReads, type Reads } from '../../templates/reads.ts';
import { renderDeadline } from '../../templates/render-deadline.ts';
import { PastState } from '../../templates/state-value.ts';
import { Tracker } from '../../templates/tracker.ts';

/** A render of a followed template. */
export interface Followed {
  readonly value: Value;
  readonly error: TemplateError | undefined;
  /** The change that led to it; undefined for the first render and for time. */
  readonly change: StateChange | undefined;
}

type Warn = (text: string) => void;

interface RenderingParts {
  readonly home: TemplateHome;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly load: (name: string) => string | undefined;
}

/** Renders the templates of automations. Errors are `TemplateError`. */
export class Rendering {
  private readonly home: TemplateHome;
  private readonly clock: Clock;
  private readonly environment: Environment;
  private readonly tracker: Tracker;
  private readonly quiet: TemplateHost;

  constructor(parts: RenderingParts) {
    this.home = parts.home;
    this.clock = parts.clock;
    this.environment = homeLanguage({ timeZone: () => parts.home.home.facts.time_zone, load: parts.load });
    this.tracker = new Tracker(parts.bus, parts.clock);
    this.quiet = quietHost(parts.home);
  }

  /** Throws for an invalid template. */
  check(text: string): void {
    compile(text, this.environment, renderDeadline(this.clock));
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
    const expired = renderDeadline(this.clock);
    return compile(template, this.environment, expired).render(variables, {
      host: new TemplateHost(this.home, mayRead, reads ?? new NoReads()),
      expired,
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
    const expired = renderDeadline(this.clock);
    return compile(template, this.environment, expired).renderNative(variables, {
      host: new TemplateHost(this.home, mayRead, new NoReads()),
      expired,
      ...(warn === undefined ? {} : { warn: (_level, text) => warn(text) }),
    });
  }

  /** The same without access to the home, as in `trigger_variables`. */
  limited(template: string, variables: Variables): Value {
    const expired = renderDeadline(this.clock);
    return compile(template, this.environment, expired).renderNative(variables, { expired });
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
    return state === null ? null : new PastState(state, this.quiet);
  }

  /**
   * Renders now and whenever what was read changes, until undone; `hear` is called with each result,
   * including the first.
   */
  follow(
    template: string,
    variables: Variables,
    hear: (followed: Followed) => void,
    mayRead: Access['mayRead'] = null,
  ): Undo {
    const compiled = compile(template, this.environment, renderDeadline(this.clock));
    return this.tracker.follow({
      refresh: (change) => {
        const host = new TemplateHost(this.home, mayRead);
        const { value, error } = attempt(() =>
          compiled.renderNative(variables, { host, expired: renderDeadline(this.clock) }),
        );
        hear({ value, error, change });
        return { reads: host.reads, failed: error !== undefined, tired: error?.kind === 'TimeoutError' };
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

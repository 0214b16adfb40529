import type { Bus } from '../core/bus.ts';
import type { Clock, Undo } from '../core/clock.ts';
import { compile, type Template, type Variables } from '../jinja/template.ts';
import type { Environment, Expired, RenderOptions, Value } from '../jinja/values/context.ts';
import type { TemplateHome, TemplateHost } from './host.ts';
import { homeLanguage, quietHost } from './language.ts';
import { renderDeadline } from './render-deadline.ts';
import { type Follower, Tracker } from './tracker.ts';

/**
 * All templates of a server: one language with one cache of what is compiled, and one tracker of what was
 * read. Errors are `TemplateError`.
 */
export class TemplateService {
  readonly home: TemplateHome;
  readonly environment: Environment;
  /** The host of renders that are not repeated. */
  readonly quiet: TemplateHost;
  private readonly clock: Clock;
  private readonly tracker: Tracker;

  constructor(parts: {
    readonly home: TemplateHome;
    readonly bus: Bus;
    readonly clock: Clock;
    /** The text of a custom template; undefined where there is none of the name. */
    readonly load?: (name: string) => string | undefined;
  }) {
    this.home = parts.home;
    this.clock = parts.clock;
    this.quiet = quietHost(parts.home);
    const load = parts.load ?? (() => undefined);
    this.environment = homeLanguage({ timeZone: () => parts.home.home.facts.time_zone, load });
    this.tracker = new Tracker(parts.bus, parts.clock);
  }

  /** The time limit of a render that begins now, at most this many milliseconds. */
  deadline(milliseconds?: number): Expired {
    return renderDeadline(this.clock, milliseconds);
  }

  /** Compiles a template, or takes it from the cache; throws where the text is none. */
  compile(text: string, expired = this.deadline()): Template {
    return compile(text, this.environment, expired);
  }

  /** The text of a template; without a host its functions of the home fail. */
  render(text: string, variables: Variables, options?: Omit<RenderOptions, 'expired'>): string {
    const expired = this.deadline();
    return compile(text, this.environment, expired).render(variables, { ...options, expired });
  }

  /** The result of a template as a value; without a host, as above. */
  renderNative(text: string, variables: Variables, options?: Omit<RenderOptions, 'expired'>): Value {
    const expired = this.deadline();
    return compile(text, this.environment, expired).renderNative(variables, { ...options, expired });
  }

  /**
   * Renders for the first time, whose failure is thrown, and from then on whenever what was read changes,
   * until undone.
   */
  follow(follower: Follower): Undo {
    return this.tracker.follow(follower);
  }
}

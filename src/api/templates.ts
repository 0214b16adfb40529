import type { Access } from '../core/access.ts';
import type { Undo } from '../core/clock.ts';

/** A template to render, and for whom. */
export interface TemplateRequest {
  readonly template: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What the template may see of the home. */
  readonly mayRead: Access['mayRead'];
  readonly strict: boolean;
  /** Seconds the first render may take. */
  readonly timeout?: number | undefined;
}

/** One render: what is wrong with it, and the JSON of its event where there is something new. */
export interface TemplateNews {
  readonly problems: readonly { readonly error: string; readonly level: 'WARNING' | 'ERROR' }[];
  readonly event: string | undefined;
}

/** Renders templates of callers. */
export interface Templates {
  /** Fails with `template_error`. */
  render(request: TemplateRequest): Promise<string>;
  /** Renders now, before it answers, and whenever what was read changes. Fails with `template_error` when the first render takes too long. */
  follow(request: TemplateRequest, hear: (news: TemplateNews) => void): Promise<Undo>;
}

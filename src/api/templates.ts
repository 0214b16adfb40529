import type { Access } from '../core/access.ts';
import type { Undo } from '../core/clock.ts';

/** A template to render, and for whom. */
export interface TemplateRequest {
  readonly template: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Whose template it is: it sees what they may read, and takes of their time. */
  readonly access: Access;
  readonly strict: boolean;
  /** Seconds the first render may take, as far as the server allows so many. */
  readonly timeout?: number | undefined;
}

/** One render: what is wrong with it, and the JSON of its event where there is something new. */
export interface TemplateNews {
  readonly problems: readonly { readonly error: string; readonly level: 'WARNING' | 'ERROR' }[];
  readonly event: string | undefined;
}

/**
 * Renders templates of callers: at once, so that it counts as work of the caller, except that the first calls wait until the code for
 * templates is loaded.
 */
export interface Templates {
  /** Fails with `template_error`. */
  render(request: TemplateRequest): string | Promise<string>;
  /**
   * Renders now, before it answers, and whenever what was read changes. Fails with `template_error` when the first render takes too long,
   * with `too_many_requests` when the caller's templates took too much time lately.
   */
  follow(request: TemplateRequest, hear: (news: TemplateNews) => void): Undo | Promise<Undo>;
}

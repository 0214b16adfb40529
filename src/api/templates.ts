import type { Access } from '../core/access.ts';
import type { Undo } from '../core/clock.ts';

/** A template to render, and its caller. */
export interface TemplateRequest {
  readonly template: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The caller, whose read permissions and CPU budget apply. */
  readonly access: Access;
  readonly strict: boolean;
  /** The timeout of the first render in seconds, within the server's limit. */
  readonly timeout?: number | undefined;
}

/** The result of one render: its problems, and the JSON of its event if the result is new. */
export interface TemplateUpdate {
  readonly problems: readonly { readonly error: string; readonly level: 'WARNING' | 'ERROR' }[];
  readonly event: string | undefined;
}

/**
 * Renders templates of callers synchronously, so that it is charged to the caller; only the first calls wait
 * for the template engine to load.
 */
export interface Templates {
  /** Throws `template_error`. */
  render(request: TemplateRequest): string | Promise<string>;
  /**
   * Renders now, before it returns, and whenever what was read changes. Throws `template_error` if the first
   * render takes too long, `too_many_requests` if the caller's budget is used up.
   */
  follow(request: TemplateRequest, listener: (update: TemplateUpdate) => void): Undo | Promise<Undo>;
}

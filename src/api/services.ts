import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { State } from '../core/state.ts';

/** One call of a service, as it came in. */
export interface ServiceRequest {
  readonly domain: string;
  readonly service: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Keys of the target, where the caller sends them apart; they win over the same keys in `data`. */
  readonly target?: unknown;
  readonly returnResponse: boolean;
  /** Asking a service without an answer for one gives null instead of an error: so over the WebSocket [§4.2], not over REST. */
  readonly lenientResponse: boolean;
  readonly access: Access;
  readonly context: Context;
}

/** What came of a call: the answer (null where there is none) and the states it changed, in their order. */
export interface ServiceOutcome {
  readonly context: Context;
  readonly response: unknown;
  readonly changed: readonly State[];
}

/** What the interface needs of the service engine. */
export interface Services {
  call(request: ServiceRequest): Promise<ServiceOutcome>;
  /** All services the caller knows of, by domain with their fields, as JSON text; the same text as long as nothing changed. */
  descriptionsJson(access: Pick<Access, 'mayRead'>): string;
}

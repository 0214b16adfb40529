import type { Access } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import type { State } from '../../core/state.ts';
import type { Constraints, NoTarget, Targets } from '../targets.ts';

/** A slot of an intent. */
export interface IntentSlot {
  readonly value: unknown;
  /** As it was said. */
  readonly text: string;
}

/** What somebody wants, and who it is. */
export interface Request {
  readonly intent: string;
  readonly slots: ReadonlyMap<string, IntentSlot>;
  readonly access: Access;
  readonly context: Context;
  /** The area of the device that listens. */
  readonly preferredArea?: string | undefined;
}

/** Something that was acted on. */
export interface ResultTarget {
  readonly name: string;
  readonly type: 'area' | 'floor' | 'entity';
  readonly id: string;
}

/** What an intent did or found. */
export interface Outcome {
  readonly isAnswer?: boolean;
  readonly success?: readonly ResultTarget[];
  readonly failed?: readonly ResultTarget[];
  /** The states that match, which responses describe. */
  readonly matched?: readonly State[];
  readonly unmatched?: readonly State[];
  readonly speechSlots?: Readonly<Record<string, unknown>>;
  /** Said in place of the response of the sentence. */
  readonly speech?: string;
  /** A lock or alarm that wants its code first. */
  readonly needsCode?: CodeRequest;
}

/** A call that is made once its code is known. */
export interface CodeRequest {
  readonly domain: string;
  readonly service: string;
  readonly state: State;
}

/** What handlers of intents may do. */
export interface IntentTools {
  find(constraints: Constraints): Targets;
  /** Calls a service for one entity with the permissions of the speaker. */
  call(domain: string, service: string, data: Readonly<Record<string, unknown>>): Promise<unknown>;
  has(domain: string, service: string): boolean;
  /** The state now. */
  current(state: State): State;
  /** The present local time as a template value. */
  now(): unknown;
}

/** Carries out an intent. Throws `IntentFailure` or `NoTargetFailure`. */
export type IntentHandler = (request: Request, tools: IntentTools) => Promise<Outcome> | Outcome;

/** An intent that was understood but not carried out; `response` is a key of the error responses. */
export class IntentFailure extends Error {
  readonly response: string;

  constructor(message: string, response = 'handle_error') {
    super(message);
    this.response = response;
  }
}

/** Nothing matches the constraints. */
export class NoTargetFailure extends Error {
  readonly constraints: Constraints;
  readonly reason: NoTarget;

  constructor(constraints: Constraints, reason: NoTarget) {
    super(`No target: ${reason}`);
    this.constraints = constraints;
    this.reason = reason;
  }
}

/** The value of a slot as text; undefined if it is missing. */
export function slotText({ slots }: Request, name: string): string | undefined {
  const value = slots.get(name)?.value;
  return value === undefined || value === null ? undefined : String(value);
}

/** The value of a slot as a number. Throws `IntentFailure` if it is none. */
export function slotNumber(request: Request, name: string): number {
  const value = Number(slotText(request, name));
  if (!Number.isFinite(value)) throw new IntentFailure(`The slot ${name} is no number`);
  return value;
}

/** The constraints that the usual slots describe. */
export function constraintsOf(request: Request, others: Constraints = {}): Constraints {
  const { slots, preferredArea } = request;
  const list = (name: string): readonly string[] | undefined => {
    const value = slots.get(name)?.value;
    return value === undefined ? undefined : [value].flat().map(String);
  };
  const name = slotText(request, 'name');
  return {
    ...others,
    name: name === 'all' ? undefined : name,
    area: slotText(request, 'area'),
    floor: slotText(request, 'floor'),
    domains: list('domain') ?? others.domains,
    deviceClasses: list('device_class') ?? others.deviceClasses,
    preferredArea,
  };
}

/** Like `find`. Throws `NoTargetFailure` if nothing is meant. */
export function findOrFail(tools: IntentTools, constraints: Constraints): Targets {
  const targets = tools.find(constraints);
  if (targets.reason !== undefined) throw new NoTargetFailure(constraints, targets.reason);
  return targets;
}

/** A state as the target of a result. */
export function targetOf({ entity_id: id, attributes: { friendly_name } }: State): ResultTarget {
  return { name: typeof friendly_name === 'string' ? friendly_name : id, type: 'entity', id };
}

/** The areas or floors of targets, as results. */
export function placesOf({ areas, floors }: Targets): ResultTarget[] {
  if (floors.length > 0) return floors.map(({ id, name }) => ({ name, type: 'floor', id }));
  return areas.map(({ id, name }) => ({ name, type: 'area', id }));
}

import type { Access } from '../core/access.ts';
import { type Cause, changeCause } from '../core/cause-notes.ts';
import { isoTime } from '../core/clock.ts';
import { isObject } from '../core/coerce.ts';
import { fault } from '../core/errors.ts';
import type { StateMachine } from '../core/state-machine.ts';
import { accessToPresent, visibleAction, visibleDetail } from '../entities/visibility/visible-cause.ts';
import type { Causes } from './causes.ts';

/** One link of a cause chain: what happened, when, and in which context. */
export type CauseLink = Readonly<Record<string, unknown>> & { readonly kind: string; readonly time: string };

/** What led to a state, from the state back to its origin. */
export interface CauseChain {
  readonly entity_id: string;
  readonly state: string;
  readonly time: string;
  readonly chain: readonly CauseLink[];
}

/** The dependencies of `causeChain`. */
export interface CauseChainParts {
  readonly causes: Pick<Causes, 'of' | 'changeOf'>;
  readonly states: Pick<StateMachine, 'get'>;
  /** The display names of users and tokens; undefined for deleted ones. */
  readonly userName: (id: string) => string | undefined;
  readonly tokenName: (id: string) => string | undefined;
}

const MAX_LINKS = 50;
/** Internal details of runs, which are not part of answers. */
const INTERNAL: ReadonlySet<string> = new Set(['user_id', 'cause_user_id', 'caller', 'change', 'item_id']);

/** Traces what led to an entity's state, now or at a time. Throws `not_found` if nothing is recorded. */
export async function causeChain(
  parts: CauseChainParts,
  {
    entityId,
    time,
    access: caller,
  }: { readonly entityId: string; readonly time?: number | undefined; readonly access: Access },
): Promise<CauseChain> {
  const access = accessToPresent(caller, parts.states);
  const change = access.may('read', entityId) ? await changeAt(parts, entityId, time) : undefined;
  if (change === undefined) throw fault('not_found', 'no_change_at_that_time', { entity_id: entityId });
  const links: CauseLink[] = [];
  const seen = new Set<string>();
  let next: Next | undefined = { context: change.context, change, effect: change };
  while (next !== undefined && !seen.has(next.context) && links.length < MAX_LINKS) {
    seen.add(next.context);
    next = await linkOn(parts, next, { links, access });
  }
  const { at, detail } = change;
  return { entity_id: entityId, state: String(detail.state), time: isoTime(at), chain: links };
}

/** The change that produced the state at that time. */
async function changeAt(
  { causes, states }: CauseChainParts,
  entityId: string,
  time: number | undefined,
): Promise<Cause | undefined> {
  const state = states.get(entityId);
  const isNow = state !== undefined && (time === undefined || time >= state.last_changed);
  if (isNow && state.last_updated === state.last_changed) return changeCause(state);
  const saved = await causes.changeOf(
    entityId,
    isNow ? state.last_changed : (time ?? Number.MAX_SAFE_INTEGER),
  );
  if (isNow && saved?.at !== state.last_changed) return changeCause(state);
  return saved;
}

/** The next context to examine, the change known to be part of it, and its effect. */
interface Next {
  readonly context: string;
  readonly change: Cause | undefined;
  readonly effect: Pick<Cause, 'at' | 'subject'>;
}

interface Sofar {
  readonly links: CauseLink[];
  readonly access: Access;
}

/** Adds the links of one context and returns the context that caused it. */
async function linkOn(
  parts: CauseChainParts,
  { context, change, effect }: Next,
  { links, access }: Sofar,
): Promise<Next | undefined> {
  const known = await parts.causes.of(context);
  if (change !== undefined) links.push(...changeLinks(change, access));
  const start = runLinks(known, effect, { links, access });
  if (start !== undefined && start.parent !== null)
    return { context: start.parent, change: await causeChange(parts, start), effect: start };
  const user = known.find(({ kind }) => kind === 'user');
  if (start?.kind === 'automation') return undefined;
  const userId =
    user?.subject ?? (typeof change?.detail.user_id === 'string' ? change.detail.user_id : undefined);
  if (userId !== undefined)
    links.push(userLink(parts, access, { context, userId, user, at: change?.at ?? user?.at ?? 0 }));
  const parent = change?.parent ?? null;
  return parent === null ? undefined : { context: parent, change: undefined, effect };
}

/** Adds the runs that led to the effect, each the caller of the one before. Returns the first. */
function runLinks(
  known: readonly Cause[],
  effect: Next['effect'],
  { links, access }: Sofar,
): Cause | undefined {
  let left = known.filter(({ kind }) => kind === 'automation' || kind === 'script');
  let step = stepOf(known, effect);
  let run = left.find(({ detail }) => detail.run_id === step?.detail.run_id) ?? left.at(-1);
  let first: Cause | undefined;
  while (run !== undefined) {
    const at: Cause = run;
    links.push(runLink(at, access, step));
    first = at;
    left = left.slice(0, left.indexOf(at));
    const caller = callerIn(at);
    step = caller === undefined ? stepOf(known, at) : known.findLast((one) => isStepOf(one, caller, at.at));
    run = left.findLast(({ detail }) => caller === undefined || detail.run_id === caller.run_id);
  }
  return first;
}

interface Caller {
  readonly run_id: unknown;
  readonly path: unknown;
}

function callerIn({ detail: { caller } }: Cause): Caller | undefined {
  return typeof caller === 'object' && caller !== null ? (caller as Caller) : undefined;
}

function isStepOf({ kind, at, detail }: Cause, { run_id, path }: Caller, until: number): boolean {
  return kind === 'step' && isBefore(at, until) && detail.run_id === run_id && detail.path === path;
}

/** The change that triggered a run, if a change did; earlier versions recorded it as a cause of its own. */
async function causeChange({ causes }: CauseChainParts, run: Cause): Promise<Cause | undefined> {
  const { change, trigger_entity_id: subject } = run.detail;
  if (isObject(change) && typeof subject === 'string') {
    const { at, parent, ...detail } = change;
    const context = { context: run.parent ?? '', parent: typeof parent === 'string' ? parent : null };
    return { ...context, kind: 'change', subject, at: Number(at), detail };
  }
  const changes = (await causes.of(run.parent ?? '')).filter(
    ({ kind, at }) => kind === 'change' && at <= run.at,
  );
  return changes.findLast(({ subject }) => subject === run.detail.trigger_entity_id) ?? undefined;
}

/** The step of a run that led to the effect: the last step before it that names it, otherwise the last. */
function stepOf(known: readonly Cause[], effect: Next['effect']): Cause | undefined {
  const { at: until, subject } = effect;
  const index = known.indexOf(effect as Cause);
  const earlier = index < 0 ? known.filter(({ at }) => isBefore(at, until)) : known.slice(0, index);
  const before = earlier.filter(({ kind }) => kind === 'step');
  const named = before.findLast(
    (step) =>
      step.subject === subject ||
      (Array.isArray(step.detail.entity_ids) && step.detail.entity_ids.includes(subject)),
  );
  return named ?? before.at(-1);
}

/** Whether a step was before a change, whose time is in whole milliseconds. */
function isBefore(step: number, change: number): boolean {
  return Math.floor(step) <= change;
}

function changeLinks({ context, subject, at, detail }: Cause, access: Access): CauseLink[] {
  if (!access.may('read', subject)) return [{ kind: 'hidden', time: isoTime(at) }];
  const { state, source } = detail;
  const links: CauseLink[] = [
    { kind: 'state', time: isoTime(at), entity_id: subject, state, context_id: context || null },
  ];
  if (typeof source === 'string')
    links.push({ kind: 'device', time: isoTime(at), entity_id: subject, source });
  return links;
}

function runLink(
  { context, kind, subject, at, detail }: Cause,
  access: Access,
  step: Cause | undefined,
): CauseLink {
  if (!access.may('read', subject)) return { kind: 'hidden', time: isoTime(at) };
  const reported = Object.entries(visibleDetail(detail, access)).filter(([key]) => !INTERNAL.has(key));
  return {
    kind,
    time: isoTime(at),
    entity_id: subject,
    context_id: context,
    ...Object.fromEntries(reported),
    ...(step === undefined
      ? {}
      : {
          step: {
            path: step.detail.path,
            action: visibleAction(step.subject, access),
            time: isoTime(step.at),
          },
        }),
  };
}

function userLink(
  { userName, tokenName }: CauseChainParts,
  access: Access,
  { context, userId, user, at }: { context: string; userId: string; user: Cause | undefined; at: number },
): CauseLink {
  const link = { kind: 'user', time: isoTime(user?.at ?? at), context_id: context };
  const action = user === undefined ? {} : { action: visibleAction(user.detail.action, access) };
  if (!access.isAdmin && access.userId !== userId) return { ...link, ...action };
  const token = typeof user?.detail.token_id === 'string' ? user.detail.token_id : null;
  return {
    ...link,
    ...action,
    user_id: userId,
    user_name: userName(userId) ?? null,
    ...(token === null ? {} : { token_id: token, token_name: tokenName(token) ?? null }),
  };
}

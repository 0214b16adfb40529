import { isEntityId } from '../core/entity-id.ts';
import { bind, type Named, NO_NAMED, parametersOf } from '../jinja/values/call.ts';
import type { RenderContext, Value } from '../jinja/values/context.ts';
import { TemplateFailure } from '../jinja/values/failure.ts';
import { textOf } from '../jinja/values/protocol.ts';
import { type Pull, PyObject } from '../jinja/values/py-object.ts';
import { pullArray } from '../jinja/values/values.ts';
import { STATES } from './functions/state-functions.ts';
import { hostOf, type TemplateHost } from './host.ts';
import { StateValue } from './state-value.ts';

const PARAMETERS = parametersOf(STATES);
const DOMAIN = /^(?!.*__)(?!_)[\da-z_]{1,64}(?<!_)$/;

/** A state by domain and name or by entity ID; none if it is missing. Throws for an invalid ID. */
function stateOf(host: TemplateHost, id: string): Value {
  const state = host.peek(id);
  if (state !== undefined) return new StateValue(state, host);
  if (!isEntityId(id)) throw new TemplateFailure('TemplateError', `Invalid entity ID '${id}'`);
  host.reads.entities.add(id);
  return null;
}

/** The state of an entity for functions that accept states and IDs; `undefined` for other values. */
export function stateValue(host: TemplateHost, value: Value): StateValue | undefined {
  if (value instanceof StateValue) return value;
  const id = textOf(value);
  if (id === undefined) return undefined;
  const state = host.read(id);
  return state === undefined ? undefined : new StateValue(state, host);
}

/** `states.light`: the states of a domain. */
class DomainStates extends PyObject {
  private readonly domain: string;
  private readonly host: TemplateHost;

  constructor(domain: string, host: TemplateHost) {
    super();
    this.domain = domain;
    this.host = host;
  }

  override get typeName(): string {
    return 'DomainStates';
  }

  override attribute(name: string): Value {
    return name.startsWith('_') ? undefined : stateOf(this.host, `${this.domain}.${name}`);
  }

  override item(key: Value): Value {
    const name = textOf(key);
    return name === undefined ? undefined : this.attribute(name);
  }

  override pull(): Pull {
    this.host.reads.domains.add(this.domain);
    return pullArray(this.host.statesOf(this.domain).map((state) => new StateValue(state, this.host, false)));
  }

  override size(): number {
    this.host.reads.counted.add(this.domain);
    return this.host.statesOf(this.domain).length;
  }

  override repr(): string {
    return `<template DomainStates('${this.domain}')>`;
  }
}

/** `states`: all states, the states of a domain, one state or, as a function, the state text of one. */
export class AllStates extends PyObject {
  override get typeName(): string {
    return 'AllStates';
  }

  override attribute(name: string, context: RenderContext): Value {
    if (name.startsWith('_')) return undefined;
    const host = hostOf(context, 'states');
    if (name.includes('.')) return stateOf(host, name);
    if (!DOMAIN.test(name)) throw new TemplateFailure('TemplateError', `Invalid domain name '${name}'`);
    return new DomainStates(name, host);
  }

  override item(key: Value, context: RenderContext): Value {
    const name = textOf(key);
    return name === undefined ? undefined : this.attribute(name, context);
  }

  /** Without a context, the caller only tests whether the value is iterable. */
  override pull(context?: RenderContext): Pull {
    if (context === undefined) return pullArray([]);
    const host = hostOf(context, 'states');
    host.reads.all = true;
    return pullArray(host.statesOf().map((state) => new StateValue(state, host, false)));
  }

  override size(context?: RenderContext): number | undefined {
    if (context === undefined) return undefined;
    const host = hostOf(context, 'states');
    host.reads.allCounted = true;
    return host.statesOf().length;
  }

  override truth(): boolean {
    return true;
  }

  override repr(): string {
    return '<template AllStates>';
  }

  override get callable(): boolean {
    return true;
  }

  override call(context: RenderContext, args: readonly Value[], named: Named = NO_NAMED): Value {
    if (named.size === 0 && args.length === 1) return STATES.run(context, args[0]);
    return STATES.run(context, ...bind('AllStates.__call__', PARAMETERS, args, named));
  }
}

import type { Access } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import { fault, faultOf, type HubError, messageOf } from '../../core/errors.ts';
import type { Message } from '../../core/messages.ts';
import { cut, issuesMessage, show } from '../../core/parse.ts';
import type { State } from '../../core/state.ts';
import type { ResponseMode, Values } from '../../domains/definition/define-domain.ts';
import { type Field, type Fields, REFUSED } from '../../domains/definition/field.ts';
import { isTargetKey, TARGET_KEYS } from '../registry/targets.ts';

/** A call from a client, an automation or the server itself. */
export interface ServiceCall {
  readonly domain: string;
  readonly service: string;
  /** Parameters, with or without target keys. */
  readonly data: Values;
  /** Target keys; they take precedence over those in `data`. */
  readonly target?: unknown;
  readonly returnResponse?: boolean;
  /**
   * Whether requesting a response from a service without one is accepted: the WebSocket then answers null
   * [§4.2].
   */
  readonly lenientResponse?: boolean;
  readonly access: Access;
  readonly context: Context;
}

/** The result of a call. */
export interface ServiceResult {
  readonly context: Context;
  /** The service's response; null if there is none. */
  readonly response: unknown;
  /** The states written in the call's context, in order. */
  readonly changed: readonly State[];
}

/** The schema of a call, for entity services and plain services. */
export interface CallShape {
  readonly fields: Fields;
  readonly exclusive?: readonly (readonly string[])[];
  readonly anyOf?: readonly string[];
  check?(fields: Values): Message | undefined;
}

/** Throws if the text is not a valid template. */
export type CheckTemplate = (text: string) => void;

/**
 * Merges the target's keys over the data. Throws `invalid_format` if the target is not an object or has
 * unknown keys.
 */
export function mergeTarget(data: Values, target: unknown): Values {
  if (target === undefined) return data;
  if (typeof target !== 'object' || target === null || Array.isArray(target)) {
    throw fault('invalid_format', 'expected_target_object', { target: show(target) });
  }
  for (const key of Object.keys(target)) {
    if (!isTargetKey(key)) throw fault('invalid_format', 'unknown_target_key', { key });
  }
  return { ...data, ...target };
}

/**
 * Validates and coerces the data of a call except target keys and `metadata`. Throws `invalid_format` naming
 * the key.
 */
export function parseFields(
  shape: CallShape,
  data: Values,
  takesTarget: boolean,
  checkTemplate?: CheckTemplate,
): Values {
  const { fields } = shape;
  const values: Record<string, unknown> = {};
  for (const key in data) {
    const value = data[key];
    if (value === undefined) continue;
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) {
      if (takesTarget && key === 'metadata') checkMetadata(value);
      else if (!takesTarget || !isTargetKey(key))
        throw fault('invalid_format', 'unknown_key_got', { key: key.slice(0, 100), value: show(value) });
      continue;
    }
    const quick = field.coerce?.(value) ?? REFUSED;
    const parsed = quick === REFUSED ? parseField(field, key, data) : quick;
    if (field.template === true) requireTemplate(key, parsed, checkTemplate);
    values[key] = parsed;
  }
  checkTogether(shape, values);
  return values;
}

function parseField({ schema }: Field, key: string, data: Values): unknown {
  const result = schema.safeParse(data[key]);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }));
  throw faultOf('invalid_format', issuesMessage(issues, data));
}

function requireTemplate(key: string, text: unknown, checkTemplate: CheckTemplate | undefined): void {
  try {
    checkTemplate?.(String(text));
  } catch (error) {
    const reason = messageOf(error);
    throw fault('invalid_format', 'invalid_template_at', { key, reason, text: show(text) });
  }
}

function checkMetadata(value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fault('invalid_format', 'expected_metadata_object', { value: show(value) });
  }
}

function checkTogether(shape: CallShape, values: Values): void {
  for (const name of requiredOf(shape.fields))
    if (!Object.hasOwn(values, name)) throw fault('invalid_format', 'required_key_is_missing', { name });
  if (shape.exclusive !== undefined) checkExclusive(shape.exclusive, values);
  if (shape.anyOf !== undefined && !shape.anyOf.some((name) => Object.hasOwn(values, name))) {
    throw fault('invalid_format', 'one_of_required', {
      any_of: shape.anyOf.map((name) => `'${name}'`).join(', '),
    });
  }
  const problem = shape.check?.(values);
  if (problem !== undefined) throw faultOf('invalid_format', problem);
}

/** The names of required fields: looking through all fields took a third of validating a call. */
const requiredNames = new WeakMap<Fields, readonly string[]>();

function requiredOf(fields: Fields): readonly string[] {
  let names = requiredNames.get(fields);
  if (names === undefined) {
    names = Object.keys(fields).filter((name) => fields[name]?.required === true);
    requiredNames.set(fields, names);
  }
  return names;
}

function checkExclusive(groups: readonly (readonly string[])[], values: Values): void {
  if (Object.keys(values).length < 2) return;
  for (const group of groups) {
    const given = group.filter((name) => Object.hasOwn(values, name));
    if (given.length > 1)
      throw fault('invalid_format', 'only_one_of_allowed', {
        given: given.map((name) => `'${name}'`).join(', '),
      });
  }
}

/** Throws if the requested response mode does not match the service. */
export function checkResponseMode(call: ServiceCall, mode: ResponseMode): void {
  const isRequested = call.returnResponse === true;
  if (isRequested ? mode !== 'none' || call.lenientResponse === true : mode !== 'only') return;
  const [text, key] = isRequested
    ? (['service_has_no_response', 'service_does_not_support_response'] as const)
    : (['service_needs_response_request', 'service_lacks_response_request'] as const);
  const placeholders = { service: `${call.domain}.${call.service}` };
  const translation = { domain: 'homeassistant', key, placeholders };
  throw fault('service_validation_error', text, {}, { translation });
}

/** The error for a call without a required target. */
export function noTarget(): HubError {
  return fault('invalid_format', 'one_of_required', {
    any_of: TARGET_KEYS.map((key) => `'${key}'`).join(', '),
  });
}

/** The error for an unknown service. */
export function noSuchService(domain: string, service: string): HubError {
  const placeholders = { domain: cut(domain), service: cut(service) };
  const translation = { domain: 'homeassistant', key: 'service_not_found', placeholders };
  return fault(
    'not_found',
    'service_not_found',
    { domain: cut(domain), service: cut(service) },
    { translation },
  );
}

/** The error for an entity without the features its service requires. */
export function unsupportedService(entityId: string, action: string): HubError {
  const placeholders = { entity_id: entityId, action };
  const translation = { domain: 'homeassistant', key: 'service_not_supported', placeholders };
  return fault(
    'service_validation_error',
    'entity_does_not_support_action',
    { entity_id: entityId, action },
    { translation },
  );
}

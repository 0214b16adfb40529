import { fault, HubError } from '../../core/errors.ts';
import type { MessageKey } from '../../core/messages.ts';
import { show } from '../../core/parse.ts';
import { entityIds, isTargetKey } from '../../entities/registry/targets.ts';
import { TemplateError } from '../../jinja/template.ts';
import { isDict } from '../../jinja/values/values.ts';
import { configFault, type Path, wrongValue } from '../config/config-problem.ts';
import { type Fields, isConfig } from '../config/fields.ts';
import type { Mentions } from '../config/mentions.ts';
import { isTemplate } from '../config/rendering.ts';
import type { Step } from '../runs/run.ts';
import type { ActionHelp, ActionKind } from './action.ts';
import { callService, entityIdsOf, REGISTRY_ENTRY, type StepCall, serviceData } from './call.ts';
import { objectOf } from './items.ts';
import { renderIn } from './render.ts';

const SERVICE_NAME = /^[a-z\d_]+\.[a-z\d_]+$/i;

/** The configuration of a service call, before rendering. */
interface ServiceConfig {
  readonly name: string;
  readonly target: unknown;
  readonly data: readonly unknown[];
  readonly entityId: unknown;
  readonly response: string | undefined;
}

/** A call that is ready to be made, and its trace entry. */
interface Prepared {
  readonly call: StepCall;
  readonly reported: Parameters<Step['traced']['result']>[0];
}

/** `action` (formerly `service`): calls a service and waits until it is done. */
export const serviceAction: ActionKind = {
  keys: ['action', 'service', 'service_template'],
  parse: (keys, help) => {
    const config = read(keys, help);
    const isFixed = !isRendered(config);
    let fixed: Prepared | undefined;
    return function* (step) {
      const prepared = fixed ?? prepare(step, config);
      if (isFixed) fixed = prepared;
      step.traced.result(prepared.reported);
      const answer = yield* callService(step, prepared.call);
      if (config.response !== undefined) step.scope.assign(config.response, answer ?? null);
    };
  },
};

/** A target as the trace shows it: names without a template as lists. */
function listed(target: unknown): unknown {
  if (!isConfig(target)) return target;
  const list = (value: unknown): unknown =>
    typeof value === 'string' && !isTemplate(value) ? [value] : value;
  return Object.fromEntries(
    Object.entries(target).map(([key, value]) => [key, key === 'entity_id' ? value : list(value)]),
  );
}

function read(keys: Fields, help: ActionHelp): ServiceConfig {
  const given = ['action', 'service', 'service_template'].filter((key) => keys.has(key));
  const [key] = given;
  if (key === undefined || given.length > 1)
    throw configFault('several_action_names', keys.path, { given: given.join(', ') });
  const name = keys.template(key);
  if (!isTemplate(name) && !SERVICE_NAME.test(name))
    throw configFault('invalid_service_name', keys.at(key), { name });
  keys.raw('metadata');
  const target = keys.tree('target');
  if (target !== undefined && !(typeof target === 'string' && isTemplate(target))) {
    for (const own of Object.keys(objectOf(target, keys.at('target'))))
      if (!isTargetKey(own))
        throw configFault('unknown_config_key', [...keys.at('target'), own], { key: own });
  }
  if (isConfig(target)) checkEntityIds(target.entity_id, [...keys.at('target'), 'entity_id']);
  const data = ['data', 'data_template'].map((own) => dataOf(keys, own));
  const entityId = keys.tree('entity_id');
  checkEntityIds(entityId, keys.at('entity_id'));
  mention(help.mentions, { ...object(target), ...(entityId === undefined ? {} : { entity_id: entityId }) });
  for (const one of data) mention(help.mentions, object(one));
  if (name.startsWith('script.')) help.mentions.entities.add(name);
  const response = keys.raw('response_variable');
  if (response !== undefined && typeof response !== 'string')
    throw keys.wrong('response_variable', 'expects_text');
  return { name, target: listed(target), data, entityId, response };
}

/** Rejects what cannot become an entity ID by rendering. */
function checkEntityIds(given: unknown, path: Path): void {
  if (given === undefined || holdsTemplate(given)) return;
  try {
    readEntityIds(given);
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    throw wrongValue('expects_entity_ids', given, path);
  }
}

/** Throws for anything but entity IDs; registry entry IDs count as such. */
function readEntityIds(given: unknown): void {
  const isEntry = (one: unknown): boolean => typeof one === 'string' && REGISTRY_ENTRY.test(one);
  entityIds(Array.isArray(given) ? given.filter((one) => !isEntry(one)) : isEntry(given) ? [] : given);
}

function holdsTemplate(given: unknown): boolean {
  return Array.isArray(given) ? given.some(holdsTemplate) : typeof given === 'string' && isTemplate(given);
}

function dataOf(keys: Fields, key: string): unknown {
  const data = keys.tree(key);
  if (data === undefined) return undefined;
  // A single value is only rejected when the step runs, as with a template.
  return data === null || Array.isArray(data) ? objectOf(data, keys.at(key)) : data;
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

const MENTIONED = [
  ['entity_id', 'entities'],
  ['device_id', 'devices'],
  ['area_id', 'areas'],
  ['floor_id', 'floors'],
  ['label_id', 'labels'],
] as const;

/** Records what a target mentions, apart from templates. */
export function mention(mentions: Mentions, target: Readonly<Record<string, unknown>>): void {
  for (const [key, kind] of MENTIONED) {
    const value = target[key];
    const names = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
    for (const name of names) {
      if (typeof name !== 'string' || isTemplate(name)) continue;
      const id = name.trim();
      if (id !== '' && id !== 'all' && id !== 'none') mentions[kind].add(id);
    }
  }
}

/**
 * Whether a call may differ between runs: it contains templates, or refers to entities by registry entry ID.
 */
function isRendered({ name, target, data, entityId }: ServiceConfig): boolean {
  const differs = (one: unknown): boolean => {
    if (typeof one === 'string') return isTemplate(one) || REGISTRY_ENTRY.test(one);
    if (typeof one !== 'object' || one === null) return false;
    return Object.entries(one).some(([key, item]) => isTemplate(key) || differs(item));
  };
  return [name, target, data, entityId].some(differs);
}

/**
 * The call with its templates rendered. A template error fails the step, so `continue_on_error` applies to
 * it.
 */
function prepare(step: Step, config: ServiceConfig): Prepared {
  const { run, scope } = step;
  const { rendering, home } = run.parts.setting;
  const render = renderIn(step);
  const tree = (value: unknown, key: MessageKey): unknown => {
    try {
      return rendering.tree(value, scope.all, render);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw fault(
        'home_assistant_error',
        key,
        { reason: error.message },
        {
          cause: error,
        },
      );
    }
  };
  const name = isTemplate(config.name) ? tree(config.name, 'error_rendering_service_name') : config.name;
  if (typeof name !== 'string' || !SERVICE_NAME.test(name))
    throw fault('home_assistant_error', 'template_rendered_invalid_service', { name: show(name) });
  const [domain = '', service = ''] = name.toLowerCase().split('.');
  const target: Record<string, unknown> = {};
  if (config.target !== undefined) {
    const rendered = tree(config.target, 'error_rendering_service_target');
    if (!isDict(rendered))
      throw fault('home_assistant_error', 'error_rendering_service_target_template_result_is');
    Object.assign(target, serviceData(domain, rendered));
  }
  const data: Record<string, unknown> = {};
  for (const one of config.data) {
    if (one === undefined) continue;
    const rendered = tree(one, 'error_rendering_data');
    if (!isDict(rendered)) throw fault('home_assistant_error', 'error_rendering_data_template_result_is_not');
    Object.assign(data, serviceData(domain, rendered));
  }
  if (config.entityId !== undefined)
    target.entity_id = serviceData(domain, tree(config.entityId, 'error_rendering_service_target'));
  if (target.entity_id !== undefined) {
    refuseInvalid(target.entity_id);
    target.entity_id = entityIdsOf(home, plainIds(target.entity_id));
  }
  const returnResponse = config.response !== undefined;
  return {
    call: { domain, service, data, returnResponse, ...(Object.keys(target).length > 0 ? { target } : {}) },
    reported: {
      params: { domain, service, service_data: data, target },
      running_script: domain === 'script' || (domain === 'automation' && service === 'trigger'),
    },
  };
}

/** Entity IDs as services expect them: a list, or the word `all` or `none`. */
function plainIds(given: unknown): unknown {
  const plain = (one: unknown): string => String(one).trim().toLowerCase();
  if (Array.isArray(given)) return given.map(plain);
  const word = plain(given ?? 'none');
  return word === 'all' || word === 'none' ? word : word.split(',').map(plain);
}

function refuseInvalid(given: unknown): void {
  try {
    readEntityIds(given);
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    throw fault(
      'home_assistant_error',
      'template_rendered_invalid_entity_ids',
      { given: show(given) },
      {
        cause: error,
      },
    );
  }
}

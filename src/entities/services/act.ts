import type { Command, EntityService, Moment, Values } from '../../domains/definition/define-domain.ts';
import type { Entity } from '../entity/entity.ts';
import type { EntityServiceEntry } from './service.ts';
import type { ServiceCall } from './service-call.ts';

/** A validated call of an entity service. */
interface Action {
  readonly fields: Values;
  readonly moment: Moment;
  readonly call: ServiceCall;
}

/**
 * Executes an action on entities. Plans all of them first, so that a rejected one leaves the others
 * unchanged, then calls the drivers together. Returns the responses by entity, null for a service without; a
 * promise if a driver is asynchronous.
 */
export function act(entities: readonly Entity[], entry: EntityServiceEntry, action: Action): unknown {
  const { service } = entry;
  const { fields, moment, call } = action;
  const commands = entities.map((entity) =>
    service.plan(entity, entity.nativeFields(service, fields), moment),
  );
  let waits = false;
  const results = entities.map((entity, i) => {
    entity.actFor(call.context, moment.now);
    const result = execute(entity, entry, commands[i] as Command, call);
    waits ||= result instanceof Promise;
    return result;
  });
  if ((service.response ?? 'none') === 'none') return waits ? settle(results).then(() => null) : null;
  const answers = (given: readonly unknown[]): unknown => answersOf(entities, service, fields, given);
  return waits ? settle(results).then(answers) : answers(results);
}

function execute(
  entity: Entity,
  { service, task }: EntityServiceEntry,
  command: Command,
  { context, access }: ServiceCall,
): unknown {
  if (service.local === true) return entity.report(command.patch);
  try {
    if (task !== undefined) return task(command, entity, context, access);
    return entity.driver.execute(command, entity, context, access);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** Waits for all and returns their results; rejects with the first failure. */
async function settle(results: readonly unknown[]): Promise<readonly unknown[]> {
  const settled = await Promise.allSettled(results);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

function answersOf(
  entities: readonly Entity[],
  service: EntityService,
  fields: Values,
  given: readonly unknown[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    entities.map((entity, at) => {
      const answer = service.respond?.(entity, fields) ?? given[at] ?? {};
      return [entity.id, entity.shownAnswer(service.name, answer)];
    }),
  );
}

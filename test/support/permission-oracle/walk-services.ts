import { type Aim, hash } from './aim.ts';
import type { Answer } from './oracle-client.ts';
import { fillWith, TABLES } from './probes.ts';
import type { Walk } from './walk.ts';

interface ListedService {
  readonly fields: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly target?: unknown;
  readonly response?: { readonly optional?: boolean };
}

/** A service with its data, for calls over both interfaces. */
interface Called {
  readonly name: string;
  readonly data: object;
  readonly hasTarget: boolean;
  readonly responds: boolean;
}

/** The services of `/api/services`, by domain. */
export type ServiceList = Readonly<Record<string, Readonly<Record<string, ListedService>>>>;

/** The services that need data unknown to the oracle. */
export function servicesWithoutProbe(list: ServiceList): readonly string[] {
  return Object.entries(list).flatMap(([domain, services]) =>
    Object.entries(services).flatMap(([service, { fields }]) => {
      const name = `${domain}.${service}`;
      const needsData = Object.entries(fields).some(
        ([key, { required }]) => required === true && key !== 'entity_id',
      );
      return needsData && TABLES.services[name] === undefined ? [name] : [];
    }),
  );
}

/** All services with their data; throws for one that needs data unknown to the oracle. */
export async function calledServices({ home }: Pick<Walk, 'home'>): Promise<readonly Called[]> {
  const list: ServiceList = (await home.hub.rest('GET', '/api/services')).json;
  const [unknown] = servicesWithoutProbe(list);
  if (unknown !== undefined) throw new Error(`The service ${unknown} has no probe`);
  const known = fillWith(TABLES.services, (kind, ...words) =>
    kind === 'area' ? home.open.area : home.need(words.join(' ')),
  );
  return Object.entries(list).flatMap(([domain, services]) =>
    Object.entries(services).map(([service, { fields, target, response }]) => {
      const name = `${domain}.${service}`;
      const responds = response !== undefined;
      return {
        name,
        data: known[name] ?? {},
        hasTarget: target !== undefined || 'entity_id' in fields,
        responds,
      };
    }),
  );
}

const PLACES = ['device', 'area', 'floor', 'label'] as const;

/** Targets that include what an aim names, and the word for all entities. */
function targets(aim: Aim, name: string): readonly Readonly<Record<string, unknown>>[] {
  const [domain = ''] = name.split('.');
  const own = aim.entity(domain, 'service');
  const kind = PLACES[hash(name) % PLACES.length] ?? 'area';
  return [
    { entity_id: own },
    { entity_id: [own, aim.entity('group', 'service'), aim.entity('scene', 'service')] },
    { [`${kind}_id`]: aim.place(kind) },
  ];
}

/** Calls every service with targets of each kind, over both interfaces, and checks what changed. */
export async function walkServices(walk: Walk): Promise<void> {
  const calls = new Map<string, string>();
  const changes = await changesOf(walk);
  for (const called of await calledServices(walk)) {
    if (walk.sight.isAdmin && TABLES.ending.includes(called.name)) continue;
    for (const aim of walk.seenAims) {
      const absent = [undefined, ...targets(walk.aims.absent, called.name)];
      const aimed = called.hasTarget ? [{ entity_id: 'all' }, ...targets(aim, called.name)] : [{}];
      for (const [index, target] of aimed.entries()) {
        if (!walk.chooses(called.name, aim.name, String(index))) continue;
        const question = `${called.name} ${JSON.stringify({ ...called.data, ...target })}`;
        const answer = await call(walk, called, target);
        note(calls, question, answer);
        walk.search(question, answer);
        const counterpart = absent[index];
        if (aim.name === 'hidden' && counterpart !== undefined && called.hasTarget)
          walk.compare(question, answer, await call(walk, called, counterpart));
        if (index > 0) continue;
        const rest = await walk.client.request(
          'POST',
          `/api/services/${called.name.replace('.', '/')}${called.responds ? '?return_response' : ''}`,
          { ...called.data, ...target },
        );
        walk.search(`POST ${question}`, rest);
      }
    }
  }
  await changes.check(calls);
}

function call(walk: Walk, { name, data, responds }: Called, target: object): Promise<Answer> {
  const [domain, service] = name.split('.');
  return walk.client.ask({
    ...{ type: 'call_service', domain, service, service_data: data, target },
    ...(responds ? { return_response: true } : {}),
  });
}

function note(calls: Map<string, string>, question: string, { text }: Answer): void {
  const id: unknown = JSON.parse(text || '{}').result?.context?.id;
  if (typeof id === 'string') calls.set(id, question);
}

interface Moved {
  readonly entity_id: string;
  readonly context: { readonly id: string; readonly user_id: string | null };
}

/** Platforms whose entities derive their state from others. */
const FOLLOWING: ReadonlySet<string> = new Set(['group', 'template']);

/** Records every state change that the caller has caused. */
async function changesOf(walk: Walk) {
  const { home, sight, caller } = walk;
  const client = await home.hub.connect();
  await client.must({ type: 'subscribe_events', event_type: 'state_changed' });
  const { entities } = await home.registries();
  const following = new Set(
    entities.filter(({ platform }) => FOLLOWING.has(platform)).map(({ entity_id }) => entity_id),
  );
  const scenes = await setOffBy(walk);
  return {
    check: async (calls: ReadonlyMap<string, string>): Promise<void> => {
      await client.must({ type: 'ping' }).catch(() => {});
      const moved: Moved[] = client.events.flatMap(({ event }) => event?.data.new_state ?? []);
      client.close();
      for (const { entity_id, context } of moved) {
        if (context.user_id !== caller.userId) continue;
        walk.checks += 1;
        if (sight.may('control', entity_id) || following.has(entity_id) || scenes.has(entity_id)) continue;
        if (entity_id.startsWith('group.')) continue;
        walk.fail(`acted on ${entity_id} by ${calls.get(context.id) ?? 'a call over REST'}`);
      }
    },
  };
}

/**
 * The entities that scenes and template switches set: callers who may control those may cause all they do.
 */
async function setOffBy({ home, sight }: Walk): Promise<ReadonlySet<string>> {
  const states: { entity_id: string; attributes: { entity_id?: string[] } }[] = (
    await home.hub.rest('GET', '/api/states')
  ).json;
  const templates: { id: string }[] = await home.owner.must({ type: 'template/list' });
  const mayRun = (template: { id: string }): boolean => sight.may('control', `switch.${template.id}`);
  return new Set([
    ...states
      .filter(({ entity_id: id }) => id.startsWith('scene.') && sight.may('control', id))
      .flatMap(({ attributes }) => attributes.entity_id ?? []),
    ...templates
      .filter(mayRun)
      .flatMap((template) => JSON.stringify(template).match(/[a-z_]+\.zoq[\da-z]{3}q/g) ?? []),
  ]);
}

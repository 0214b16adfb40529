import { z } from 'zod';
import type { Auth } from '../../../auth/auth.ts';
import type { Access } from '../../../core/access.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CpuBudget } from '../../../core/cpu-budget.ts';
import type { EntityId } from '../../../core/entity-id.ts';
import { HOME_OWNER } from '../../../core/home-owner.ts';
import type { StateMachine } from '../../../core/state-machine.ts';
import type { Themes } from '../../../entities/dashboards/themes.ts';
import { resourcesJson, withServiceTexts } from '../../../entities/services/service-language.ts';
import { iconsOfEntities, iconsOfPurposes, iconsOfServices } from '../../frontend-texts/icons.ts';
import { type TextSources, writtenResources } from '../../frontend-texts/resources.ts';
import type { Services } from '../../services.ts';
import { AnyObject, keyed, Names, Nothing, NullableText, object } from '../../shapes/plain-shapes.ts';
import { type Call, type Command, defineCommand, defineSubscription, RawJson } from '../command.ts';
import { latestEvent } from '../latest-event.ts';
import { ValueFollowers } from '../value-followers.ts';
import { requireUser } from './auth.ts';

const key = z.string().min(1).max(200);
const ICON_CATEGORIES = [
  'conditions',
  'entity',
  'entity_component',
  'integration_category',
  'integration_connectivity',
  'services',
  'triggers',
] as const;

/**
 * Data for web apps besides states and services: stored user and system data [api-surface §3.13], and
 * permissions.
 */
export function frontendCommands(parts: {
  readonly auth: Auth;
  readonly states: Pick<StateMachine, 'all'>;
  readonly services: Pick<Services, 'descriptionsJson'>;
  readonly texts: TextSources;
  readonly themes: Pick<Themes, 'shown'>;
  readonly cpuBudget: CpuBudget;
  readonly clock: Clock;
}): Command[] {
  const { auth, states, services, texts, themes, cpuBudget, clock } = parts;
  const followers = new ValueFollowers(clock);
  auth.stored.onChange(({ owner, key: changed }) => {
    followers.changed(followedAs(owner, changed));
    followers.changed(followedAs(owner, undefined));
  });
  const iconsFor = (category: (typeof ICON_CATEGORIES)[number], access: Access) => {
    if (category === 'entity_component') return iconsOfEntities;
    if (category === 'triggers' || category === 'conditions')
      return iconsOfPurposes(category, texts.purposes(category));
    if (category !== 'services') return {};
    return cpuBudget.spend(access, () => iconsOfServices(JSON.parse(services.descriptionsJson(access))));
  };
  return [
    ...savedCommands({ auth, followers }, 'user', {
      ownerOf: ({ caller }) => caller.user.id,
      maySee: ({ caller }) => auth.tokens.get(caller.tokenId)?.policy === null,
    }),
    ...savedCommands({ auth, followers }, 'system', {
      ownerOf: () => HOME_OWNER,
      maySee: ({ access }) => access.mayRead === null,
    }),
    defineCommand({
      type: 'hearth/rights',
      permission: 'user',
      summary:
        'The entities the caller may currently control, null for all, and whether the caller sees everything',
      result: object({ control: Names.nullable(), reads_all: z.boolean() }),
      fields: {},
      handle: ({ access }) => ({
        control: controllable(access, states),
        reads_all: access.mayRead === null,
      }),
    }),
    defineCommand({
      type: 'frontend/get_themes',
      permission: 'user',
      summary: 'The themes of the home, and which are used unless a user chooses another one',
      result: object({ themes: AnyObject, default_theme: z.string(), default_dark_theme: NullableText }),
      fields: {},
      handle: () => themes.shown(),
    }),
    defineCommand({
      type: 'frontend/get_translations',
      permission: 'user',
      summary:
        'The names of services, entities with their states and attributes, integrations, triggers, conditions and forms, in English or German; other categories are empty',
      result: object({ resources: keyed(z.string()) }),
      fields: {
        language: z.string(),
        category: z.string(),
        integration: z.union([z.string(), z.array(z.string())]).optional(),
        config_flow: z.boolean().optional(),
      },
      handle: ({ message: { language, category, integration }, access }) => {
        const domains = integration === undefined ? undefined : [integration].flat();
        if (category !== 'services')
          return writtenResources(category, texts, { language, domains }).then(
            (json) => new RawJson('{"resources":', json, '}'),
          );
        return withServiceTexts(language, (translate) =>
          cpuBudget.spend(access, () => {
            const catalog = translate(services.descriptionsJson(access));
            return new RawJson('{"resources":', resourcesJson(catalog, domains), '}');
          }),
        );
      },
    }),
    defineCommand({
      type: 'frontend/get_icons',
      permission: 'user',
      summary:
        'The icons of entities by domain, device class and state, of services, triggers and conditions; other categories are empty',
      result: object({ resources: AnyObject }),
      fields: {
        category: z.enum(ICON_CATEGORIES),
        integration: z.union([z.string(), z.array(z.string())]).optional(),
      },
      handle: ({ message: { category, integration }, access }) => {
        const icons = iconsFor(category, access);
        if (integration === undefined) return { resources: icons };
        const wanted = new Set([integration].flat());
        return { resources: Object.fromEntries(Object.entries(icons).filter(([name]) => wanted.has(name))) };
      },
    }),
  ];
}

/**
 * The owner of stored values, and who may read them: values may mention anything, so limited callers get
 * none.
 */
interface Keeping {
  ownerOf(call: Call<unknown>): string;
  maySee(call: Call<unknown>): boolean;
}

interface SavedParts {
  readonly auth: Auth;
  readonly followers: ValueFollowers;
}

/** The key by which followers of a value are found; without `name`, of all values of an owner. */
function followedAs(owner: string, name: string | undefined): string {
  return JSON.stringify([owner, name ?? null]);
}

function savedCommands(
  { auth, followers }: SavedParts,
  whose: 'user' | 'system',
  { ownerOf, maySee }: Keeping,
): Command[] {
  const { stored: cached } = auth;
  const valueFor = (call: Call<unknown>, key: string | undefined): unknown => {
    if (maySee(call)) return cached.get(ownerOf(call), key);
    return key === undefined ? {} : null;
  };
  const sent = whose === 'user' ? 'the user' : 'all users';
  return [
    defineCommand({
      type: `frontend/get_${whose}_data`,
      permission: 'user',
      summary: `The client data of ${sent} for a key, or all without one`,
      result: object({ value: z.unknown() }),
      fields: { key: key.optional() },
      handle: (call) => ({ value: valueFor(call, call.message.key) }),
    }),
    defineCommand({
      type: `frontend/set_${whose}_data`,
      changes: 'undoable',
      permission: whose === 'user' ? 'user' : 'admin',
      summary: `Saves client data of ${sent} for a key`,
      result: Nothing,
      fields: {
        key,
        // Missing is not null: zod's optional `unknown` would accept it.
        value: z.unknown().refine((value) => value !== undefined),
      },
      handle: async (call) => {
        requireUser(auth, call);
        await cached.set(ownerOf(call), call.message.key, call.message.value);
      },
    }),
    defineSubscription({
      type: `frontend/subscribe_${whose}_data`,
      permission: 'user',
      summary: `The client data of ${sent}, then each change`,
      event: object({ value: z.unknown() }),
      fields: { key: key.optional() },
      subscribe: (call, feed) => {
        const owner = ownerOf(call);
        const wanted = call.message.key;
        feed.ahead(JSON.stringify({ value: valueFor(call, wanted) }));
        if (!maySee(call)) return () => {};
        const send = latestEvent(feed, () => `{"value":${cached.json(owner, wanted)}}`);
        return followers.follow(followedAs(owner, wanted), send);
      },
    }),
  ];
}

function controllable(access: Access, states: Pick<StateMachine, 'all'>): EntityId[] | null {
  const allowed: EntityId[] = [];
  let isAll = access.may('control');
  for (const { entity_id: id } of states.all())
    if (access.may('control', id)) allowed.push(id);
    else isAll = false;
  return isAll ? null : allowed;
}

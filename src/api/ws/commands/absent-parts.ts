import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import type { Entities } from '../../../entities/entity/entities.ts';
import type { ConfigEntries } from '../../../entities/registry/config-entries.ts';
import { AnyObject, keyed, Names, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

/** The dependencies of these commands. */
export interface AbsentParts {
  readonly entities: Pick<Entities, 'get'>;
  readonly configEntries: Pick<ConfigEntries, 'get'>;
}

const id = z.string().max(200);
const NO_ANALYTICS = { base: false, diagnostics: false, usage: false, statistics: false, snapshots: false };
/** Domains with experimental features of the official frontend. */
const BUILT_IN_FEATURES: readonly string[] = ['analytics', 'camera', 'frontend'];

const NO_AI_TASKS = {
  ...{ gen_data_entity_id: null, gen_image_entity_id: null, evaluate_entity_id: null },
  allow_automatic_evaluation: false,
};

const newToken = () => ({ token: randomBytes(32).toString('hex') });

/**
 * What the official frontend asks about parts of Home Assistant that Hearth does not have: each answers that there is
 * nothing, or why it cannot be done [frontend facts §9].
 */
export function absentPartCommands(parts: AbsentParts): Command[] {
  return [...emptyLists(), ...declined(), ...speech(), ...labs(), ...ofItems(parts)];
}

function emptyLists(): Command[] {
  const empty = (
    type: string,
    permission: Command['permission'],
    summary: string,
    answer: () => unknown,
  ): Command => defineCommand({ type, permission, summary, fields: {}, handle: answer });
  return [
    empty('brands/access_token', 'user', 'A token for pictures of integrations, which need none', newToken),
    empty('map_tiles/access_token', 'user', 'A token for tiles of maps; there are none', newToken),
    empty('analytics', 'admin', 'Which usage data is sent; none, ever', () => ({
      preferences: NO_ANALYTICS,
      onboarded: true,
    })),
    empty('ai_task/preferences/get', 'user', 'The entities that carry out AI tasks; none', () => NO_AI_TASKS),
    aiTaskPreferences(),
    empty('application_credentials/config', 'admin', 'Integrations that need credentials; none', () => ({
      domains: [],
      integrations: {},
    })),
    empty('application_credentials/list', 'admin', 'Credentials of integrations; none', () => []),
    empty('assist_pipeline/device/list', 'user', 'Devices that one speaks to; none', () => []),
    empty(
      'config/core/detect',
      'admin',
      'Where the home is, by its address in the internet; never asked',
      () => ({}),
    ),
    empty('llm/api/list', 'user', 'Interfaces for language models; none', () => ({ apis: [] })),
    empty('radio_frequency/list', 'user', 'Radio transmitters and receivers; none', () => ({
      transmitters: [],
      receivers: [],
    })),
    defineCommand({
      type: 'analytics/preferences',
      permission: 'admin',
      summary: 'Declines to send usage data, whatever is asked',
      result: object({ preferences: keyed(z.boolean()) }),
      fields: { preferences: z.record(z.string(), z.boolean()) },
      handle: () => ({ preferences: NO_ANALYTICS }),
    }),
  ];
}

function aiTaskPreferences(): Command {
  const entity = id.nullable().optional();
  return defineCommand({
    type: 'ai_task/preferences/set',
    permission: 'admin',
    summary: 'Declines entities for AI tasks, since none can carry them out',
    result: AnyObject,
    fields: {
      ...{ gen_data_entity_id: entity, gen_image_entity_id: entity, evaluate_entity_id: entity },
      allow_automatic_evaluation: z.boolean().optional(),
    },
    handle: ({ message: { gen_data_entity_id, gen_image_entity_id, evaluate_entity_id } }) => {
      const chosen = gen_data_entity_id ?? gen_image_entity_id ?? evaluate_entity_id ?? null;
      if (chosen !== null) throw fault('not_found', 'entity_not_found');
      return NO_AI_TASKS;
    },
  });
}

/** What Hearth leaves to its configuration file. */
function declined(): Command[] {
  const refuse = (): never => {
    throw fault('not_supported', 'http_settings_in_file');
  };
  return [
    defineCommand({
      type: 'http/config/configure',
      permission: 'admin',
      summary: 'Declines: the settings of the HTTP server are in the configuration',
      result: Nothing,
      fields: { config: AnyObject },
      handle: refuse,
    }),
    defineCommand({
      type: 'http/config/promote',
      permission: 'admin',
      summary: 'Declines: the settings of the HTTP server are in the configuration',
      result: Nothing,
      fields: {},
      handle: refuse,
    }),
    defineCommand({
      type: 'network/configure',
      permission: 'admin',
      summary: 'Declines to leave out network interfaces; those of the machine are used',
      result: object({ configured_adapters: Names }),
      fields: { config: object({ configured_adapters: Names }) },
      handle: ({ message: { config } }) => {
        if (config.configured_adapters.length > 0) throw fault('not_supported', 'network_adapters_fixed');
        return { configured_adapters: [] };
      },
    }),
  ];
}

function speech(): Command[] {
  const unknownEngine = ({
    message: { engine_id },
  }: {
    readonly message: { readonly engine_id: string };
  }): never => {
    throw fault('not_found', 'speech_engine_not_found', { id: engine_id });
  };
  return [
    ...(['stt', 'tts'] as const).map((kind) =>
      defineCommand({
        type: `${kind}/engine/list`,
        permission: 'user',
        summary: `Providers of ${kind === 'stt' ? 'speech recognition' : 'spoken text'}; none`,
        result: object({ providers: z.array(AnyObject) }),
        fields: { language: z.string().optional(), country: z.string().optional() },
        handle: () => ({ providers: [] }),
      }),
    ),
    defineCommand({
      type: 'tts/engine/get',
      permission: 'user',
      summary: 'A provider of spoken text; none is known',
      fields: { engine_id: id },
      handle: unknownEngine,
    }),
    defineCommand({
      type: 'tts/engine/voices',
      permission: 'user',
      summary: 'The voices of a provider of spoken text; none is known',
      fields: { engine_id: id, language: z.string() },
      handle: unknownEngine,
    }),
    defineCommand({
      type: 'wake_word/info',
      permission: 'user',
      summary: 'The wake words of an entity; none is known',
      fields: { entity_id: id },
      handle: ({ message: { entity_id } }) => {
        throw fault('not_found', 'speech_engine_not_found', { id: entity_id });
      },
    }),
  ];
}

function labs(): Command[] {
  const unknown = (domain: string, feature: string) =>
    fault('not_found', 'preview_feature_not_found', { name: `${domain}.${feature}` });
  return [
    defineCommand({
      type: 'labs/list',
      permission: 'admin',
      summary: 'Experimental features; none',
      fields: {},
      handle: () => ({ features: [] }),
    }),
    defineSubscription({
      type: 'labs/subscribe',
      permission: 'user',
      summary: 'Whether an experimental feature of the official frontend is on, which is never the case',
      fields: { domain: z.string(), preview_feature: z.string() },
      subscribe: ({ message: { domain, preview_feature } }, feed) => {
        if (!BUILT_IN_FEATURES.includes(domain)) throw unknown(domain, preview_feature);
        const links = { feedback_url: '', learn_more_url: '', report_issue_url: '' };
        feed.event(JSON.stringify({ preview_feature, domain, enabled: false, is_built_in: true, ...links }));
        return () => {};
      },
    }),
    defineCommand({
      type: 'labs/update',
      permission: 'admin',
      summary: 'Switches an experimental feature; none is known',
      result: Nothing,
      fields: {
        domain: id,
        preview_feature: id,
        enabled: z.boolean(),
        create_backup: z.boolean().optional(),
      },
      handle: ({ message: { domain, preview_feature } }) => {
        throw unknown(domain, preview_feature);
      },
    }),
  ];
}

/** Parts that no entity and no entry has. */
function ofItems({ entities, configEntries }: AbsentParts): Command[] {
  return [
    defineCommand({
      type: 'application_credentials/config_entry',
      permission: 'admin',
      summary: 'The credentials of a config entry; none',
      result: AnyObject,
      fields: { config_entry_id: id },
      handle: ({ message }) => {
        configEntries.get(message.config_entry_id);
        return {};
      },
    }),
    defineCommand({
      type: 'update/release_notes',
      permission: 'admin',
      summary: 'The complete release notes of an update; no source has them',
      result: z.string().nullable(),
      fields: { entity_id: id },
      handle: ({ message }) => {
        const entity = entities.get(message.entity_id);
        if (entity?.domain.name !== 'update') throw fault('not_found', 'entity_not_found');
        throw fault('not_supported', 'release_notes_not_supported', { id: entity.id });
      },
    }),
  ];
}

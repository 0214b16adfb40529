import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import type { Undo } from '../../../core/clock.ts';
import { fault } from '../../../core/errors.ts';
import type { ConfigEntries } from '../../../entities/registry/config-entries.ts';
import type { ViewedHome } from '../../../entities/visibility/home-view.ts';
import { ITEM_TYPES, type Related } from '../../../entities/visibility/related.ts';
import type { RelatedQuestion } from '../../../entities/visibility/visible-related.ts';
import { AnyObject, keyed, Names, Nothing, object } from '../../shapes/plain-shapes.ts';
import { ManifestShape } from '../../shapes/registry-shapes.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';

/** What is known of an integration that runs in a process. */
export interface ProcessManifest {
  readonly domain: string;
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly iot_class: string;
  readonly single: boolean;
  readonly documentation?: string;
  readonly isBuiltIn: boolean;
}

/** The dependencies of these commands. */
export interface IntegrationCommandParts extends ViewedHome {
  readonly configEntries: ConfigEntries;
  /** The loaded integrations that a caller sees. */
  readonly integrations: (access: Access) => readonly string[];
  /** The integrations that are set up by a flow, loaded or not. */
  readonly setUpByFlow: () => readonly string[];
  /** The integrations that run in processes, set up or not. */
  readonly manifests: () => readonly ProcessManifest[];
  /** How clients group an integration. */
  readonly typeOf: (domain: string) => string;
  readonly relatedTo: (question: RelatedQuestion, access: Access) => Related;
}

/** Integrations, their manifests, and related items. */
export function integrationCommands(parts: IntegrationCommandParts): Command[] {
  const { configEntries, integrations, setUpByFlow, manifests, typeOf, relatedTo } = parts;
  const titles = (): Map<string, string> =>
    new Map([...configEntries.list()].map(({ domain, title }) => [domain, title]));
  const manifestOf = (domain: string) => {
    const own = manifests().find((one) => one.domain === domain);
    if (own !== undefined) return processManifest(own);
    const hasFlow = setUpByFlow().includes(domain);
    // The entries of a flow have names that users gave.
    const name = (hasFlow ? undefined : titles().get(domain)) ?? titleOf(domain);
    return manifest({ domain, name, type: typeOf(domain), hasFlow });
  };
  const available = (access: Access): readonly string[] => [
    ...new Set([...integrations(access), ...setUpByFlow(), ...manifests().map(({ domain }) => domain)]),
  ];
  return [
    defineCommand({
      type: 'manifest/list',
      permission: 'user',
      summary: 'The manifests of integrations',
      result: z.array(ManifestShape),
      fields: { integrations: z.array(z.string()).optional() },
      handle: ({ message, access }) =>
        integrations(access)
          .filter((name) => message.integrations?.includes(name) ?? true)
          .map(manifestOf),
    }),
    defineCommand({
      type: 'manifest/get',
      permission: 'user',
      summary: 'The manifest of one integration',
      result: ManifestShape,
      fields: { integration: z.string() },
      handle: ({ message, access }) => {
        if (!available(access).includes(message.integration))
          throw fault('not_found', 'integration_not_found');
        return manifestOf(message.integration);
      },
    }),
    defineCommand({
      type: 'integration/setup_info',
      permission: 'user',
      summary: 'The setup time of integrations in seconds',
      result: z.array(object({ domain: z.string(), seconds: z.number() })),
      fields: {},
      handle: ({ access }) => integrations(access).map((domain) => ({ domain, seconds: 0 })),
    }),
    defineCommand({
      type: 'integration/wait',
      permission: 'user',
      summary: 'Whether an integration is loaded',
      result: object({ integration_loaded: z.boolean() }),
      fields: { domain: z.string() },
      handle: ({ message, access }) => ({
        integration_loaded: integrations(access).includes(message.domain),
      }),
    }),
    defineSubscription({
      type: 'subscribe_bootstrap_integrations',
      permission: 'user',
      summary: 'The integrations that are still starting; always empty',
      event: keyed(z.number()),
      fields: {},
      subscribe: (): Undo => () => {},
    }),
    defineCommand({
      type: 'integration/descriptions',
      permission: 'admin',
      summary: 'The available integrations',
      result: object({ core: AnyObject, custom: AnyObject }),
      fields: {},
      handle: ({ access }) => {
        const kinds: Record<'integration' | 'helper', Record<string, object>> = {
          integration: Object.create(null),
          helper: Object.create(null),
        };
        for (const domain of available(access)) {
          const {
            name,
            integration_type: type,
            config_flow,
            iot_class,
            single_config_entry,
          } = manifestOf(domain);
          kinds[type === 'helper' ? 'helper' : 'integration'][domain] = {
            ...{ name, integration_type: type, config_flow, iot_class },
            ...(single_config_entry === undefined ? {} : { single_config_entry }),
          };
        }
        const none = { integration: {}, helper: {}, translated_name: [] };
        return { core: { ...kinds, translated_name: [] }, custom: none };
      },
    }),
    defineSubscription({
      type: 'subscribe_system_state',
      permission: 'admin',
      summary: 'Whether a restart is required, which is never the case',
      event: object({ home_assistant_restart_required: z.boolean() }),
      fields: {},
      subscribe: (_call, feed): Undo => {
        feed.event(JSON.stringify(NO_RESTART));
        return () => {};
      },
    }),
    defineCommand({
      type: 'dismiss_system_state',
      permission: 'admin',
      summary: 'Dismisses a restart request',
      result: Nothing,
      fields: {},
      handle: () => null,
    }),
    defineCommand({
      type: 'search/related',
      permission: 'user',
      summary: 'The entities, devices, areas and items related to an item',
      result: keyed(Names),
      fields: {
        item_type: z.enum(ITEM_TYPES),
        item_id: z.string(),
        include_disabled_entities: z.boolean().default(false),
      },
      handle: ({ message: { item_type: type, item_id: id, include_disabled_entities }, access }) =>
        relatedTo({ type, id, includesDisabled: include_disabled_entities }, access),
    }),
  ];
}

const NO_RESTART = {
  home_assistant_restart_required: false,
  home_assistant_restart_dismissed: false,
  home_assistant_restart_sources: [],
  host_reboot_required: false,
  host_reboot_dismissed: false,
};

function manifest({
  domain,
  name,
  type,
  hasFlow,
}: Readonly<Record<'domain' | 'name' | 'type', string>> & { readonly hasFlow: boolean }): Readonly<
  Record<string, unknown>
> {
  return {
    domain,
    name,
    codeowners: [],
    config_flow: hasFlow,
    dependencies: [],
    documentation: null,
    integration_type: type,
    iot_class: 'local_push',
    is_built_in: true,
    overwrites_built_in: false,
    requirements: [],
  };
}

function processManifest(own: ProcessManifest): Readonly<Record<string, unknown>> {
  const { domain, name, version, type, iot_class, single, documentation = null, isBuiltIn } = own;
  return {
    ...manifest({ domain, name, type, hasFlow: true }),
    ...{ version, iot_class, documentation, is_built_in: isBuiltIn },
    ...(single ? { single_config_entry: true } : {}),
  };
}

function titleOf(domain: string): string {
  const text = domain.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

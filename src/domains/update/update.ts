import { fault, type HubError } from '../../core/errors.ts';
import type { Message } from '../../core/messages.ts';
import { type Command, defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { ON_OFF_EVENTS } from '../definition/device-automations.ts';
import { boolean, text } from '../definition/field.ts';
import { states } from '../definition/state-tests.ts';
import { onOff } from '../switch/switch.ts';
import { isNewer } from './version-order.ts';

/** The reported values of an update. */
export interface UpdateValues {
  readonly [key: string]: unknown;
  readonly installed_version: string | null;
  readonly latest_version: string | null;
  readonly in_progress?: boolean;
  readonly update_percentage?: number | null;
  readonly release_summary?: string | null;
  readonly release_url?: string | null;
  readonly title?: string | null;
  readonly auto_update?: boolean;
  /** The version the user skipped; stored by the hub. */
  readonly skipped_version?: string | null;
}

/** How an update reports its progress. */
export interface UpdateCapabilities {
  readonly [key: string]: unknown;
  readonly display_precision?: number;
}

type UpdateView = EntityView<UpdateValues, UpdateCapabilities>;

const MAX_SUMMARY_LENGTH = 255;

/** Updates of devices and programs. */
export const updateDomain = defineDomain<UpdateValues, UpdateCapabilities>({
  name: 'update',
  title: 'Update',
  states: ['on', 'off'],
  unrecorded: ['display_precision', 'entity_picture', 'in_progress', 'release_summary', 'update_percentage'],
  features: { install: 1, specific_version: 2, progress: 4, backup: 8, release_notes: 16 },
  deviceClasses: ['firmware'],
  attributes: {
    auto_update: { description: 'Whether it installs updates by itself.' },
    display_precision: { description: 'Number of decimals of `update_percentage` to display.' },
    installed_version: { description: 'The installed version, or null.' },
    in_progress: { description: 'Whether an installation is in progress.' },
    latest_version: { description: 'The latest available version, or null.' },
    release_summary: { description: 'A summary of the release notes.' },
    release_url: { description: 'URL of the release notes.' },
    skipped_version: { description: 'The version that the user skipped.' },
    title: { description: 'Title of what is updated.' },
    update_percentage: { description: 'Progress of the installation in percent, or null.' },
  },
  services: [
    defineService({
      name: 'install',
      fields: {
        version: text({ example: '1.0.0', filter: { features: ['specific_version'] } }),
        backup: boolean({ default: false, filter: { features: ['backup'] } }),
      },
      admin: true,
      requires: [['install']],
      plan: (update: UpdateView, { version, backup = false }): Command<UpdateValues> => {
        const { installed_version, latest_version, in_progress } = update.values;
        if (version === undefined && (latest_version === null || latest_version === installed_version))
          throw failure('no_update_available', {
            key: 'there_is_no_update_for',
            parameters: { update: update.id },
          });
        if (version !== undefined && !update.features.has('specific_version'))
          throw failure('specific_version_not_supported', {
            key: 'update_installs_newest_version_only',
            parameters: { update: update.id },
          });
        if (backup && !update.features.has('backup'))
          throw failure('backup_not_supported', {
            key: 'update_makes_no_backups',
            parameters: { update: update.id },
          });
        if (in_progress === true)
          throw failure('update_in_progress', {
            key: 'update_is_being_installed_already',
            parameters: { update: update.id },
          });
        return {
          service: 'install',
          fields: { ...(version === undefined ? {} : { version }), backup },
          patch: {
            installed_version: version ?? latest_version,
            in_progress: false,
            update_percentage: null,
          },
        };
      },
    }),
    defineService({
      name: 'skip',
      fields: {},
      admin: true,
      local: true,
      plan: (update: UpdateView): Command<UpdateValues> => {
        const { installed_version, latest_version } = update.values;
        refuseAutomatic(update);
        if (latest_version === null)
          throw failure('unknown_version_to_skip', {
            key: 'update_does_not_know_version_to_skip',
            parameters: { update: update.id },
          });
        if (latest_version === installed_version)
          throw failure('no_update_available', {
            key: 'there_is_no_update_for_to_skip',
            parameters: { update: update.id },
          });
        return { service: 'skip', fields: {}, patch: { skipped_version: latest_version } };
      },
    }),
    defineService({
      name: 'clear_skipped',
      fields: {},
      admin: true,
      local: true,
      plan: (update: UpdateView): Command<UpdateValues> => {
        refuseAutomatic(update);
        return { service: 'clear_skipped', fields: {}, patch: { skipped_version: null } };
      },
    }),
  ],
  remember: (values, reported) => {
    const now = { ...values, ...reported };
    const stale = now.skipped_version === now.installed_version || now.skipped_version !== now.latest_version;
    return now.skipped_version != null && stale ? { skipped_version: null } : {};
  },
  deviceAutomations: { triggers: ON_OFF_EVENTS },
  entityTriggers: {
    becomes: { became_available: states('on') },
    is: { is_available: states('on'), is_not_available: states('off') },
  },
  presentCapabilities: () => ({}),
  present: ({ values, capabilities }) => ({
    state: onOff(isAvailable(values)),
    attributes: {
      auto_update: values.auto_update ?? false,
      display_precision: capabilities.display_precision ?? 0,
      installed_version: values.installed_version,
      in_progress: values.in_progress ?? false,
      latest_version: values.latest_version,
      release_summary: values.release_summary?.slice(0, MAX_SUMMARY_LENGTH) ?? null,
      release_url: values.release_url ?? null,
      skipped_version: values.skipped_version ?? null,
      title: values.title ?? null,
      update_percentage: values.in_progress === true ? (values.update_percentage ?? null) : null,
    },
  }),
});

function isAvailable({ installed_version, latest_version, skipped_version }: UpdateValues): boolean | null {
  if (installed_version === null || latest_version === null) return null;
  return latest_version !== skipped_version && isNewer(latest_version, installed_version);
}

function refuseAutomatic(update: UpdateView): void {
  if (update.values.auto_update === true)
    throw failure('auto_update_enabled', {
      key: 'update_installs_updates_by_itself',
      parameters: { update: update.id },
    });
}

function failure(key: string, { key: message, parameters }: Message): HubError {
  return fault('home_assistant_error', message, parameters, { translation: { domain: 'update', key } });
}

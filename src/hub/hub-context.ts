import type { AddressCheck } from '../api/address-check.ts';
import type { ExplainCause } from '../api/cause-interface.ts';
import type { HistoryImporter } from '../api/history-importer.ts';
import type { PhonesParts } from '../api/phones-interface.ts';
import type { PushParts } from '../api/push-interface.ts';
import type { RouteParts } from '../api/rest/routes/index.ts';
import type { StateList } from '../api/state-list.ts';
import type { Templates } from '../api/templates.ts';
import type { Webhooks } from '../api/webhooks.ts';
import type { ItemCollection } from '../api/ws/commands/collections.ts';
import type { CommandParts } from '../api/ws/commands/index.ts';
import type { LogParts } from '../api/ws/commands/logs.ts';
import type { MaintenanceParts } from '../api/ws/commands/maintenance.ts';
import type { Exposure } from '../assist/exposure.ts';
import type { Audit } from '../auth/audit.ts';
import type { Auth } from '../auth/auth.ts';
import type { Sentences } from '../automation/config/sentences.ts';
import type { LoadedSettings } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import type { Bus } from '../core/bus.ts';
import type { Clock } from '../core/clock.ts';
import type { CpuBudget } from '../core/cpu-budget.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Message } from '../core/messages.ts';
import type { Calendars } from '../core/ports.ts';
import type { RawSection } from '../core/settings-block.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { EnergySensors } from '../energy/energy-sensors.ts';
import type { SavedPreferences } from '../energy/saved-preferences.ts';
import type { SavedSettings } from '../energy/saved-settings.ts';
import type { DashboardsInFiles } from '../entities/dashboards/dashboard-files.ts';
import type { DashboardResources } from '../entities/dashboards/dashboard-resources.ts';
import type { Dashboards } from '../entities/dashboards/dashboards.ts';
import type { Panels } from '../entities/dashboards/panels.ts';
import type { Themes } from '../entities/dashboards/themes.ts';
import type { HomeModel } from '../entities/home/home-model.ts';
import type { Issues } from '../entities/issues/issues.ts';
import type { PlainService } from '../entities/services/service.ts';
import type { Habits } from '../entities/usage/habits.ts';
import type { ItemReferences } from '../entities/visibility/related.ts';
import type { LocalCalendars } from '../helpers/calendar/local-calendars.ts';
import type { EntityGroups } from '../helpers/entity-groups/entity-groups.ts';
import type { ConfigFlows } from '../helpers/entries/config-flows.ts';
import type { HelperEntries } from '../helpers/entries/helper-entries.ts';
import type { HelperCollection } from '../helpers/helper-collection.ts';
import type { Notifications } from '../helpers/notifications.ts';
import type { Tags } from '../helpers/tags.ts';
import type { TemplateHelpers } from '../helpers/template/template-helpers.ts';
import type { TodoLists } from '../helpers/todo-lists.ts';
import type { Causes } from '../history/causes.ts';
import type { RecentOrigins } from '../history/recent-origins.ts';
import type { DownsampleIntervals } from '../history/recorder/downsample-intervals.ts';
import type { RecordedAttributes } from '../history/recorder/recorded-attributes.ts';
import type { Recorder } from '../history/recorder/recorder.ts';
import type { RecordingChoices } from '../history/recorder/recording-choices.ts';
import type { PurgeNight } from '../history/recorder/retention.ts';
import type { HistoryThread } from '../history/thread/history-thread.ts';
import type { HlsStreams } from '../integrations/camera/hls-streams.ts';
import type { Provisions } from '../integrations/provisions.ts';
import type { LocalName } from '../network/local-name.ts';
import type { Note } from '../notifications/note.ts';
import type { PushRequest } from '../notifications/web-push.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import type { Database } from '../storage/database.ts';
import type { Collection } from '../storage/documents.ts';
import type { LastStates } from '../storage/last-states.ts';
import type { LogFile } from '../storage/log-file.ts';
import type { MediaFolders } from '../storage/media-folders.ts';
import type { PictureStore } from '../storage/picture-store.ts';
import type { TemplateService } from '../templates/template-service.ts';
import type { HttpChallenge } from '../tls/acme/http-challenge.ts';
import type { Tls } from '../tls/tls.ts';
import type { ConfigItemFiles } from './config-items.ts';
import type { HistoryNotices } from './history-notices.ts';
import type { StoredSources } from './history-sources.ts';
import type { HubBackups } from './hub-backups.ts';
import type { HubChanges } from './hub-changes.ts';

/** Templates of callers, and the service that reloads custom templates. */
export interface HubTemplates {
  /** What renders all templates; loaded when it is first asked for. */
  service(): Promise<TemplateService>;
  readonly templates: Templates;
  readonly services: readonly PlainService[];
}

/** The options of a start. */
export interface HubOptions {
  readonly settings: Settings;
  readonly logFile: LogFile;
  /** Hearth's own version. */
  readonly version: string;
  /** Stops or restarts the process when a service requests it. */
  readonly onStopAsked: (restart: boolean) => void;
  /** Reads the configuration again and returns its problem, or null. */
  readonly checkConfig: () => Promise<Message | string | null>;
  /** Reads the current configuration, as the next start will use it. Throws for errors in it. */
  readonly readSettings: () => Promise<LoadedSettings>;
  /** Reads a section of the configuration file; undefined if it is missing. */
  readonly readSection: (name: string) => Promise<RawSection | undefined>;
  /** The data folder; its opener releases it after the hub has stopped. */
  readonly folder: DataFolder;
  readonly clock?: Clock;
  /** Sends a message to a push service in place of the network; resolves with the status. */
  readonly sendPush?: (request: PushRequest) => Promise<number>;
}

/** Items users create: helpers, groups, scenes. */
export interface HelperServices {
  /** In the order in which they start, after the integrations. */
  readonly parts: readonly Part[];
  readonly services: readonly PlainService[];
  readonly commandParts: Pick<CommandParts, 'calendar' | 'notifications' | 'todo'>;
  readonly routeParts: Pick<RouteParts, 'calendars'>;
  /** The collections with list, create, update and delete. */
  readonly collections: readonly ItemCollection[];
  /** The collections by their kind, for undo. */
  readonly kinds: readonly HelperCollection[];
  readonly entityGroups: EntityGroups;
  readonly localCalendars: LocalCalendars;
  /** The entity an item of a collection has. */
  readonly entityIdOf: (domain: string, id: string) => string;
  readonly calendars: Calendars;
  readonly notifications: Notifications;
  readonly todoLists: TodoLists;
  readonly reloadScenes: () => Promise<void>;
}

/** All integrations as this server runs them. */
export interface OpenIntegrations {
  /** In the order in which they start, before helpers, groups and scenes. */
  readonly parts: readonly Part[];
  readonly partsAfterHelpers: readonly Part[];
  readonly provided: Provisions;
  /** Whether remembered entities of a platform are shown until their source adds them. */
  readonly isExpected: (platform: string) => boolean;
}

/** The recorder and the worker thread it records to. */
export interface HubHistory {
  readonly thread: HistoryThread;
  readonly recorder: Recorder;
  readonly recent: RecentOrigins;
  readonly attributes: RecordedAttributes;
  readonly notices: HistoryNotices;
  readonly importer: HistoryImporter;
  readonly intervals: DownsampleIntervals;
  /** What administrators chose for single entities. */
  readonly choices: RecordingChoices;
  /** Whether the configuration and administrators let an entity be recorded. */
  readonly isRecorded: (entityId: string) => boolean;
}

/** The dashboards that clients arrange, and the pages of the official frontend. */
export interface HubDashboards {
  readonly files: DashboardsInFiles;
  readonly dashboards: Dashboards;
  readonly resources: DashboardResources;
  readonly panels: Panels;
  readonly themes: Themes;
  /** Reads the themes. */
  readonly part: Part;
  readonly services: readonly PlainService[];
}

/** Files of the home that clients see and upload. */
export interface HubFiles {
  readonly pictures: PictureStore;
  readonly media: MediaFolders;
  readonly streams: HlsStreams;
  readonly parts: readonly Part[];
}

/** What the official frontend asks about the machine, and the services of the log. */
export interface HubMaintenance {
  readonly parts: MaintenanceParts;
  readonly logs: Omit<LogParts, 'integrations'>;
  readonly services: readonly PlainService[];
}

/** Notifications to people. */
export interface HubNotifications {
  readonly part: Part;
  /** Adds another way to reach users; it returns the number of devices reached. */
  readonly reach: (way: (userId: string, note: Note) => number) => void;
  readonly services: readonly PlainService[];
  readonly parts: PushParts;
}

/** The energy preferences and the sensors that follow from them. */
export interface HubEnergy {
  readonly preferences: SavedPreferences;
  readonly settings: SavedSettings;
  readonly sensors: EnergySensors;
}

/** The helpers made by flows, and their flows. */
export interface HubHelperEntries {
  readonly entries: HelperEntries;
  readonly flows: ConfigFlows;
  /** In the order in which they start, after the entities they compute from: also those of the settings file. */
  readonly parts: readonly Part[];
  readonly services: readonly PlainService[];
}

/** The recorded causes. */
export interface HubCauses {
  readonly causes: Causes;
  readonly explain: ExplainCause;
}

/** Automations and scripts. */
export interface AutomationServices {
  /** Automations and scripts with the entities, devices and areas they reference. */
  readonly mentioning: () => Iterable<ItemReferences>;
  /** In start order, after the parts they act on. */
  readonly parts: readonly Part[];
  readonly services: readonly PlainService[];
  readonly commandParts: Pick<
    CommandParts,
    'automations' | 'blueprints' | 'deviceAutomations' | 'traces' | 'triggers'
  >;
  readonly webhooks: Webhooks;
  /** What triggers listen for. */
  readonly sentences: Sentences;
  readonly templateHelpers: TemplateHelpers;
  /** Announces the shutdown; resolves when the automations it triggers are done, or after a time limit. */
  beforeStop(say: () => void): Promise<void>;
}

/** The assistant that understands sentences. */
export interface HubAssist {
  readonly exposure: Exposure;
  readonly services: readonly PlainService[];
  readonly commandParts: Pick<CommandParts, 'assistPipelines' | 'conversation' | 'exposure'>;
  readonly routeParts: Pick<RouteParts, 'conversation'>;
}

/** What all parts of a hub share. */
export interface HubContext {
  readonly options: HubOptions;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly states: StateMachine;
  readonly cpuBudget: CpuBudget;
  readonly home: HomeModel;
  readonly helpers: HelperServices;
  readonly automation: AutomationServices;
  readonly backups: HubBackups;
  readonly assist: HubAssist;
  readonly history: HubHistory;
  readonly purgeNights: Collection<PurgeNight>;
  readonly historySources: StoredSources;
  readonly energy: HubEnergy;
  readonly notifications: HubNotifications;
  readonly dashboards: HubDashboards;
  readonly maintenance: HubMaintenance;
  readonly files: HubFiles;
  readonly habits: Habits;
  readonly addressCheck: AddressCheck;
  readonly issues: { readonly issues: Issues; readonly part: Part };
  readonly helperEntries: HubHelperEntries;
  readonly causes: HubCauses;
  readonly templates: HubTemplates;
  /** 32 hexadecimal digits by which apps know this installation. */
  readonly instanceId: string;
  /** The name under which the network finds this machine. */
  readonly localName: LocalName;
  readonly tls: Tls;
  /** The proofs that the server shows to a public certificate authority. */
  readonly httpChallenge: HttpChallenge;
  readonly tags: Tags;
  readonly integrations: OpenIntegrations;
  /** Companion apps. */
  readonly phones: PhonesParts | undefined;
  /** The recorded changes of the configuration. */
  readonly changes: HubChanges;
  /** The files of automations, scripts and scenes. */
  readonly configItems: ConfigItemFiles;
  /** `hearth.db`. */
  readonly database: Database;
  /** Whether passwords of an earlier version were plain text until this start. */
  readonly hadPlainSecrets: boolean;
  readonly lastStates: LastStates;
  readonly list: StateList;
  readonly auth: Auth;
  readonly audit: Audit;
}

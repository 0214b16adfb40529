import type { Bus } from '../core/bus.ts';
import type { Clock } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import type { RawSection, SectionItem, SettingsBlock, SettingsValues } from '../core/settings-block.ts';
import type { StateMachine } from '../core/state-machine.ts';
import type { HomeModel } from '../entities/home/home-model.ts';
import type { RecordedFiles } from '../storage/changes/recorded-files.ts';
import type { Database } from '../storage/database.ts';
import type { Documents } from '../storage/documents.ts';
import type { TemplateService } from '../templates/template-service.ts';
import type { EntityPort } from './entity-port.ts';
import type { HomeItems } from './home-items.ts';
import type { ScanTag } from './mqtt/discovery/tags.ts';
import type { BrokerAccounts } from './mqtt-broker/embedded-broker.ts';
import type { PastHistory } from './past-history.ts';
import type { Provisions } from './provisions.ts';

/** Code that connects devices or services and provides their entities; `index.ts` lists all. */
export interface Integration<Settings extends SettingsBlock = SettingsBlock> {
  readonly name: string;
  /** Its part of the settings, as a tree from the root of `hearth.yaml`. */
  readonly settings: Settings;
  /** Sections of `hearth.yaml` it reads itself, such as `camera`. */
  readonly sections: readonly string[];
  /** Platforms of items in sections such as `sensor` that it reads: `rest`. */
  readonly platforms?: readonly string[];
  /** Builds what the settings enable, without starting it; undefined if they enable nothing. */
  open(context: IntegrationContext<SettingsValues<Settings>>): Promise<OpenIntegration | undefined>;
}

/** An integration as this server runs it. */
export interface OpenIntegration {
  /** In the order in which they start; the hub stops them in reverse. */
  readonly parts: readonly Part[];
  /** What starts only when helpers, groups and scenes are there. */
  readonly partsAfterHelpers?: readonly Part[];
  readonly provides?: Provisions;
  /** Platforms whose registered entities are not shown, since nothing provides them. */
  readonly absentPlatforms?: readonly string[];
}

/** What an integration gets from the hub. */
export interface IntegrationContext<Settings> {
  readonly settings: Settings & {
    readonly dataDir: string;
    readonly sections: ReadonlyMap<string, RawSection>;
  };
  /**
   * The settings as they are now, those of the next start, and the paths that variables and flags decide.
   * Throws for mistakes in them.
   */
  readSettings(): Promise<{ readonly settings: Settings; readonly outside: ReadonlySet<string> }>;
  /**
   * Reads the items of a section of `hearth.yaml` and of packages again; a map with one of the keys `ofOne` is one
   * item by itself. Throws for mistakes in the settings.
   */
  readItems(section: string, ofOne: readonly string[]): Promise<readonly SectionItem[]>;
  /** The ID of this installation. */
  readonly instanceId: string;
  readonly entities: EntityPort;
  /** Registries, services and facts of the home. */
  readonly home: Omit<HomeModel, 'entities'>;
  readonly items: HomeItems;
  readonly pastHistory: PastHistory;
  readonly bus: Bus;
  readonly states: StateMachine;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  readonly documents: Documents;
  /** Writes files of the data folder, and records that as changes. */
  readonly files: Pick<RecordedFiles, 'write'>;
  readonly mqttAccounts: BrokerAccounts;
  readonly scanTag: ScanTag;
  /** What renders templates; loads the template language. */
  templates(): Promise<TemplateService>;
  /** What the integrations before it in the list provide. */
  readonly provided: Provisions;
}

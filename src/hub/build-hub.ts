import { z } from 'zod';
import { StateList } from '../api/state-list.ts';
import { Audit } from '../auth/audit.ts';
import { buildAuth } from '../auth/auth.ts';
import { followRenames } from '../auth/follow-renames.ts';
import { policyHome } from '../auth/policy-home.ts';
import { recordingOf } from '../changes/collections.ts';
import { masked } from '../changes/masked.ts';
import { hexId } from '../core/context.ts';
import { CpuBudget } from '../core/cpu-budget.ts';
import type { EntityId } from '../core/entity-id.ts';
import { StateMachine } from '../core/state-machine.ts';
import { domains } from '../domains/index.ts';
import { StateSaver } from '../entities/entity/state-saver.ts';
import { buildHomeModel, type HomeModel } from '../entities/home/home-model.ts';
import { Tag, Tags } from '../helpers/tags.ts';
import { PurgeNight } from '../history/recorder/retention.ts';
import { beginsLike } from '../jinja/regex/pattern.ts';
import { parse as parseTemplate } from '../jinja/syntax/parser.ts';
import { LocalName } from '../network/local-name.ts';
import { openRecorder } from '../storage/changes/change-recorder.ts';
import { settlePlannedFiles } from '../storage/changes/recorded-files.ts';
import { sealRecorded } from '../storage/changes/seal-recorded.ts';
import { SealedTexts } from '../storage/changes/sealed-texts.ts';
import { type Documents, openDocuments } from '../storage/documents.ts';
import { LastStates } from '../storage/last-states.ts';
import { openAddressCheck } from './address-check.ts';
import { openAssist } from './assist.ts';
import { openAutomation } from './automation.ts';
import { announceBackups, openBackups } from './backups.ts';
import { openCauses } from './causes.ts';
import { openChanges } from './changes.ts';
import { openConfigItems } from './config-items.ts';
import { openDashboards } from './dashboards.ts';
import { openEnergy } from './energy.ts';
import { openHabits } from './habits.ts';
import { openHelperEntries } from './helper-entries.ts';
import { HistorySource, TakenSource } from './history-sources.ts';
import { openHomeFiles } from './home-files.ts';
import type { HubContext } from './hub-context.ts';
import { openIntegrations } from './integrations.ts';
import { openIssues } from './issues.ts';
import { openMaintenance } from './maintenance.ts';
import { openNotifications } from './notifications.ts';
import { openHelpers } from './open-helpers.ts';
import { phonesParts } from './phones.ts';
import { openTemplates } from './templates.ts';
import { openTls } from './tls.ts';

/** What the home is built on. */
type HubInput = Pick<HubContext, 'options' | 'clock' | 'bus' | 'history'> & {
  /** Whether nothing will be started. */
  readonly isOffline?: boolean;
};

/** The home with its states, and what persists them. */
interface Built {
  readonly states: StateMachine;
  readonly lastStates: LastStates;
  readonly home: HomeModel;
  readonly stateSaver: StateSaver;
}

/**
 * Builds all parts in order of dependency; nothing runs yet. `stateSaver` restores states and starts first.
 */
export async function buildHub(
  input: HubInput,
): Promise<{ readonly hub: HubContext; readonly stateSaver: StateSaver }> {
  const { options, clock, bus, history } = input;
  const { settings, logFile } = options;
  const { log } = logFile;
  const { database, fields } = options.folder;
  const texts = new SealedTexts(options.folder.secrets, (text) => masked(text) !== text);
  const recorder = await openRecorder(database, { recordingOf, clock, texts });
  await settlePlannedFiles(options.folder.path, { database, texts, log: log.named('storage') });
  // A hub that starts nothing could not say so.
  const hasSealed = input.isOffline !== true && (await sealRecorded(database, { recordingOf, texts }));
  const documents = await openDocuments(database, log.named('storage'), { recorder, fields });
  const { stateSaver, ...built } = build(input, documents);
  const { states, home, lastStates } = built;
  const audit = new Audit(database, clock, log.named('audit'));
  const auth = buildAuth({
    documents,
    audit,
    clock,
    log: log.named('auth'),
    home: policyHome(home, bus),
  });
  followRenames(auth, bus, log.named('auth'));
  const cpuBudget = new CpuBudget(clock);
  const tags = new Tags({ ...home, store: documents.collection('tags', Tag), bus, clock });
  const templates = openTemplates({ options, clock, bus, states, home: home, cpuBudget });
  const shared = {
    options,
    clock,
    bus,
    states,
    history,
    home,
    lastStates,
    database,
    auth,
    audit,
    cpuBudget,
    tags,
    templates,
    list: new StateList(states),
    hadPlainSecrets: hasSealed || options.folder.hadPlainSecrets,
    localName: new LocalName(),
    historySources: {
      sources: documents.collection('history_sources', HistorySource),
      taken: documents.collection('taken_history_sources', TakenSource),
    },
    purgeNights: documents.collection('purge_nights', PurgeNight),
    causes: openCauses({ options, clock, bus, states, auth }, history),
    configItems: openConfigItems({
      ...{ dataDir: settings.dataDir, database, recorder, clock },
      log: log.named('config'),
    }),
  };
  const instanceId = await instanceIdOf(documents);
  const base = {
    ...shared,
    instanceId,
    backups: openBackups({ ...shared, instanceId }, documents),
    energy: openEnergy(shared, documents),
    dashboards: openDashboards(shared, documents, shared.configItems.history),
    maintenance: openMaintenance(shared, documents),
    issues: openIssues(shared, documents),
    files: openHomeFiles(shared, documents),
    habits: openHabits(shared, documents),
    addressCheck: openAddressCheck(clock),
    ...openTls(shared, documents),
    notifications: openNotifications(shared, documents),
    helperEntries: openHelperEntries(shared),
  };
  const helpers = await openHelpers(base, documents);
  announceBackups(base.backups, helpers);
  const integrations = await openIntegrations({ ...base, helpers }, documents);
  const devices = { ...base, helpers, integrations };
  const automation = await openAutomation(devices, documents);
  const automated = { ...devices, automation };
  const spoken = { ...automated, assist: openAssist(automated, documents) };
  const whole = { ...spoken, phones: phonesParts(spoken) };
  const changes = openChanges(whole, { documents, recorder, isOffline: input.isOffline === true });
  await changes.resume();
  return { hub: { ...whole, changes }, stateSaver };
}

/** The ID of this installation, which apps know it by. */
async function instanceIdOf(documents: Documents): Promise<string> {
  const ids = documents.collection('instance', z.string());
  if (ids.entries.get('instance') === undefined) await ids.put('instance', hexId());
  return ids.entries.get('instance') ?? '';
}

function build({ options, clock, bus }: HubInput, documents: Documents): Built {
  const { log } = options.logFile;
  const states = new StateMachine(bus, clock);
  const lastStates = new LastStates({
    ...{ database: options.folder.database, clock, log: log.named('storage') },
    interval: options.settings.recorder.commit_interval * 1000,
  });
  const home = buildHomeModel({
    facts: options.settings.home,
    domains,
    documents,
    bus,
    states,
    clock,
    log,
    lastValues: (id: EntityId) => {
      const last = stateSaver.lastState(id);
      return last?.values == null ? null : { values: last.values, changedAt: last.last_changed };
    },
    checkTemplate: parseTemplate,
    beginsLike,
  });
  const stateSaver = new StateSaver({ ...home, lastStates, states, bus });
  return { states, lastStates, home, stateSaver };
}

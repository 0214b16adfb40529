import { requireApprovals } from './approvals.ts';
import { importClientData } from './client-data.ts';
import { importConfigEntries } from './config-entries.ts';
import { importCustomize } from './customize.ts';
import { importDashboards } from './dashboards.ts';
import { importDevices } from './devices.ts';
import { importEnergy } from './energy.ts';
import { importEntities } from './entities.ts';
import { importHelperItems } from './helper-items.ts';
import { keepHelperNames } from './helper-names.ts';
import { importHomeFacts } from './home-facts.ts';
import type { HomeRead } from './home-read.ts';
import { type ImportContext, ImportPlan } from './import-plan.ts';
import { importLastStates } from './last-states.ts';
import { importLists } from './lists.ts';
import { importMqtt } from './mqtt.ts';
import { importOtherFiles } from './other-files.ts';
import { importPhones } from './phones.ts';
import { importPlaces } from './places.ts';
import { importRecorder } from './recorder.ts';
import { reportRest } from './remaining-files.ts';
import { Report } from './report.ts';
import { importSettings } from './settings.ts';
import type { SourceFolder } from './source-folder.ts';
import { StoredFiles } from './stored-files.ts';
import { importUsers } from './users.ts';
import { nameWaitingEntities } from './waiting-entities.ts';
import { importYaml } from './yaml-files.ts';

/** The parts of an import, in the order in which they need each other. */
const PARTS: readonly ((context: ImportContext) => Promise<void>)[] = [
  importPlaces,
  importDevices,
  importEntities,
  keepHelperNames,
  importHomeFacts,
  importUsers,
  importConfigEntries,
  importMqtt,
  importPhones,
  importHelperItems,
  importLists,
  importYaml,
  importSettings,
  importCustomize,
  importOtherFiles,
  importDashboards,
  importClientData,
  importEnergy,
  importLastStates,
  importRecorder,
  requireApprovals,
  nameWaitingEntities,
  reportRest,
];

/** Reads an installation without writing anything. Throws `ImportError` if it is damaged. */
export async function readHome(
  folder: SourceFolder,
  options: { readonly now: number; readonly excluded?: ReadonlySet<string>; readonly withHistory?: boolean },
): Promise<HomeRead> {
  const report = new Report();
  const plan = new ImportPlan();
  const stored = new StoredFiles(folder, report);
  const { now, excluded = new Set(), withHistory = true } = options;
  const context: ImportContext = { folder, stored, report, plan, now, excluded, withHistory };
  for (const part of PARTS) await part(context);
  return { plan, report };
}

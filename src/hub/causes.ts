import { join } from 'node:path';
import type { ExplainCause } from '../api/cause-interface.ts';
import { causeChain } from '../history/cause-chain.ts';
import { Causes } from '../history/causes.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { historyMigrations } from '../storage/migrations/history.ts';
import type { HubCauses, HubContext } from './hub-context.ts';

/** Opens `history.db`: events and their causes. */
export function openHistory({ options, clock }: Pick<HubContext, 'options' | 'clock'>): Promise<Database> {
  const { path, thread } = options.folder;
  return openDatabase({
    file: join(path, 'history.db'),
    migrations: historyMigrations,
    backupFolder: join(path, 'backups'),
    clock,
    log: options.logFile.log.named('history'),
    thread,
  });
}

/** Opens the record of causes. */
export function openCauses(
  { options, clock, bus, states, auth }: Pick<HubContext, 'options' | 'clock' | 'bus' | 'states' | 'auth'>,
  database: Database,
): HubCauses {
  const causes = new Causes({ database, bus, clock, log: options.logFile.log.named('history') });
  const explain: ExplainCause = (question) =>
    causeChain(
      {
        causes,
        states,
        userName: (id) => auth.users.get(id)?.name,
        tokenName: (id) => auth.tokens.get(id)?.name ?? undefined,
      },
      question,
    );
  return { causes, explain };
}

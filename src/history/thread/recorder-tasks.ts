import { asFailure, isDamage } from '../../storage/failure.ts';
import { SqliteConnection } from '../../storage/sqlite.ts';
import { RecorderFile } from '../home-assistant/recorder-file.ts';
import type { EntitySamples } from '../samples/sample.ts';
import { addEarlierStatistics } from '../statistics/add-earlier-statistics.ts';
import type { TaskContext } from './task.ts';

/** Our own copy of a database of Home Assistant's recorder. */
interface RecorderCopy {
  readonly file: string;
}

/** What a part of a copy brought. */
export interface TakenPart {
  readonly added: number;
  /** The entities or statistics that could not be read, or only in part, and why. */
  readonly problems: readonly { readonly id: string; readonly reason: string }[];
}

/** Nobody else uses the copy. */
const LOCK_WAIT = 1000;

/**
 * The copy that is being read. It stays open between the tasks: SQLite's lock on a file is only free again once the
 * thread has ended.
 */
let open:
  | { readonly file: string; readonly connection: SqliteConnection; readonly copy: RecorderFile }
  | undefined;

function copyOf(file: string): RecorderFile {
  if (open?.file !== file) {
    closeCopy();
    const connection = new SqliteConnection(file, LOCK_WAIT);
    open = { file, connection, copy: new RecorderFile(connection) };
  }
  return open.copy;
}

function closeCopy(): void {
  open?.connection.close();
  open = undefined;
}

/** The tasks that import what Home Assistant's recorder has kept. */
export const recorderTasks = {
  /** What a copy contains. Throws if it is no database. */
  'recorder.list': (
    _context: TaskContext,
    { file }: RecorderCopy,
  ): { readonly entityIds: readonly string[]; readonly statisticIds: readonly string[] } => ({
    entityIds: copyOf(file).entityIds(),
    statisticIds: copyOf(file).statisticIds(),
  }),

  /** Closes the copy that was read, so that it can be removed. */
  'recorder.close': (): void => closeCopy(),

  /** Imports the states of some entities as a unit; repeating it adds nothing. */
  'recorder.takeStates': async (
    { imports, samples, statistics: { store }, pause }: TaskContext,
    { file, ids, shortFrom }: RecorderCopy & { readonly ids: readonly string[]; readonly shortFrom: number },
  ): Promise<TakenPart> => {
    const problems: TakenPart['problems'][number][] = [];
    const copy = copyOf(file);
    const source = (async function* (): AsyncGenerator<EntitySamples> {
      for (const id of ids) {
        try {
          for (const chunk of copy.samples(id)) {
            yield chunk;
            await pause();
          }
        } catch (error) {
          if (!isDamage(error)) throw error;
          problems.push({ id, reason: asFailure(error).message });
        }
      }
    })();
    const { entities } = await imports.take({ samples, store }, source, { shortFrom, isDryRun: false });
    return { added: Object.values(entities).reduce((sum, counts) => sum + counts.new, 0), problems };
  },

  /** Imports some statistics, each as a unit; repeating it adds nothing. */
  'recorder.takeStatistics': async (
    { statistics, pause }: TaskContext,
    { file, ids, now }: RecorderCopy & { readonly ids: readonly string[]; readonly now: number },
  ): Promise<TakenPart> => {
    const problems: TakenPart['problems'][number][] = [];
    const copy = copyOf(file);
    let added = 0;
    for (const id of ids) {
      try {
        const found = copy.statistic(id);
        if (found !== undefined) added += addEarlierStatistics(statistics, found, now);
      } catch (error) {
        problems.push({ id, reason: asFailure(error).message });
      }
      await pause();
    }
    return { added, problems };
  },
};

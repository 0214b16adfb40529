import { join } from 'node:path';
import { parseSize } from '../core/byte-size.ts';
import { type Clock, isoTime } from '../core/clock.ts';
import { compileFilter } from '../core/entity-filter.ts';
import type { Part } from '../core/lifecycle.ts';
import { messageText } from '../core/messages.ts';
import type { PlainService } from '../entities/services/service.ts';
import { logbookServices } from '../history/logbook/logbook-service.ts';
import { RecentOrigins } from '../history/recent-origins.ts';
import { RecordedAttributes } from '../history/recorder/recorded-attributes.ts';
import { Recorder } from '../history/recorder/recorder.ts';
import { recorderServices } from '../history/recorder/recorder-services.ts';
import { Retention } from '../history/recorder/retention.ts';
import { StatisticsSchedule } from '../history/recorder/statistics-schedule.ts';
import { StatisticsRequests } from '../history/requests/statistics-requests.ts';
import { statisticsService } from '../history/requests/statistics-service.ts';
import { HistoryThread } from '../history/thread/history-thread.ts';
import { historyMigrations } from '../storage/migrations/history.ts';
import { statisticsMigrations } from '../storage/migrations/statistics.ts';
import { HistoryNotices } from './history-notices.ts';
import type { HubContext, HubHistory } from './hub-context.ts';
import { storeSetup } from './store-setup.ts';

const LOCK_WAIT = 5000;
/** Milliseconds that a commit may take itself, so that a power cut loses no more than the interval. */
const COMMIT_TIME = 300;
const DEFAULT_DAYS = 365;
const YEAR = 365 * 86_400_000;

/** Starts the history worker, which opens `history.db`. */
export async function openHistory({
  options,
  clock,
  bus,
}: Pick<HubContext, 'options' | 'clock' | 'bus'>): Promise<HubHistory> {
  const { path } = options.folder;
  const { recorder: settings } = options.settings;
  const log = options.logFile.log.named('history');
  const attributes = new RecordedAttributes((entity_id, length) =>
    log.warn(`The attributes of ${entity_id} are too long to be recorded`, { length }),
  );
  const recent = new RecentOrigins();
  const isInformative = recent.isInformative.bind(recent);
  const isRecorded = compileFilter(settings.include, settings.exclude) ?? (() => true);
  const commitInterval = Math.max(settings.commit_interval * 1000 - COMMIT_TIME, 1);
  const recorder = new Recorder({
    ...{ bus, clock, log, attributes, commitInterval, isRecorded, isInformative },
  });
  if (settings.db_url !== null) log.warn('recorder.db_url is not used: the history is in the data folder.');
  const notices = new HistoryNotices(clock, log);
  const stamp = stampOf(clock);
  const opening = {
    backup: { folder: join(path, 'backups'), stamp },
    lockWait: LOCK_WAIT,
    releasesSpace: true,
  };
  const thread = await HistoryThread.start({
    setup: {
      history: { ...opening, file: join(path, 'history.db'), migrations: historyMigrations },
      statistics: { ...opening, file: join(path, 'statistics.db'), migrations: statisticsMigrations },
      store: await storeSetup(options.settings.history),
    },
    log,
    beforeQuestion: () => recorder.flush(),
    onCommitted: (error) => recorder.committed(error),
    onNotice: (notice) => notices.take(notice),
    onLost: options.folder.onStorageLost,
  });
  recorder.connect((columns, commit) => thread.append(columns, commit));
  return { thread, recorder, recent, notices, attributes, isRecorded };
}

/** What keeps the history in order once the home is built. */
export function tendHistory({ options, clock, bus, states, home, history, helpers }: HubContext): {
  readonly parts: readonly Part[];
  readonly services: readonly PlainService[];
} {
  const { thread, recorder, attributes, isRecorded } = history;
  // States that callers wrote without an entity are recorded as they are.
  attributes.leaveOut((id) => home.entities.get(id)?.domain.unrecorded ?? []);
  const { settings, folder, logFile } = options;
  const log = logFile.log.named('history');
  const { keep, keep_days, max_size, short_term_days } = settings.history;
  const stored = {
    entityIds: () => thread.call('samples.entityIds', undefined),
    usage: () => thread.call('samples.usage', undefined),
    dropBefore: (at: number, entityIds?: readonly string[]) =>
      thread.call('samples.dropBefore', entityIds === undefined ? { at } : { at, entityIds }),
    dropCausesBefore: (at: number) => thread.call('causes.dropBefore', at),
    size: () => thread.call('samples.size', undefined),
  };
  const retention = new Retention({
    ...{ clock, log, history: stored, folder: folder.path },
    timeZone: () => home.home.facts.time_zone,
    periods: { days: keep_days ?? settings.recorder.purge_keep_days ?? DEFAULT_DAYS, ...keep },
    labelsOf: (id) => home.registry.get(id)?.labels ?? [],
    isAutomatic: settings.recorder.auto_purge,
    shortTermDays: short_term_days,
    maxSize: max_size === null ? null : (parseSize(max_size) ?? null),
    tidyStatistics: (shortTermBefore) =>
      thread.call('statistics.tidy', {
        ...{ shortTermBefore, rollupsBefore: shortTermBefore, changesBefore: clock.now() - YEAR },
        copies: { folder: join(folder.path, 'backups'), stamp: stampOf(clock) },
      }),
    announce: (sizes) => {
      const id = 'history_size';
      if (sizes === null) helpers.notifications.dismiss(id);
      else helpers.notifications.create(messageText('history_nearly_full', sizes), { id });
    },
  });
  const forget = (entityIds: readonly string[]) => thread.call('samples.forget', entityIds);
  history.notices.announceTo(
    (key, parameters) => helpers.notifications.create(messageText(key, parameters), { id: key }),
    (key) => helpers.notifications.dismiss(key),
  );
  const services = recorderServices({
    ...{ recorder, retention, isRecorded, forget },
    targets: home.targets,
    recorded: stored.entityIds,
    dropBefore: stored.dropBefore,
    now: () => clock.now(),
  });
  bus.on('entity_registry_updated', ({ data }) => {
    const { old_entity_id: from, entity_id: to } = data;
    if (typeof from !== 'string' || typeof to !== 'string') return;
    recorder.renamed(from, to, () => {
      const failed = (fields: object) =>
        log.warn(`The history of ${from} did not move to ${to}`, { ...fields });
      Promise.all([
        thread.call('samples.rename', { from, to }),
        thread.call('statistics.rename', { from, to }),
      ]).then(
        (moved) => moved.every((one) => one) || failed({ reason: 'that one has a history of its own' }),
        (error) => failed({ error }),
      );
    });
  });
  const schedule = new StatisticsSchedule({
    ...{ bus, clock, log, isRecorded, attributes },
    timeZone: () => home.home.facts.time_zone,
    states: () => states.all(),
    compile: (run) => thread.call('statistics.compile', run),
  });
  const requests = new StatisticsRequests({ thread, states, isRecorded, clock });
  const getStatistics = statisticsService({ requests, states, timeZone: () => home.home.facts.time_zone });
  return {
    parts: [retention, schedule],
    services: [...services, ...logbookServices({ bus, clock }), getStatistics],
  };
}

/** The current time as a part of file names. */
function stampOf(clock: Clock): string {
  return isoTime(clock.now()).slice(0, 19).replaceAll(':', '-');
}

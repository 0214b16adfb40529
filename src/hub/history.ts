import { join } from 'node:path';
import { HistoryImporter } from '../api/history-importer.ts';
import { parseSize } from '../core/byte-size.ts';
import { type Clock, isoTime } from '../core/clock.ts';
import { compileFilter } from '../core/entity-filter.ts';
import type { Part } from '../core/lifecycle.ts';
import { englishText, messageText } from '../core/messages.ts';
import type { PlainService } from '../entities/services/service.ts';
import { logbookServices } from '../history/logbook/logbook-service.ts';
import { RecentOrigins } from '../history/recent-origins.ts';
import { DownsampleIntervals } from '../history/recorder/downsample-intervals.ts';
import { RecordedAttributes } from '../history/recorder/recorded-attributes.ts';
import { Recorder } from '../history/recorder/recorder.ts';
import { recorderServices } from '../history/recorder/recorder-services.ts';
import { RecordingChoices } from '../history/recorder/recording-choices.ts';
import { Retention, type RetentionRules } from '../history/recorder/retention.ts';
import { StatisticsSchedule } from '../history/recorder/statistics-schedule.ts';
import { StatisticsRequests } from '../history/requests/statistics-requests.ts';
import { statisticsService } from '../history/requests/statistics-service.ts';
import { HistoryThread } from '../history/thread/history-thread.ts';
import { historyMigrations } from '../storage/migrations/history.ts';
import { statisticsMigrations } from '../storage/migrations/statistics.ts';
import { HistoryNotices } from './history-notices.ts';
import { HistorySources } from './history-sources.ts';
import type { HubContext, HubHistory } from './hub-context.ts';
import { DEFAULT_DAYS, folderAdvice, recorderAdvice } from './recorder-advice.ts';
import { storeSetup } from './store-setup.ts';

const LOCK_WAIT = 5000;
/** Milliseconds that a commit may take itself, so that a power cut loses no more than the interval. */
const COMMIT_TIME = 300;
const DAY = 86_400_000;
const YEAR = 365 * DAY;
const NO_NAMES: readonly string[] = [];

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
  const choices = new RecordingChoices();
  const isAllowed = compileFilter(settings.include, settings.exclude);
  const isRecorded = (id: string): boolean => (isAllowed === null || isAllowed(id)) && !choices.isStopped(id);
  const commitInterval = Math.max(settings.commit_interval * 1000 - COMMIT_TIME, 1);
  const intervals = new DownsampleIntervals(options.settings.history.downsample);
  const recorder = new Recorder({
    ...{ bus, clock, log, attributes, commitInterval, isRecorded, isInformative, intervals },
  });
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
  const shortTerm = options.settings.history.short_term_days * DAY;
  const importer = new HistoryImporter(
    {
      begin: (beginning) => thread.call('import.begin', beginning),
      add: (id, offset, bytes) => thread.call('import.add', { id, offset, bytes }),
      check: (id) => thread.call('import.check', id),
      commit: (id) => thread.call('import.commit', { id, shortFrom: Math.floor(clock.now() - shortTerm) }),
      cancel: (id) => thread.call('import.cancel', id),
    },
    clock,
  );
  return { thread, recorder, recent, notices, attributes, choices, isRecorded, importer, intervals };
}

/** What keeps the history in order once the home is built. */
export function tendHistory({
  options,
  clock,
  bus,
  states,
  home,
  history,
  helpers,
  purgeNights,
  historySources,
  causes: { causes },
}: HubContext): {
  readonly parts: readonly Part[];
  readonly services: readonly PlainService[];
} {
  const { thread, recorder, attributes, isRecorded } = history;
  history.choices.connect(home.registry);
  // States that callers wrote without an entity are recorded as they are.
  attributes.leaveOut((id) => home.entities.get(id)?.domain.unrecorded ?? NO_NAMES);
  history.intervals.readLabels((id) => home.registry.get(id)?.labels ?? []);
  const { settings, folder, logFile } = options;
  const log = logFile.log.named('history');
  const { max_size, short_term_days } = settings.history;
  const stored = {
    entityIds: () => thread.call('samples.entityIds', undefined),
    oldestLocal: () => thread.call('samples.oldestLocal', undefined),
    dropLocalBefore: (at: number) => thread.call('samples.dropLocalBefore', at),
    dropBefore: (at: number, entityIds?: readonly string[]) =>
      thread.call('samples.dropBefore', entityIds === undefined ? { at } : { at, entityIds }),
    dropCausesBefore: (at: number) => thread.call('causes.dropBefore', at),
    size: () => thread.call('samples.size', undefined),
  };
  const retention = new Retention({
    ...{ clock, log, history: stored, folder: folder.path },
    timeZone: () => home.home.facts.time_zone,
    ...retentionRules({ options, home, history }),
    nights: {
      read: () => purgeNights.entries.get('last'),
      write: (night) =>
        void purgeNights
          .put('last', night)
          .catch((error) => log.error('The time of the nightly deletion could not be saved', { error })),
    },
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
  for (const [key, parameters] of [...recorderAdvice(settings), ...folderAdvice(folder.path)]) {
    const text = messageText(key, parameters);
    helpers.notifications.create(text, { id: key });
    log.warn(englishText({ key, parameters }));
  }
  const services = recorderServices({
    ...{ recorder, retention, isRecorded, forget },
    targets: home.targets,
    recorded: stored.entityIds,
    dropBefore: stored.dropBefore,
    now: () => clock.now(),
  });
  bus.on('entity_registry_updated', ({ data }) => {
    history.intervals.forget();
    const { old_entity_id: from, entity_id: to } = data;
    if (typeof from !== 'string' || typeof to !== 'string') return;
    recorder.renamed(from, to, () => {
      const failed = (fields: object) =>
        log.warn(`The history of ${from} could not be moved to ${to}`, { ...fields });
      const samples = thread.call('samples.rename', { from, to });
      // Causes of the last second are sent after the rename, still under the old ID.
      causes
        .flush()
        .then(async () => (await samples) && thread.call('causes.rename', { from, to }))
        .catch(() => {});
      Promise.all([samples, thread.call('statistics.rename', { from, to })]).then(
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
    onDiskFailure: (error) => recorder.failed(error),
  });
  const sources = new HistorySources({
    ...{ thread, clock, log, folder: folder.path, notifications: helpers.notifications },
    ...historySources,
    shortFrom: () => Math.floor(clock.now() - short_term_days * DAY),
  });
  const requests = new StatisticsRequests({ thread, states, isRecorded, clock });
  const getStatistics = statisticsService({ requests, states, timeZone: () => home.home.facts.time_zone });
  return {
    parts: [retention, schedule, sources],
    services: [...services, ...logbookServices({ bus, clock }), getStatistics],
  };
}

/** What decides for how long changes are kept. */
export function retentionRules({
  options: { settings },
  home,
  history: { choices },
}: Pick<HubContext, 'options' | 'home' | 'history'>): RetentionRules {
  const { keep, keep_days } = settings.history;
  return {
    periods: { days: keep_days ?? settings.recorder.purge_keep_days ?? DEFAULT_DAYS, ...keep },
    chosenDays: (id) => choices.keepDays(id),
    labelsOf: (id) => home.registry.get(id)?.labels ?? [],
  };
}

/** The current time as a part of file names. */
function stampOf(clock: Clock): string {
  return isoTime(clock.now()).slice(0, 19).replaceAll(':', '-');
}

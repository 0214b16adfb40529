import { basename } from 'node:path';
import { type Clock, isoTime } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { MessageKey, MessageParameters } from '../core/messages.ts';
import { Throttle } from '../core/throttle.ts';
import { type HistoryNotice, taskError } from '../history/thread/protocol.ts';

type Announce = (key: MessageKey, parameters: MessageParameters) => void;

/** Reports of the history worker: they are logged, and shown to users as soon as that is possible. */
export class HistoryNotices {
  private readonly log: Log;
  private readonly throttle: Throttle;
  private readonly early: Parameters<Announce>[] = [];
  private announce: Announce = (...notice) => this.early.push(notice);
  private withdraw: (key: MessageKey) => void = (key) => {
    const index = this.early.findIndex(([other]) => other === key);
    if (index >= 0) this.early.splice(index, 1);
  };

  constructor(clock: Clock, log: Log) {
    this.log = log;
    this.throttle = new Throttle(clock);
  }

  /** Where notifications for users go, including earlier ones, and how one is withdrawn. */
  announceTo(announce: Announce, withdraw: (key: MessageKey) => void): void {
    this.announce = announce;
    this.withdraw = withdraw;
    for (const notice of this.early.splice(0)) announce(...notice);
  }

  take(notice: HistoryNotice): void {
    const { log } = this;
    if (notice.kind === 'damaged block') {
      const { entityId, first, last } = notice;
      if (!this.throttle.allows(`${entityId} ${first}`)) return;
      const lost = { entity_id: entityId, from: isoTime(first), to: isoTime(last) };
      log.error('A damaged part of the history was left out', lost);
      this.announce('history_block_damaged', lost);
    } else if (notice.kind === 'noisy') {
      const { entityId: entity_id, perMinute: changes_per_minute } = notice;
      log.warn(
        'An entity changes more than 10 times a second. Limit it with history.downsample or leave it out with recorder.exclude.',
        { entity_id, changes_per_minute },
      );
    } else if (notice.kind === 'set aside') {
      const { path } = notice;
      log.error('history.db is damaged and was set aside; its readable part is being recovered', { path });
      this.announce('history_set_aside', { path });
    } else if (notice.kind === 'statistics restored') {
      const { path, copy } = notice;
      log.error('statistics.db is damaged and was set aside', { path, replaced_by: copy ?? 'a new file' });
      if (copy === undefined) this.announce('statistics_set_aside', { path });
      else this.announce('statistics_restored', { path, copy: basename(copy) });
    } else if (notice.kind === 'recovered') {
      const { path, samples } = notice;
      log.info('The readable part of the damaged history was recovered', { path, samples });
      this.announce('history_recovered', { path, count: samples });
    } else if (notice.kind === 'store away') {
      const { reason } = notice;
      log.warn('The history in PostgreSQL cannot be reached: changes are kept locally', { reason });
      this.announce('history_store_away', { reason });
    } else if (notice.kind === 'store back') {
      log.info('The history in PostgreSQL is complete again');
      this.withdraw('history_store_away');
    } else if (notice.kind === 'store change') {
      const { outcome, change } = notice;
      if (outcome === 'queued')
        log.info('The history in PostgreSQL is changed once it can be reached', { ...change });
      else
        log.warn('The history in PostgreSQL was not renamed: the new ID has a history there', { ...change });
    } else if (notice.kind === 'recovery failed')
      log.error('The damaged history could not be recovered', {
        path: notice.path,
        error: taskError(notice.error),
      });
    else log.error('The history cannot be used: nothing is recorded', { error: taskError(notice.error) });
  }
}

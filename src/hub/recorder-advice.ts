import type { MessageKey, MessageParameters } from '../core/messages.ts';
import { networkShareOf } from '../storage/network-share.ts';

/** The settings of the recorder that a home brings from Home Assistant, and what replaces them. */
interface RecorderSettings {
  readonly recorder: { readonly purge_keep_days: number | null; readonly db_url: string | null };
  readonly history: { readonly keep_days: number | null; readonly store: string | null };
}

/** For how long changes are kept by default, in days. */
export const DEFAULT_DAYS = 365;

/**
 * What a home that comes from Home Assistant should know: its shorter `purge_keep_days` applies but can be raised, and
 * its `db_url` does not apply. Setting `history.keep_days`, or removing `db_url`, answers the notice.
 */
export function recorderAdvice({ recorder, history }: RecorderSettings): [MessageKey, MessageParameters][] {
  const advice: [MessageKey, MessageParameters][] = [];
  const { purge_keep_days: days, db_url } = recorder;
  if (days !== null && days < DEFAULT_DAYS && history.keep_days === null)
    advice.push(['history_keep_days_offered', { count: days, default_days: DEFAULT_DAYS }]);
  // Without the address, which may contain a password.
  if (db_url !== null && history.store === null) advice.push(['history_db_url_unused', {}]);
  return advice;
}

/** Databases need a disk whose locks and writes can be relied on. */
export function folderAdvice(folder: string): [MessageKey, MessageParameters][] {
  const type = networkShareOf(folder);
  return type === undefined ? [] : [['data_folder_on_network_share', { type }]];
}

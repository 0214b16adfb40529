import type { Connection } from 'home-assistant-js-websocket';
import { deleteStatistic, renameUnit, type StatisticsIssue } from '../../../server/statistics.ts';
import type { TextKey } from '../../../texts/catalog.ts';
import { say } from '../../../texts/say.ts';

/** A way to fix an issue. */
export interface IssueFix {
  readonly text: string;
  /** Asked before it is done; undefined if nothing is lost. */
  readonly question?: string;
  readonly run: (connection: Connection) => Promise<unknown>;
}

const TEXTS: Readonly<Record<string, TextKey>> = {
  state_class_removed: 'statistics.issue_class',
  units_changed: 'statistics.issue_units',
  mean_type_changed: 'statistics.issue_mean',
  entity_no_longer_recorded: 'statistics.issue_not_recorded',
  entity_not_recorded: 'statistics.issue_never_recorded',
  no_state: 'statistics.issue_gone',
};

/** What is wrong, in words. */
export function issueText({ type, data }: StatisticsIssue): string {
  const key = Object.hasOwn(TEXTS, type) ? TEXTS[type] : undefined;
  if (key === undefined) return type;
  const none = say('statistics.no_unit');
  return say(key, { unit: data.state_unit ?? none, stored: data.metadata_unit ?? none });
}

/** The ways to fix an issue; the first is the best one. */
export function fixesOf({ type, data }: StatisticsIssue): readonly IssueFix[] {
  const { statistic_id: id } = data;
  // Such an entity has no statistics yet: it is recorded again in the list of entities.
  if (type === 'entity_not_recorded') return [];
  const deletion: IssueFix = {
    text: say('statistics.delete'),
    question: say('statistics.delete_sure'),
    run: (connection) => deleteStatistic(connection, id),
  };
  if (type !== 'units_changed') return [deletion];
  const unit = data.state_unit ?? say('statistics.no_unit');
  const renaming: IssueFix = {
    text: say('statistics.rename', { unit }),
    question: say('statistics.rename_sure', {
      unit,
      stored: data.metadata_unit ?? say('statistics.no_unit'),
    }),
    run: (connection) => renameUnit(connection, id, data),
  };
  return [renaming, deletion];
}

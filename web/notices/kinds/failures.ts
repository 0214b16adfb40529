import { mdiRobotConfusedOutline } from '@mdi/js';
import type { ShortTrace } from '../../server/items.ts';
import { type Entity, nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { itemIdOf } from '../../state/item-id.ts';
import { say } from '../../texts/say.ts';
import { failureText } from '../../texts/server-error.ts';
import { type Notice, type NoticeKind, subscribeTo } from '../notice.ts';

interface FailedRun extends ShortTrace {
  readonly domain: 'automation' | 'script';
  readonly item_id: string;
}

interface Change {
  readonly type: 'current' | 'added' | 'removed';
  readonly runs: readonly FailedRun[];
}

/** The key of the user's data with the IDs of the failed runs that the user dismissed. */
const DISMISSED = 'hearth.dismissed_failures';
const BASES = { automation: '/settings/automations', script: '/settings/scripts' } as const;
const dismissed = new WeakMap<HomeStore, ReadonlySet<string>>();
const failed = new WeakMap<HomeStore, ReadonlyMap<string, FailedRun>>();

/** Automations and scripts whose last run failed. A later run that succeeds removes the notice. */
export const failures: NoticeKind = {
  name: 'failures',
  title: 'notices.failures',
  icon: mdiRobotConfusedOutline,
  isForAdmins: true,
  dismissal: 'notices.dismiss',
  follow: (home, show) => {
    const runs = new Map<string, FailedRun>();
    failed.set(home, runs);
    const update = (): void => show(openOf(home).map((run) => noticeOf(home, run)));
    const ends = [
      home.userData.follow(DISMISSED, (value) => {
        const ids = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
        dismissed.set(home, new Set(ids));
        update();
      }),
      home.listen(['#places', '#members'], update),
      subscribeTo<Change>(home, 'hearth/failures/subscribe', ({ type, runs: changed }) => {
        if (type === 'current') runs.clear();
        for (const run of changed) {
          if (type === 'removed') runs.delete(run.run_id);
          else runs.set(run.run_id, run);
        }
        update();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  },
  dismiss: (home, id) => dismiss(home, [id]),
  dismissAll: dismiss,
};

/** Remembers the dismissed runs of those there are, so that the list does not grow. */
function dismiss(home: HomeStore, ids: readonly string[]): Promise<void> {
  const before = dismissed.get(home) ?? new Set();
  const known = failed.get(home) ?? new Map<string, FailedRun>();
  return home.userData.keep(
    DISMISSED,
    [...new Set([...before, ...ids])].filter((id) => known.has(id)),
  );
}

function openOf(home: HomeStore): readonly FailedRun[] {
  const hidden = dismissed.get(home);
  return [...(failed.get(home)?.values() ?? [])].filter(({ run_id: id }) => hidden?.has(id) !== true);
}

function noticeOf(home: HomeStore, run: FailedRun): Notice {
  const entity = entityOf(home, run);
  const name = entity === undefined ? run.item_id : nameOf(entity);
  const error = run.error === undefined ? '' : failureText(run.error, run.error_translation);
  const path = `${BASES[run.domain]}/${encodeURIComponent(run.item_id)}/traces?run=${encodeURIComponent(run.run_id)}`;
  return {
    id: run.run_id,
    title: say('notices.failed', { name }),
    text: escaped(error),
    time: run.timestamp.finish ?? run.timestamp.start,
    link: { path, label: say('notices.see_trace') },
  };
}

function entityOf(home: HomeStore, { domain, item_id: id }: FailedRun): Entity | undefined {
  for (const entity of home.all())
    if (entity.domain === domain && itemIdOf(home, entity) === id) return entity;
  return undefined;
}

/** An error is not Markdown: its entity IDs have underscores. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#+!|~-]/g, '\\$&');
}

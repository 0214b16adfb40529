import { mdiWrenchOutline } from '@mdi/js';
import { language } from '../../app/preferences.ts';
import type { HomeStore } from '../../state/home-store.ts';
import type { Notice, NoticeKind } from '../notice.ts';

/** An issue as `repairs/list_issues` answers it. */
interface Issue {
  readonly domain: string;
  readonly issue_id: string;
  readonly created: string;
  readonly ignored: boolean;
  readonly translation_key: string;
  readonly translation_placeholders: Readonly<Record<string, string>> | null;
}

type Texts = Readonly<Record<string, string>>;

/** What users should know or repair. It disappears when it is repaired; who cannot do so ignores it. */
export const repairs: NoticeKind = {
  name: 'repairs',
  title: 'notices.repairs',
  icon: mdiWrenchOutline,
  isForAdmins: true,
  dismissal: 'notices.ignore',
  follow: (home, show) => {
    const { connection } = home;
    let isOver = false;
    const load = (): void => {
      read(home).then(
        (notices) => {
          if (!isOver) show(notices);
        },
        () => {},
      );
    };
    const listening = connection.subscribeEvents(load, 'repairs_issue_registry_updated');
    listening.catch(() => {});
    connection.addEventListener('ready', load);
    load();
    return () => {
      isOver = true;
      connection.removeEventListener('ready', load);
      void listening.then((end) => end()).catch(() => {});
    };
  },
  dismiss: ({ connection }, id) => {
    const [domain, issue_id] = JSON.parse(id) as [string, string];
    return connection.sendMessagePromise({ type: 'repairs/ignore_issue', domain, issue_id, ignore: true });
  },
};

async function read({ connection }: HomeStore): Promise<readonly Notice[]> {
  const { issues } = await connection.sendMessagePromise<{ readonly issues: readonly Issue[] }>({
    type: 'repairs/list_issues',
  });
  // A login that has expired is a notice of its own, with the form for a new one.
  const open = issues.filter(
    ({ ignored, translation_key: key }) => !ignored && key !== 'config_entry_reauth',
  );
  if (open.length === 0) return [];
  const { resources } = await connection.sendMessagePromise<{ readonly resources: Texts }>({
    ...{ type: 'frontend/get_translations', language: language(), category: 'issues' },
    integration: [...new Set(open.map(({ domain }) => domain))],
  });
  return open.map((issue) => noticeOf(issue, resources));
}

function noticeOf({ domain, issue_id, created, translation_key: key, ...more }: Issue, texts: Texts): Notice {
  const values = more.translation_placeholders ?? {};
  const text = (part: string): string | undefined => {
    const name = `component.${domain}.issues.${key}.${part}`;
    const found = Object.hasOwn(texts, name) ? texts[name] : undefined;
    return found?.replace(/\{(\w+)\}/g, (gap, value: string) =>
      Object.hasOwn(values, value) ? String(values[value]) : gap,
    );
  };
  return {
    id: JSON.stringify([domain, issue_id]),
    title: text('title') ?? issue_id,
    text: text('description'),
    time: created,
  };
}

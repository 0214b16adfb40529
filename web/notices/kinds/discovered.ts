import { mdiRadar } from '@mdi/js';
import { type DiscoveredFlow, ignoreFlow } from '../../server/config-flows.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type Notice, type NoticeKind, subscribeTo } from '../notice.ts';

/** Flows that began or ended; all types are null in the list of those there are. */
type Changes = readonly {
  readonly type: string | null;
  readonly flow_id: string;
  readonly flow?: DiscoveredFlow;
}[];

/** What the discovered devices are called, by the ID of their flow. */
const names = new WeakMap<HomeStore, ReadonlyMap<string, string>>();

/** Devices that were found, and logins that have expired: both wait for answers in a form. */
export const discovered: NoticeKind = {
  name: 'discovered',
  title: 'notices.discovered',
  icon: mdiRadar,
  isForAdmins: true,
  dismissal: 'notices.ignore',
  follow: (home, show) => {
    const open = new Map<string, Notice>();
    const called = new Map<string, string>();
    names.set(home, called);
    return subscribeTo<Changes>(home, 'config_entries/flow/subscribe', (changes) => {
      if (changes.every(({ type }) => type === null)) {
        open.clear();
        called.clear();
      }
      for (const { flow_id: id, flow } of changes) {
        if (flow === undefined) {
          open.delete(id);
          called.delete(id);
        } else {
          open.set(id, noticeOf(flow));
          called.set(id, nameOf(flow));
        }
      }
      show([...open.values()]);
    });
  },
  dismiss: (home, id) => ignoreFlow(home.connection, id, names.get(home)?.get(id) ?? ''),
};

function nameOf({ handler, context }: DiscoveredFlow): string {
  return context.title_placeholders?.name ?? handler;
}

function noticeOf(flow: DiscoveredFlow): Notice {
  const { flow_id: id, context } = flow;
  const name = nameOf(flow);
  const isLogin = context.source === 'reauth';
  const label = say(isLogin ? 'notices.log_in' : 'notices.set_up');
  return {
    id,
    title: say(isLogin ? 'notices.login_expired' : 'notices.found', { name }),
    text: undefined,
    link: { path: `/settings/integrations?flow=${encodeURIComponent(id)}`, label },
  };
}

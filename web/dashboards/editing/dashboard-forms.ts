import '../../styles/editors.css';
import '../../styles/inner.css';
import '../../texts/inner.ts';
import { html, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { navigate } from '../../app/router.ts';
import { FormDialog, type FormTask } from '../../parts/form/form-dialog.ts';
import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { offerUndo } from '../../parts/offer-undo.ts';
import { slugOf } from '../../parts/slug.ts';
import {
  createDashboard,
  type DashboardInfo,
  DEFAULT_DASHBOARD,
  deleteDashboard,
  getDashboard,
  saveDashboard,
  updateDashboard,
} from '../../server/dashboards.ts';
import { listUsers } from '../../server/people.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { viewAddress } from '../addresses.ts';
import { type Config, configIn, textIn, textsIn } from '../config.ts';
import { generatedDashboard } from '../generated.ts';

defineForms();
define({ 'hearth-form-dialog': FormDialog });

/** The key under which Hearth keeps what other clients ignore. */
const OWN_KEY = 'hearth';

/** The dialog that creates a dashboard, or sets one up. */
export async function dashboardDialog(
  home: HomeStore,
  of: { readonly path: string; readonly title: string; readonly info: DashboardInfo | undefined } | undefined,
  onClose: () => void,
): Promise<TemplateResult> {
  const task = of === undefined ? creation(home) : await setup(home, of);
  return html`<hearth-form-dialog .home=${home} .task=${task} @closed=${onClose}></hearth-form-dialog>`;
}

const nameFields = (): readonly FormField[] => [
  { kind: 'text', name: 'title', label: say('dashboards.card_title'), isRequired: true, maxLength: 100 },
  { kind: 'icon', name: 'icon', label: say('dashboards.card_icon') },
];

function creation(home: HomeStore): FormTask {
  const { connection } = home;
  const starts = (['generated', 'empty'] as const).map((id) => ({ id, name: say(`dashboards.start_${id}`) }));
  return {
    title: say('dashboards.create'),
    yes: say('dashboards.create'),
    values: { start: 'generated' },
    fields: [
      ...nameFields(),
      { kind: 'select', name: 'start', label: say('dashboards.start'), options: starts, isRequired: true },
    ],
    save: async ({ title, icon, start }: FormValues) => {
      const path = pathOf(String(title));
      await createDashboard(connection, { url_path: path, title: String(title), ...iconOf(icon) });
      const config =
        start === 'generated'
          ? generatedDashboard(home)
          : { views: [{ title: say('home.title'), type: 'sections', sections: [] }] };
      await saveDashboard(connection, path, { config, revision: null });
      navigate(viewAddress(path));
    },
  };
}

/** A path needs a hyphen, so that it differs from those of other pages. */
function pathOf(title: string): string {
  const name = slugOf(title).replaceAll('_', '-').slice(0, 60) || 'page';
  return `${name}-${Math.floor(Date.now() / 1000).toString(36)}`;
}

function iconOf(icon: unknown): { readonly icon?: string } {
  const name = textIn(icon);
  return name === undefined ? {} : { icon: name };
}

async function setup(
  { connection }: HomeStore,
  {
    path,
    title,
    info,
  }: { readonly path: string; readonly title: string; readonly info: DashboardInfo | undefined },
): Promise<FormTask> {
  const [users, saved] = await Promise.all([listUsers(connection), getDashboard(connection, path)]);
  const options = users
    .filter(({ system_generated: isSystem }) => isSystem !== true)
    .map(({ id, name }) => ({ id, name: name ?? id }));
  const own = configIn(configIn(saved.config)?.[OWN_KEY]) ?? {};
  const isSaved = saved.config !== null;
  const hasList = info !== undefined && path !== DEFAULT_DASHBOARD;
  return {
    title: say('dashboards.set_up_named', { name: title }),
    values: { title, icon: info?.icon, see: textsIn(own.see ?? []), arrange: textsIn(own.arrange ?? []) },
    fields: [
      ...(hasList ? nameFields() : []),
      ...(isSaved
        ? [
            {
              kind: 'checks',
              name: 'see',
              label: say('dashboards.see'),
              hint: say('dashboards.see_hint'),
              options,
            } as const,
            {
              kind: 'checks',
              name: 'arrange',
              label: say('dashboards.may_arrange'),
              hint: say('dashboards.may_arrange_hint'),
              options,
            } as const,
          ]
        : []),
      ...(hasList
        ? [
            {
              kind: 'boolean',
              name: 'delete',
              label: say('dashboards.delete'),
              hint: say('list.delete_undoable'),
            } as const,
          ]
        : []),
    ],
    save: async (values: FormValues) => {
      if (values.delete === true && info !== undefined) {
        await deleteDashboard(connection, info.id);
        return offerUndo(connection, { name: info.title, act: 'lovelace/dashboards/delete' });
      }
      if (hasList)
        await updateDashboard(connection, info.id, {
          title: String(values.title),
          icon: textIn(values.icon) ?? null,
        });
      if (isSaved)
        await saveDashboard(connection, path, {
          config: withUsers(saved.config, own, values),
          revision: saved.revision,
        });
      return undefined;
    },
  };
}

/** The cards with those that see and arrange them. */
function withUsers(config: unknown, own: Config, values: FormValues): Config {
  const { see: _see, arrange: _arrange, ...others } = own;
  const [see, arrange] = [textsIn(values.see ?? []), textsIn(values.arrange ?? [])];
  const next = { ...others, ...(see.length > 0 ? { see } : {}), ...(arrange.length > 0 ? { arrange } : {}) };
  const { [OWN_KEY]: _own, ...rest } = configIn(config) ?? {};
  return Object.keys(next).length === 0 ? rest : { ...rest, [OWN_KEY]: next };
}

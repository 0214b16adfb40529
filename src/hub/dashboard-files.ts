import { createHash } from 'node:crypto';
import { readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { isObject } from '../core/coerce.ts';
import type { Log } from '../core/log.ts';
import { issuesText } from '../core/parse.ts';
import type { DashboardFile } from '../entities/dashboards/dashboard-files.ts';
import { type DashboardResource, RESOURCE_TYPES } from '../entities/dashboards/dashboard-resources.ts';
import { whole } from '../storage/yaml/items.ts';
import { YamlReading } from '../storage/yaml/resolve-tags.ts';
import type { HubContext } from './hub-context.ts';

/** The file of the default dashboard with `mode: yaml`. */
const DEFAULT_FILE = 'ui-lovelace.yaml';
/** The folder whose files hold themes by name. */
const THEMES = 'themes';
const YAML = /\.ya?ml$/;

const filename = z
  .string()
  .min(1)
  .max(500)
  .refine((name) => YAML.test(name) && !isAbsolute(name), 'must be a YAML file in the data folder');
const lovelaceSchema = z.strictObject({
  mode: z.enum(['storage', 'yaml']).default('storage'),
  resource_mode: z.enum(['storage', 'yaml']).optional(),
  resources: z
    .array(z.strictObject({ url: z.string().min(1).max(2000), type: z.enum(RESOURCE_TYPES) }))
    .optional(),
  dashboards: z
    .record(
      z.string().regex(/^[a-z0-9_]+(?:-[a-z0-9_]+)*$/),
      z.strictObject({
        mode: z.literal('yaml'),
        filename,
        title: z.string().min(1).max(255),
        icon: z.string().optional(),
        show_in_sidebar: z.boolean().default(true),
        require_admin: z.boolean().default(false),
      }),
    )
    .default({}),
});

/** The dashboards, resources and themes in files. */
export interface DashboardFiles {
  readonly dashboards: readonly DashboardFile[];
  /** The file of the default dashboard; undefined if it is stored. */
  readonly standard: string | undefined;
  /** Undefined if they are stored. */
  readonly resources: readonly DashboardResource[] | undefined;
  /** The content of a file of the data folder, with what it includes. Throws a problem with its place. */
  read(name: string): Promise<unknown>;
  readThemes(): Promise<ReadonlyMap<string, { readonly value: unknown; readonly place: string }>>;
}

/** Reads the sections `lovelace` and `frontend` of the configuration; mistakes in them are logged. */
export function openDashboardFiles(
  { options, clock }: Pick<HubContext, 'options' | 'clock'>,
  log: Log,
): DashboardFiles {
  const { dataDir, sections } = options.settings;
  const read = async (name: string): Promise<unknown> => {
    const reading = new YamlReading(await realpath(dataDir), { clock });
    const file = await reading.file(name);
    return file === null ? undefined : (await reading.value(whole(file))).value;
  };
  const section = sections.get('lovelace');
  const { data, error } = lovelaceSchema.safeParse(section?.value ?? {});
  if (error !== undefined) log.error(`${section?.place()}: ${issuesText(error.issues, section?.value)}`);
  const { mode, resources, resource_mode: resourceMode = mode, dashboards = {} } = data ?? {};
  return {
    read,
    standard: mode === 'yaml' ? DEFAULT_FILE : undefined,
    resources: resourceMode === 'yaml' ? (resources ?? []).map(withId) : undefined,
    dashboards: Object.entries(dashboards).map(([url_path, one]) => ({ url_path, ...one })),
    readThemes: async () => {
      const themes = new Map<string, { readonly value: unknown; readonly place: string }>();
      const take = (found: unknown, place: string): void => {
        if (isObject(found))
          for (const [name, value] of Object.entries(found)) themes.set(name, { value, place });
        else if (found !== undefined && found !== null) log.error(`${place}: themes are written by name`);
      };
      const names = await readdir(join(dataDir, THEMES)).catch(() => []);
      for (const name of names.filter((one) => YAML.test(one)).sort()) {
        const place = `${THEMES}/${name}`;
        await read(place).then(
          (found) => take(found, place),
          (problem) => log.error(problem instanceof Error ? problem.message : String(problem)),
        );
      }
      const frontend = await options.readSection('frontend');
      if (isObject(frontend?.value)) take(frontend.value.themes, frontend.place(['themes']));
      return themes;
    },
  };
}

/** Resources of a file have no ID of their own. */
function withId(resource: {
  readonly url: string;
  readonly type: DashboardResource['type'];
}): DashboardResource {
  return { id: createHash('sha256').update(resource.url).digest('hex').slice(0, 32), ...resource };
}

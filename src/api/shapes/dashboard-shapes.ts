import { z } from 'zod';
import { AnyObject, keyed, NullableText, object } from './plain-shapes.ts';

/** The pages of the official frontend by path. */
export const PanelsShape = keyed(
  object({
    component_name: z.string(),
    icon: NullableText,
    title: NullableText,
    config: AnyObject.nullable(),
    url_path: z.string(),
    require_admin: z.boolean(),
  }).meta({ id: 'Panel' }),
);

/** A dashboard without its cards. */
export const DashboardShape = object({
  id: z.string(),
  url_path: z.string(),
  title: z.string(),
  mode: z.string(),
  require_admin: z.boolean(),
  show_in_sidebar: z.boolean(),
}).meta({ id: 'Dashboard' });
/** A dashboard whose cards are in a file. */
export const DashboardFileShape = object({
  url_path: z.string(),
  title: z.string(),
  mode: z.literal('yaml'),
  filename: z.string(),
}).meta({ id: 'DashboardFile' });
/** Added, changed and removed dashboards. */
export const DashboardChangesShape = z.array(
  object({
    change_type: z.enum(['added', 'updated', 'removed']),
    dashboard_id: z.string(),
    item: DashboardShape,
  }),
);
/** A script or style sheet that clients load with dashboards. */
export const DashboardResourceShape = object({ id: z.string(), type: z.string(), url: z.string() }).meta({
  id: 'DashboardResource',
});

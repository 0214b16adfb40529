import { integration, z } from 'hearth-integration';
import { Calendar } from './calendar.ts';
import { CaldavClient } from './client.ts';
import { TaskList } from './tasks.ts';

/** How often the server is asked; it cannot tell what changes. */
const POLL = 5 * 60_000;

/** CalDAV: calendars and lists of tasks, of Nextcloud, iCloud and others. */
export default integration({
  config: z.object({
    url: z.url({ protocol: /^https?$/ }).max(1000),
    username: z.string().min(1).max(200),
    password: z.string().max(500).meta({ secret: true }),
  }),

  async connect({ url, username, password }, flow) {
    await new CaldavClient({ url, username, password }).collections();
    const former = flow.entry?.uniqueId;
    return {
      title: username,
      uniqueId: typeof former === 'string' ? former : `${username}@${new URL(url).host}`,
      data: { verify_ssl: true },
    };
  },

  setup(entry) {
    const client = new CaldavClient(entry.data);
    const shown = new Map<string, Calendar | TaskList>();
    entry.poll(POLL, async () => {
      const collections = await client.collections();
      const wanted = new Set<string>();
      for (const collection of collections)
        for (const kind of ['VEVENT', 'VTODO'] as const) {
          if (!collection.kinds.includes(kind)) continue;
          const key = `${kind} ${collection.url} ${collection.name}`;
          wanted.add(key);
          if (!shown.has(key)) {
            const Kind = kind === 'VEVENT' ? Calendar : TaskList;
            shown.set(key, new Kind(entry, client, collection));
          }
        }
      for (const [key, one] of shown)
        if (!wanted.has(key)) {
          one.remove();
          shown.delete(key);
        }
      for (const one of shown.values()) await one.read();
    });
  },

  diagnostics: ({ data }) => new CaldavClient(data).collections(),
});

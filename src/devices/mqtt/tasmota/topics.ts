import type { Announcement } from './payloads.ts';

/** Where a device listens and speaks, from the pattern in its announcement. */
export interface TasmotaTopics {
  /** All its answers and reports, whatever each is called. */
  readonly reports: string;
  /** Where it says that it is there. */
  readonly presence: string;
  /** Where it reports its sensors. */
  readonly sensors: string;
  command(name: string): string;
}

/** The topics of a device. */
export function topicsOf({ t, ft, tp, hn, mac }: Announcement): TasmotaTopics {
  const [command, , report] = tp;
  const under = (prefix: string): string => {
    const filled = ft
      .replaceAll('%prefix%', prefix)
      .replaceAll('%topic%', t)
      .replaceAll('%hostname%', hn)
      .replaceAll('%id%', mac.slice(-6));
    return filled.endsWith('/') ? filled : `${filled}/`;
  };
  const isLevel = ft.split('/').includes('%prefix%');
  return {
    reports: `${under(isLevel ? '+' : report)}+`,
    presence: `${under(report)}LWT`,
    sensors: `${under(report)}SENSOR`,
    command: (name) => under(command) + name,
  };
}

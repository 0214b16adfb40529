import type { Announcement } from './payloads.ts';

/** The topics of a device, from the pattern in its announcement. */
export interface TasmotaTopics {
  /** The topic of command results. */
  readonly result: string;
  /** The topic of periodic relay and light reports. */
  readonly state: string;
  /** Where it reports its sensors. */
  readonly sensors: string;
  /** The availability topic. */
  readonly presence: string;
  /** Where it answers the question of this number. */
  readonly status: (question: number) => string;
  readonly command: (name: string) => string;
}

/** The topics of a device. */
export function topicsOf({ t, ft, tp, hn, mac }: Announcement): TasmotaTopics {
  const [command, answer, report] = tp;
  const under = (prefix: string): string => {
    const filled = ft
      .replaceAll('%hostname%', hn)
      .replaceAll('%id%', mac.slice(-6))
      .replaceAll('%prefix%', prefix)
      .replaceAll('%topic%', t);
    return filled.endsWith('/') ? filled : `${filled}/`;
  };
  return {
    result: `${under(answer)}RESULT`,
    state: `${under(report)}STATE`,
    sensors: `${under(report)}SENSOR`,
    presence: `${under(report)}LWT`,
    status: (question) => `${under(answer)}STATUS${question}`,
    command: (name) => under(command) + name,
  };
}

import type { Values } from '../../../domains/definition/define-domain.ts';
import { fanDomain } from '../../../domains/fan/fan.ts';
import { numberOf } from '../schema/config-values.ts';
import { at, reportOf } from './reports.ts';
import { onEach, type TasmotaDevice, type Translated, tasmotaKind } from './tasmota-kind.ts';

/** A ceiling fan: its state and command topics. */
interface TasmotaFan {
  readonly topics: readonly string[];
  readonly command: string;
}

/** The speeds in percent, except off. */
const SPEEDS = [33, 66, 100];
/** The speed of `turn_on` before any speed was reported. */
const MEDIUM = 2;

/** Ceiling fans with three speeds. */
export const tasmotaFan = tasmotaKind<TasmotaFan>({
  name: 'fan',
  domain: fanDomain,
  describe: () => ({
    features: ['set_speed', 'turn_on', 'turn_off'],
    capabilities: { speed_count: SPEEDS.length },
    values: { on: false },
  }),
  readings: ({ topics }) =>
    onEach(topics, (_text, context) => {
      const report = reportOf(context);
      const reported = report === null ? undefined : at(report, ['FanSpeed']);
      const speed = typeof reported === 'string' || reported === undefined ? undefined : numberOf(reported);
      if (speed === 0) return { on: false, percentage: 0 };
      const percentage = SPEEDS[(speed ?? 0) - 1];
      return percentage === undefined ? null : { on: true, percentage, speed };
    }),
  command: ({ service, fields }, { side, values }) => ({
    messages: [{ topic: side.command, payload: String(speedOf(service, fields, values)) }],
  }),
});

function speedOf(service: string, { percentage }: Values, values: Values): number {
  if (service === 'turn_off') return 0;
  if (typeof percentage === 'number' && percentage > 0)
    return Math.min(SPEEDS.length, SPEEDS.findIndex((one) => percentage <= one) + 1);
  return service === 'turn_on' ? Number(values.speed ?? MEDIUM) : 0;
}

/** The fan of a device. */
export function fanOf({ topics, common }: TasmotaDevice): Translated {
  const side: TasmotaFan = { topics: [topics.result, topics.state], command: topics.command('FanSpeed') };
  return { key: 'fan_fan_ifan', kind: 'fan', config: { ...common, name: null, side } };
}

import { Refused } from './refused.ts';
import type { HubSocket } from './socket.ts';

type Plain = Readonly<Record<string, unknown>>;

/** A command for an entity of the other hub. */
export interface Call {
  readonly domain: string;
  readonly entityId: string;
  readonly service: string;
  readonly fields: Plain;
  /** The values it leads to here. */
  readonly patch: Plain;
  readonly capabilities: Plain;
}

/** Answers of these are what the caller asked for. */
const ANSWERED = new Set(['get_forecasts', 'get_events', 'browse_media', 'search_media']);
/** They write files or start streams on the other machine, or have no counterpart there. */
const KEPT_HERE = new Set([
  ...['camera.snapshot', 'camera.record', 'camera.play_stream', 'image.snapshot', 'vacuum.clean_area'],
  ...['timer.change', 'group.set', 'schedule.get_schedule'],
]);
/** How often one and the same command may be under way; more of them go round in a circle. */
const AT_ONCE = 3;
/** Commands that lead to the same wherever they come from: sending one twice at once is of no use. */
const REPEATABLE =
  /^(?:turn_(?:on|off)|set_|select_|lock$|unlock$|open_|close_|stop_|alarm_|volume_(?:set|mute)$)/;

const INVALID = new Set(['invalid_format', 'service_validation_error', 'not_found']);

/** Sends commands to the other hub. */
export class Calls {
  private readonly underWay = new Map<string, number>();

  /** Resolves with the answer of a service that has one. Throws `RangeError` for what the other hub refuses. */
  async send(socket: HubSocket, call: Call): Promise<unknown> {
    const { domain, entityId, service } = call;
    if (KEPT_HERE.has(`${domain}.${service}`))
      throw new RangeError(`${domain}.${service} cannot be called on another hub`);
    const data = dataOf(call);
    const key = JSON.stringify([entityId, service, data]);
    const count = this.underWay.get(key) ?? 0;
    // It has come back from the other hub, where a group or an automation called this one.
    if (count > 0 && REPEATABLE.test(service)) return undefined;
    if (count >= AT_ONCE) throw new Error(`${service} of ${entityId} is under way already; is it a loop?`);
    this.underWay.set(key, count + 1);
    try {
      return await ask(socket, { ...call, data });
    } finally {
      const left = (this.underWay.get(key) ?? 1) - 1;
      if (left === 0) this.underWay.delete(key);
      else this.underWay.set(key, left);
    }
  }
}

async function ask(
  socket: HubSocket,
  { domain, entityId, service, data }: Call & { readonly data: Plain },
): Promise<unknown> {
  try {
    const result = await socket.ask({
      ...{ type: 'call_service', domain, service, service_data: data, target: { entity_id: entityId } },
      ...(ANSWERED.has(service) ? { return_response: true } : {}),
    });
    if (!ANSWERED.has(service)) return undefined;
    const { response } = (result ?? {}) as { readonly response?: Plain };
    return response?.[entityId];
  } catch (error) {
    if (error instanceof Refused && INVALID.has(error.code)) throw new RangeError(error.message);
    throw error;
  }
}

/** The data of the call there; where a command here has other fields, or leads to values only. */
function dataOf({ domain, service, fields, patch, capabilities }: Call): Plain {
  switch (`${domain}.${service}`) {
    case 'calendar.get_events':
      return { start_date_time: timeText(fields.from), end_date_time: timeText(fields.to) };
    case 'calendar.create_event':
      return eventOf(fields);
    case 'counter.set_value':
      return { value: patch.count };
    case 'datetime.set_value':
      return { datetime: timeText(fields.at) };
    case 'input_datetime.set_datetime': {
      const { has_date: hasDate, has_time: hasTime } = capabilities;
      if (hasDate === true && hasTime === true) return { datetime: `${patch.date} ${patch.time}` };
      return hasDate === true ? { date: patch.date } : { time: patch.time };
    }
    case 'timer.start':
      return typeof patch.duration === 'number' ? { duration: patch.duration / 1000 } : {};
    case 'timer.pause':
    case 'timer.cancel':
    case 'timer.finish':
      return {};
    default:
      return fields;
  }
}

function eventOf({ allDay, start, end, ...others }: Plain): Plain {
  const given = Object.entries(others).filter(([, value]) => value !== undefined && value !== null);
  const span =
    allDay === true
      ? { start_date: start, end_date: end }
      : { start_date_time: clockText(start), end_date_time: clockText(end) };
  return { ...Object.fromEntries(given), ...span };
}

function timeText(at: unknown): string {
  return new Date(Number(at)).toISOString();
}

/** `2026-12-01T08:00:00` on the clocks there. */
function clockText(time: unknown): string {
  return String(time).replace('T', ' ');
}

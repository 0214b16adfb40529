import { TemplateFailure } from '../values/failure.ts';
import { spend } from '../values/work-meter.ts';
import { wallOf } from './clock-fields.ts';
import { Datetime } from './datetime.ts';
import { roundMicros, Timedelta } from './timedelta.ts';
import { fixedZone, UTC, type Zone } from './zone.ts';

const DATE = '(\\d{4})(?:-(\\d{1,2})(?:-(\\d{1,2}))?|(\\d{2})(\\d{2}))?';
const TIME = '(\\d{1,2})(?::?(\\d{1,2})(?::?(\\d{1,2})(?:[.,](\\d{1,6})\\d*)?)?)?';
const ISO = new RegExp(`^${DATE}(?:[T ]${TIME}(Z|[+-]\\d{2}(?::?\\d{2})?)?)?$`);

function zoneOfText(text: string | undefined): Zone | undefined {
  if (text === undefined) return undefined;
  if (text === 'Z') return UTC;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', '') || '0');
  return fixedZone((text.startsWith('-') ? -60 : 60) * minutes);
}

/** Parses an ISO 8601 date and time, a date alone as midnight; `undefined` for other text. */
export function parseIso(text: string): Datetime | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  spend(8);
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, month2, day2, hour, minute, second, fraction, zone] = match;
  try {
    const midnight = hour === '24' && Number(minute ?? 0) === 0 && Number(second ?? 0) === 0;
    const wall = wallOf({
      year: Number(year),
      month: Number(month ?? month2 ?? 1),
      day: Number(day ?? day2 ?? 1),
      hour: midnight ? 0 : Number(hour ?? 0),
      minute: Number(minute ?? 0),
      second: Number(second ?? 0),
      micro: Number((fraction ?? '').padEnd(6, '0')),
    });
    return new Datetime(midnight ? wall + 86_400_000_000n : wall, zoneOfText(zone));
  } catch (error) {
    if (error instanceof TemplateFailure) return undefined;
    throw error;
  }
}

/** The longest text of a time. */
const MAX_LENGTH = 4096;

const decimals = '(\\d+(?:[.,]\\d+)?)';
const STANDARD =
  /^(?:(-?\d+) (?:days?, )?)?(-?)(?:(\d+):(?=\d+:\d+))?(?:(\d+):)?(\d+)(?:[.,](\d{1,6})\d{0,6})?$/;
const ISO_DURATION = new RegExp(
  `^([-+]?)P(?:${decimals}D)?(?:T(?:${decimals}H)?(?:${decimals}M)?(?:${decimals}S)?)?$`,
);
const POSTGRES = /^(?:(-?\d+) days? ?)?(?:([-+])?(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$/;

/** Parses a duration: `[D ]HH:MM:SS`, seconds, `P1DT2H`, `1 day 02:00:00`; `undefined` for other text. */
export function parseDuration(text: string): Timedelta | undefined {
  if (text.length > 60) return undefined;
  const iso = ISO_DURATION.exec(text);
  if (iso !== null) {
    const [, sign, ...parts] = iso;
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) =>
      Number((part ?? '0').replace(',', '.')),
    );
    const micros = roundMicros((days * 86_400 + hours * 3600 + minutes * 60 + seconds) * 1e6);
    return new Timedelta(sign === '-' ? -micros : micros);
  }
  const match = STANDARD.exec(text) ?? (text === '' ? null : POSTGRES.exec(text));
  if (match === null) return undefined;
  const [, days, sign, hours, minutes, seconds, fraction] = match;
  const clock = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  const micros = BigInt(clock) * 1_000_000n + BigInt((fraction ?? '').padEnd(6, '0'));
  return new Timedelta(BigInt(days ?? 0) * 86_400_000_000n + (sign === '-' ? -micros : micros));
}

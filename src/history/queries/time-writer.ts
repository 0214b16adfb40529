import { isoTime } from '../../core/clock.ts';
import type { JsonBytes } from './json-bytes.ts';

const DAY = 86_400_000;
/** The seconds that have ten digits: from 2001 to 2286. */
const FIRST_PLAIN = 1_000_000_000_000;
const LAST_PLAIN = 9_999_999_999_999;

/** Writes times as they appear in answers: by integer arithmetic for the years that homes have. */
export class TimeWriter {
  private readonly out: JsonBytes;
  private day = Number.NaN;
  private date = '';

  constructor(out: JsonBytes) {
    this.out = out;
  }

  /** Seconds since 1970, of whole milliseconds. */
  seconds(at: number): void {
    const { out } = this;
    if (at < FIRST_PLAIN || at > LAST_PLAIN) {
      out.ascii(String(at / 1000));
      return;
    }
    const seconds = Math.trunc(at / 1000);
    const rest = at - seconds * 1000;
    out.digits(seconds, 10);
    if (rest === 0) return;
    out.ascii('.');
    out.digits(rest, 3);
  }

  /** ISO 8601 with microseconds in quotes, of whole milliseconds. */
  iso(at: number): void {
    const { out } = this;
    if (at < FIRST_PLAIN || at > LAST_PLAIN) {
      out.quoted(isoTime(at));
      return;
    }
    const day = Math.trunc(at / DAY);
    if (day !== this.day) {
      this.day = day;
      this.date = `"${isoTime(day * DAY).slice(0, 11)}`;
    }
    const ofDay = at - day * DAY;
    const second = Math.trunc(ofDay / 1000);
    const minute = Math.trunc(second / 60);
    const hour = Math.trunc(minute / 60);
    out.ascii(this.date);
    out.digits(hour, 2);
    out.ascii(':');
    out.digits(minute - hour * 60, 2);
    out.ascii(':');
    out.digits(second - minute * 60, 2);
    out.ascii('.');
    out.digits(ofDay - second * 1000, 3);
    out.ascii('000+00:00"');
  }
}

/** The zone whose clocks hang in the home; that of the browser until the home has told. */
let zone: string | undefined;

/** Counts all times by the clocks of this zone. */
export function keepTimeOf(timeZone: string): void {
  zone = isZone(timeZone) ? timeZone : undefined;
}

/** The zone the home keeps time of; undefined stands for that of the browser. */
export function homeZone(): string | undefined {
  return zone;
}

/** Whether a text is a day without a time. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** Whether the calendar of the home shows the same day at both moments. */
export function isSameDay(one: Date, other: Date): boolean {
  return wallTime(one).slice(0, 10) === wallTime(other).slice(0, 10);
}

/** What the clocks of the home show at a moment, as inputs for date and time take it: `2026-11-21T08:59:00`. */
export function wallTime(moment: Date): string {
  return new Date(wallNumber(moment.getTime())).toISOString().slice(0, 19);
}

/**
 * The moment at which the clocks of the home show this: the first where they do so twice, behind the gap where they skip it. A day alone is
 * its midnight. Undefined for what is no time.
 */
export function momentOf(wall: string): Date | undefined {
  const wanted = Date.parse(`${wall}${isDay(wall) ? 'T00:00' : ''}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const offset = (at: number): number => wallNumber(at) - at;
  const choices = [wanted - offset(wanted - DAY), wanted - offset(wanted + DAY)];
  const first = Math.min(...choices);
  return new Date(wallNumber(first) === wanted ? first : Math.max(...choices));
}

const DAY = 86_400_000;

/** The time on the wall, counted as if it were universal. */
function wallNumber(at: number): number {
  const part: Record<string, string> = {};
  for (const { type, value } of clock(zone).formatToParts(at)) part[type] = value;
  const { year = '', month, day, hour, minute, second } = part;
  return Date.parse(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

function clock(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const two = '2-digit';
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  clocks.set(timeZone, made);
  return made;
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

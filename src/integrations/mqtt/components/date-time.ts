import { offsetOfWall } from '../../../core/time-zone.ts';
import { dateDomain, dateTimeDomain, timeDomain } from '../../../domains/date-time/date-time.ts';
import type { Domain, Values } from '../../../domains/definition/define-domain.ts';
import { fieldsOf } from '../../../jinja/time/clock-fields.ts';
import { Datetime, PyDate } from '../../../jinja/time/datetime.ts';
import { PyTime } from '../../../jinja/time/time-of-day.ts';
import { fixedZone } from '../../../jinja/time/zone.ts';
import { type Component, defineComponent, NONE, type ReadingContext } from '../entity/component.ts';
import { timeZone } from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';
import { readLoosely } from '../schema/loose-time.ts';
import { isOptimistic, stateAndCommand } from '../schema/state-and-command.ts';
import { isoText, type ReadMoment } from '../schema/time-text.ts';
import { mainReading } from './main-reading.ts';

const keys = { ...stateAndCommand, timezone: timeZone.optional() };
type Config = ConfigOf<typeof keys>;

/** The three have everything in common but how their value is read and written. */
function calendarComponent(own: {
  readonly name: string;
  readonly kind: string;
  readonly domain: Domain;
  /** The name of the value in reports and in the service. */
  readonly value: string;
  read(text: string, config: Config, context: ReadingContext): unknown;
  /** The service's fields as text, and as the object that templates receive. */
  write(fields: Values): { readonly text: string; readonly object: unknown };
}): Component {
  return defineComponent<Config>({
    name: own.name,
    domain: own.domain,
    schema: entityConfig(keys),
    describe: (config) => ({
      kind: own.kind,
      values: { [own.value]: null },
      assumedState: isOptimistic(config),
    }),
    readings: (config) => [
      mainReading(config, (text, context) => {
        if (text === '') return null;
        if (text === NONE) return { [own.value]: null };
        const value = own.read(text, config, context);
        return value === undefined
          ? context.warn('it is no date or time that can be read')
          : { [own.value]: value };
      }),
    ],
    command: ({ fields, patch }, { config, render }) => {
      const { text, object } = own.write(fields);
      const value = config.command_template === undefined ? text : object;
      return {
        messages: [{ topic: config.command_topic, payload: render(config.command_template, value) }],
        patch: isOptimistic(config) ? patch : undefined,
      };
    },
  });
}

/** Dates over MQTT. */
export const dateComponent = calendarComponent({
  name: 'date',
  kind: 'MQTT Date',
  domain: dateDomain,
  value: 'date',
  read: (text, _config, { now }) => dateOf(readLoosely(text, beginOf(now))),
  write: ({ date }) => ({ text: String(date), object: new PyDate(micros(Date.parse(String(date)))) }),
});

/** Times of day over MQTT. */
export const timeComponent = calendarComponent({
  name: 'time',
  kind: 'MQTT Time',
  domain: timeDomain,
  value: 'time',
  read: (text, _config, { now }) => clockOf(readLoosely(text, beginOf(now))),
  write: ({ time }) => ({
    text: String(time),
    object: new PyTime(fieldsOf(micros(Date.parse(`1970-01-01T${String(time)}Z`))), undefined),
  }),
});

/** The last moment whose year has four digits, as states have them. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Dates with times over MQTT. With a configured time zone texts are in that zone, or else name one. */
export const dateTimeComponent = calendarComponent({
  name: 'datetime',
  kind: 'MQTT Date/Time',
  domain: dateTimeDomain,
  value: 'at',
  read: (text, { timezone }, { now }) => {
    const moment = readLoosely(text, beginOf(now));
    if (moment === undefined || (moment.offset === undefined) !== (timezone !== undefined)) return undefined;
    const offset = moment.offset ?? Math.round(offsetOfWall(moment.fields, timezone ?? 'UTC') / 60_000);
    const at = moment.fields - offset * 60_000;
    return at > LAST ? undefined : at;
  },
  write: ({ at, offset }) => {
    const wall = Number(at) + Number(offset) * 60_000;
    const object = new Datetime(micros(wall), fixedZone(Number(offset) * 60));
    return { text: isoText(wall, Number(offset)), object };
  },
});

/** Missing parts of a date are taken from today in UTC. */
function beginOf(now: number): number {
  return now - (now % 86_400_000);
}

function dateOf(moment: ReadMoment | undefined): string | undefined {
  return moment === undefined ? undefined : isoText(moment.fields, undefined).slice(0, 10);
}

function clockOf(moment: ReadMoment | undefined): string | undefined {
  return moment === undefined ? undefined : isoText(moment.fields, undefined).slice(11);
}

function micros(milliseconds: number): bigint {
  return BigInt(Math.trunc(milliseconds)) * 1000n;
}

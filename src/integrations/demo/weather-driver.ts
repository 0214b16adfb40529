import { every, isoTime, type Undo } from '../../core/clock.ts';
import type { Command, Values } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';
import type { BehaviorContext } from './behavior-context.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Waves of the weather, in hours; their sum decides the cloudiness. Their phases are random by seed. */
const WAVES: readonly (readonly [length: number, height: number])[] = [
  [71, 0.5],
  [29, 0.3],
  [11, 0.2],
];

/** Computes the weather of any moment, so that forecasts come true. */
export class WeatherDriver implements Driver {
  private readonly context: BehaviorContext;
  private readonly shifts: readonly number[];

  constructor(context: BehaviorContext) {
    this.context = context;
    this.shifts = WAVES.map(() => context.random() * 2 * Math.PI);
  }

  attach(entity: EntityHandle): Undo {
    const look = (): void => entity.report(this.at(this.context.clock.now()));
    look();
    return every(this.context.clock, 10 * 60_000, look);
  }

  execute({ fields }: Command): unknown {
    return { forecast: this.forecast(String(fields.type)) };
  }

  private forecast(type: string): Values[] {
    const { clock, hourOfDay } = this.context;
    const hour = Math.floor(clock.now() / HOUR) * HOUR;
    if (type === 'hourly') return Array.from({ length: 24 }, (_, i) => this.hourly(hour + (i + 1) * HOUR));
    const midnight = hour - Math.floor(hourOfDay(hour)) * HOUR;
    if (type === 'daily') return Array.from({ length: 7 }, (_, i) => this.span(midnight + i * DAY, 0, 24));
    return Array.from({ length: 14 }, (_, i) => {
      const isDay = i % 2 === 0;
      const from = isDay ? 6 : 18;
      const day = midnight + Math.floor(i / 2) * DAY;
      return { ...this.span(day, from, from + 12), is_daytime: isDay };
    });
  }

  private hourly(at: number): Values {
    const { temperature, humidity, pressure, wind_speed, wind_bearing, cloud_coverage, condition } =
      this.at(at);
    const rain = this.rain(at);
    return {
      datetime: secondText(at),
      condition,
      temperature,
      humidity,
      pressure,
      wind_speed,
      wind_bearing,
      cloud_coverage,
      precipitation: rain,
      precipitation_probability: Math.round(100 * Math.min(1, Math.max(0, this.greyness(at) * 1.6 - 0.5))),
    };
  }

  /** Several hours of a day together. */
  private span(day: number, from: number, to: number): Values {
    const hours = Array.from({ length: to - from }, (_, i) => this.hourly(day + (from + i) * HOUR));
    const of = (name: string): number[] => hours.map((hour) => Number(hour[name]));
    const noon = hours[Math.floor(hours.length / 2)] ?? {};
    return {
      ...noon,
      datetime: secondText(day + from * HOUR),
      temperature: Math.max(...of('temperature')),
      templow: Math.min(...of('temperature')),
      precipitation: Math.round(of('precipitation').reduce((sum, one) => sum + one, 0) * 10) / 10,
      precipitation_probability: Math.max(...of('precipitation_probability')),
      wind_speed: Math.max(...of('wind_speed')),
    };
  }

  private at(at: number): Values & { readonly condition: string } {
    const hour = this.context.hourOfDay(at);
    const grey = this.greyness(at);
    const sun = Math.cos(((hour - 15) / 24) * 2 * Math.PI);
    const wind = Math.round(80 + 260 * (1 - this.greyness(at + 9 * HOUR))) / 10;
    return {
      condition: conditionOf(grey, hour >= 7 && hour < 19, wind),
      temperature: Math.round((11 + sun * (6 - 4 * grey) - 3 * grey) * 10) / 10,
      humidity: Math.round(60 + 30 * grey - 10 * sun),
      pressure: Math.round((1024 - 22 * grey) * 10) / 10,
      wind_speed: wind,
      wind_bearing: Math.round(200 + 60 * Math.sin(at / DAY)),
      cloud_coverage: Math.round(grey * 100),
      uv_index: Math.max(0, Math.round(5 * sun * (1 - grey))),
      visibility: Math.round(30 - 22 * grey),
    };
  }

  private rain(at: number): number {
    return Math.round(Math.max(0, this.greyness(at) - 0.65) * 80) / 10;
  }

  /** From 0, blue, to 1, black. */
  private greyness(at: number): number {
    let sum = 0;
    WAVES.forEach(([length, height], i) => {
      sum += height * Math.sin((at / HOUR / length) * 2 * Math.PI + (this.shifts[i] ?? 0));
    });
    return (sum + 1) / 2;
  }
}

function conditionOf(grey: number, isDay: boolean, wind: number): string {
  if (grey > 0.85) return 'pouring';
  if (grey > 0.7) return 'rainy';
  if (grey > 0.5) return wind > 28 ? 'windy-variant' : 'cloudy';
  if (grey > 0.3) return 'partlycloudy';
  return isDay ? 'sunny' : 'clear-night';
}

/** Forecasts carry whole seconds. */
function secondText(at: number): string {
  return isoTime(at).replace(/\.\d+/, '');
}

import type { MqttTemplate } from './templates.ts';

/** How the messages of a topic report whether a device is available. */
export interface AvailabilityRule {
  readonly available: string;
  readonly notAvailable: string;
  readonly template: MqttTemplate | undefined;
}

export type AvailabilityMode = 'all' | 'any' | 'latest';

/** The rules by topic; without any, the device is available while the broker is connected. */
export interface AvailabilityRules {
  readonly mode: AvailabilityMode;
  readonly topics: ReadonlyMap<string, AvailabilityRule>;
}

/** Tracks the last message of each topic; a topic without one counts as unavailable. */
export class Availability {
  private readonly rules: AvailabilityRules;
  private readonly reports = new Map<string, boolean>();
  private latest = false;

  /** Takes over the values of topics that are in both configs, and the last value in any case. */
  constructor(rules: AvailabilityRules, earlier?: Availability) {
    this.rules = rules;
    this.latest = earlier?.latest ?? false;
    for (const topic of rules.topics.keys()) {
      const report = earlier?.reports.get(topic);
      if (report !== undefined) this.reports.set(topic, report);
    }
  }

  /** Whether the device is reachable, by the configured mode. */
  get isAvailable(): boolean {
    const { mode, topics } = this.rules;
    if (topics.size === 0) return true;
    if (mode === 'latest') return this.latest;
    let count = 0;
    for (const topic of topics.keys()) if (this.reports.get(topic) === true) count += 1;
    return mode === 'all' ? count === topics.size : count > 0;
  }

  /** Handles the message of a topic; other texts than the two configured ones are ignored. */
  take(topic: string, text: string): void {
    const rule = this.rules.topics.get(topic);
    if (rule === undefined || (text !== rule.available && text !== rule.notAvailable)) return;
    this.latest = text === rule.available;
    this.reports.set(topic, this.latest);
  }
}

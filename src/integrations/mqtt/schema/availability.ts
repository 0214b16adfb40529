import type { MqttTemplate } from './templates.ts';

/** How the messages of one topic speak of whether a device is there. */
export interface AvailabilityRule {
  readonly available: string;
  readonly notAvailable: string;
  readonly template: MqttTemplate | undefined;
}

export type AvailabilityMode = 'all' | 'any' | 'latest';

/** The rules by their topic; without any, the device is there as long as the broker is. */
export interface AvailabilityRules {
  readonly mode: AvailabilityMode;
  readonly topics: ReadonlyMap<string, AvailabilityRule>;
}

/** Keeps what each topic said last; a topic that has said nothing counts as "not there". */
export class Availability {
  private readonly rules: AvailabilityRules;
  private readonly said = new Map<string, boolean>();
  private latest = false;

  /** What topics of an earlier config said is kept where they are still listened to, and what came last in any case. */
  constructor(rules: AvailabilityRules, earlier?: Availability) {
    this.rules = rules;
    this.latest = earlier?.latest ?? false;
    for (const topic of rules.topics.keys()) {
      const said = earlier?.said.get(topic);
      if (said !== undefined) this.said.set(topic, said);
    }
  }

  /** Whether all that was said, taken as the rules want it, means that the device can be reached. */
  get isAvailable(): boolean {
    const { mode, topics } = this.rules;
    if (topics.size === 0) return true;
    if (mode === 'latest') return this.latest;
    let count = 0;
    for (const topic of topics.keys()) if (this.said.get(topic) === true) count += 1;
    return mode === 'all' ? count === topics.size : count > 0;
  }

  /** Takes over what a topic says; texts that are neither of the two are ignored. */
  take(topic: string, text: string): void {
    const rule = this.rules.topics.get(topic);
    if (rule === undefined || (text !== rule.available && text !== rule.notAvailable)) return;
    this.latest = text === rule.available;
    this.said.set(topic, this.latest);
  }
}

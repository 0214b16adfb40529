import { domainOf } from '../../core/entity-id.ts';

/** The least time between recorded changes in seconds, as `history.downsample` sets it. */
export interface DownsampleSettings {
  readonly domains: Readonly<Record<string, number>>;
  readonly entities: Readonly<Record<string, number>>;
  readonly labels: Readonly<Record<string, number>>;
}

/**
 * The interval of each entity of which only the last change is recorded: its own, otherwise the longest one of its
 * labels, otherwise that of its domain.
 */
export class DownsampleIntervals {
  private readonly settings: DownsampleSettings;
  private readonly known = new Map<string, number>();
  private labelsOf: (entityId: string) => readonly string[] = () => [];
  /** Whether any entity can have one, so that others cost nothing. */
  readonly isUsed: boolean;

  constructor(settings: DownsampleSettings) {
    this.settings = settings;
    this.isUsed = Object.values(settings).some((one) => Object.keys(one).length > 0);
  }

  /** Where labels come from, once there is a registry. */
  readLabels(labelsOf: (entityId: string) => readonly string[]): void {
    this.labelsOf = labelsOf;
    this.forget();
  }

  /** Labels or IDs have changed. */
  forget(): void {
    this.known.clear();
  }

  /** In milliseconds; 0 if every change is recorded. */
  of(entityId: string): number {
    let found = this.known.get(entityId);
    if (found === undefined) {
      found = this.find(entityId) * 1000;
      this.known.set(entityId, found);
    }
    return found;
  }

  private find(entityId: string): number {
    const { domains, entities, labels } = this.settings;
    const own = entities[entityId];
    if (own !== undefined) return own;
    const ofLabels = this.labelsOf(entityId).flatMap((label) => labels[label] ?? []);
    return ofLabels.length > 0 ? Math.max(...ofLabels) : (domains[domainOf(entityId)] ?? 0);
  }
}

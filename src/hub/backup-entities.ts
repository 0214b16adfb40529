import type { AutomaticBackups } from '../backup/automatic-backups.ts';
import type { BackupEvent, BackupEvents } from '../backup/backup-events.ts';
import { type Clock, isoTime, type Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import { eventDomain } from '../domains/event/event.ts';
import { sensorDomain } from '../domains/sensor/sensor.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { Entity } from '../entities/entity/entity.ts';
import type { EntityDescription } from '../entities/entity/entity-description.ts';

interface EntityParts {
  readonly entities: Entities;
  readonly automatic: AutomaticBackups;
  readonly events: BackupEvents;
  readonly clock: Clock;
}

const STATES = ['idle', 'create_backup', 'blocked', 'receive_backup', 'restore_backup'];
const EVENTS = ['completed', 'failed', 'in_progress'];
const MEBIBYTE = 1024 * 1024;
const IDLE = { execute: () => undefined };
const OF_ALL = {
  platform: 'backup',
  device: {
    identifiers: [['backup', 'backup_manager'] as const],
    name: 'Backup',
    manufacturer: 'Hearth',
    model: 'Backups',
    entry_type: 'service' as const,
  },
  driver: IDLE,
};

/**
 * The entities that Home Assistant has of its backups [backup facts §1]: what is in progress, the times and the size of
 * automatic ones, and an event for each. They appear with the first automatic backup, or when its schedule is chosen.
 */
export class BackupEntities implements Part {
  readonly name = 'backup entities';
  private readonly parts: EntityParts;
  private readonly sensors = new Map<string, Entity>();
  private event: Entity | undefined;
  private undo: Undo = () => {};

  constructor(parts: EntityParts) {
    this.parts = parts;
  }

  start(): void {
    const { events, automatic } = this.parts;
    const undos = [
      events.follow((event) => {
        if ('stage' in event) this.tell(event);
        if (!('agent_id' in event)) this.update();
      }),
      automatic.onChange(() => this.update()),
    ];
    this.undo = () => {
      for (const undo of undos) undo();
    };
  }

  stop(): void {
    this.undo();
    const { entities } = this.parts;
    for (const entity of this.sensors.values()) entities.remove(entity);
    if (this.event !== undefined) entities.remove(this.event);
    this.sensors.clear();
    this.event = undefined;
  }

  /** Reports the present values. */
  private update(): void {
    const { automatic, events } = this.parts;
    if (!this.isInUse) return;
    if (this.sensors.size === 0) this.add();
    const { config } = automatic;
    const next = automatic.next();
    const size = config.last_completed_automatic_backup_size;
    const values: Readonly<Record<string, string | number | null>> = {
      // Home Assistant has no checks of backups.
      backup_manager_state: STATES.find((state) => state === events.latest.manager_state) ?? 'idle',
      next_scheduled_automatic_backup: next === null ? null : isoTime(next),
      last_successful_automatic_backup: config.last_completed_automatic_backup,
      last_attempted_automatic_backup: config.last_attempted_automatic_backup,
      last_successful_automatic_backup_size: size === null ? null : Math.round((100 * size) / MEBIBYTE) / 100,
    };
    for (const [key, entity] of this.sensors) entity.report({ value: values[key] ?? null });
  }

  /** Whether there is something to show, or an imported home has shown it. */
  private get isInUse(): boolean {
    const { automatic, entities } = this.parts;
    return automatic.isInUse || entities.isRegistered('sensor', 'backup', 'backup_manager_state');
  }

  private tell({ state, stage, reason }: Exclude<BackupEvent, { manager_state: 'idle' }>): void {
    const { automatic, clock } = this.parts;
    if (!automatic.isRunning || !this.isInUse) return;
    if (this.sensors.size === 0) this.add();
    const data = { backup_stage: stage, failed_reason: reason };
    this.event?.report({ at: clock.now(), event_type: state, data });
  }

  private add(): void {
    const sensor = (uniqueId: string, name: string, more: Partial<EntityDescription>): void => {
      const description = {
        ...OF_ALL,
        domain: sensorDomain,
        uniqueId,
        name,
        values: { value: null },
        ...more,
      };
      this.sensors.set(uniqueId, this.parts.entities.add(description));
    };
    const time = { deviceClass: 'timestamp' };
    sensor('backup_manager_state', 'Backup Manager state', {
      deviceClass: 'enum',
      capabilities: { options: STATES },
    });
    sensor('next_scheduled_automatic_backup', 'Next scheduled automatic backup', time);
    sensor('last_successful_automatic_backup', 'Last successful automatic backup', time);
    sensor('last_attempted_automatic_backup', 'Last attempted automatic backup', time);
    sensor('last_successful_automatic_backup_size', 'Last successful automatic backup size', {
      deviceClass: 'data_size',
      unit: 'MiB',
      capabilities: { state_class: 'measurement' },
    });
    this.event = this.parts.entities.add({
      ...OF_ALL,
      domain: eventDomain,
      uniqueId: 'automatic_backup_event',
      name: 'Automatic backup',
      capabilities: { event_types: EVENTS },
      values: { at: null },
      restoresValues: true,
    });
  }
}

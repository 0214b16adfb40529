import type { Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { EntityPort } from '../entity-port.ts';
import type { EmbeddedBroker } from './embedded-broker.ts';
import type { BrokerFigures } from './messages.ts';

const FIGURES: readonly {
  readonly key: keyof BrokerFigures;
  readonly name: string;
  readonly stateClass: string;
  readonly icon: string;
}[] = [
  { key: 'clients', name: 'Clients', stateClass: 'measurement', icon: 'mdi:lan-connect' },
  {
    key: 'retained',
    name: 'Retained messages',
    stateClass: 'measurement',
    icon: 'mdi:database',
  },
  {
    key: 'received',
    name: 'Messages received',
    stateClass: 'total_increasing',
    icon: 'mdi:download',
  },
  {
    key: 'sent',
    name: 'Messages sent',
    stateClass: 'total_increasing',
    icon: 'mdi:upload',
  },
  {
    key: 'dropped',
    name: 'Messages dropped',
    stateClass: 'total_increasing',
    icon: 'mdi:alert-outline',
  },
];

/** The figures of the broker as diagnostic sensors of a device of its own. */
export class FigureSensors implements Part {
  readonly name = 'mqtt broker figures';
  private readonly entities: EntityPort;
  private readonly broker: EmbeddedBroker;
  private readonly sensors = new Map<keyof BrokerFigures, Entity>();
  private undo: Undo | undefined;

  constructor(entities: EntityPort, broker: EmbeddedBroker) {
    this.entities = entities;
    this.broker = broker;
  }

  start(): void {
    for (const { key, name, stateClass, icon } of FIGURES) {
      const description = {
        domain: 'sensor',
        platform: 'mqtt',
        uniqueId: `hearth_broker_${key}`,
        name,
        device: {
          identifiers: [['mqtt', 'hearth_broker'] as const],
          name: 'MQTT broker',
          manufacturer: 'Hearth',
          entry_type: 'service' as const,
        },
        icon,
        entityCategory: 'diagnostic' as const,
        capabilities: { state_class: stateClass },
        values: { value: 0 },
      };
      const sensor = this.entities.add(description, {
        execute: ({ service }, { id }) => {
          throw fault('home_assistant_error', 'service_not_taken', { id, service });
        },
      });
      this.sensors.set(key, sensor);
    }
    this.undo = this.broker.onFigures((figures) => {
      for (const [key, sensor] of this.sensors) sensor.report({ value: figures[key] });
    });
  }

  stop(): void {
    this.undo?.();
    for (const sensor of this.sensors.values()) this.entities.remove(sensor);
    this.sensors.clear();
  }
}

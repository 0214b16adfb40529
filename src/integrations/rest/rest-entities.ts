import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { MessageKey } from '../../core/messages.ts';
import { schemaError } from '../../core/schema-error.ts';
import type { SectionItem } from '../../core/settings-block.ts';
import type { TemplateService } from '../../templates/template-service.ts';
import type { EntityPort } from '../entity-port.ts';
import { binarySensorFields, period, sensorFields } from '../polled/fields.ts';
import { Poll } from '../polled/poll.ts';
import { PolledEntities } from '../polled/polled-entities.ts';
import { listed, readWritten, type Written, writtenAt } from '../polled/section-reader.ts';
import { binarySensorBehavior, sensorBehavior, sensorDescription } from '../polled/sensor-behaviors.ts';
import { fetchResource, type ResourceConfig, resourceFields, resourceProblem } from './resource.ts';
import { addRestSwitch, restSwitchSchema } from './rest-switch.ts';

/** Seconds between two requests: of a block with several sensors, and of a single entity. */
const BLOCK_INTERVAL = 15;
const INTERVAL = 30;

const blockSchema = z
  .strictObject({
    ...resourceFields,
    scan_interval: period.default(BLOCK_INTERVAL),
    sensor: z.unknown().optional(),
    binary_sensor: z.unknown().optional(),
  })
  .superRefine(refineResource);
const blockSensorSchema = z.strictObject(sensorFields);
const { json_attributes: _names, json_attributes_path: _path, ...withoutAttributes } = binarySensorFields;
const blockBinarySensorSchema = z.strictObject(withoutAttributes);

const platformFields = {
  platform: z.literal('rest'),
  scan_interval: period.default(INTERVAL),
  ...resourceFields,
} as const;
const sensorSchema = z.strictObject({ ...platformFields, ...sensorFields }).superRefine(refineResource);
const binarySensorSchema = z
  .strictObject({ ...platformFields, ...withoutAttributes })
  .superRefine(refineResource);

type SensorConfig = z.infer<typeof blockSensorSchema>;
type BinarySensorConfig = z.infer<typeof blockBinarySensorSchema>;

/** The dependencies of `RestEntities`. */
export interface RestParts {
  readonly port: EntityPort;
  readonly templates: TemplateService;
  readonly clock: Clock;
  readonly log: Log;
}

/** The entities of `rest:`, and those of `sensor:`, `binary_sensor:` and `switch:` with `platform: rest`. */
export class RestEntities {
  private readonly parts: RestParts;
  private readonly entities: PolledEntities;

  constructor(parts: RestParts) {
    this.parts = parts;
    this.entities = new PolledEntities({ ...parts, platform: 'rest' });
  }

  clear(): void {
    this.entities.clear();
  }

  /** Adds the sensors of a block of `rest:`, which share one request. */
  addBlock(item: SectionItem): void {
    const { log } = this.parts;
    const block = readWritten(blockSchema, writtenAt(item, [], { value: item.value, label: 'rest' }), log);
    if (block === undefined) return;
    const poll = this.poll(block, block.scan_interval, item.place());
    for (const { one, path } of listed(block.sensor, ['sensor'])) {
      const written = writtenAt(item, path, { value: one, label: 'rest sensor' });
      const config = readWritten(blockSensorSchema, written, log);
      if (config !== undefined) this.addSensor(config, poll, written);
    }
    for (const { one, path } of listed(block.binary_sensor, ['binary_sensor'])) {
      const written = writtenAt(item, path, { value: one, label: 'rest binary_sensor' });
      const config = readWritten(blockBinarySensorSchema, written, log);
      if (config !== undefined) this.addBinarySensor(config, poll, written);
    }
  }

  /** Adds an entity of a section such as `sensor:`. */
  addOne(domain: 'sensor' | 'binary_sensor' | 'switch', item: SectionItem): void {
    const { log } = this.parts;
    const written = writtenAt(item, [], { value: item.value, label: `${domain} rest` });
    if (domain === 'switch') {
      const config = readWritten(restSwitchSchema, written, log);
      if (config !== undefined)
        addRestSwitch(config, this.entities, { ...this.parts, place: written.place() });
    } else if (domain === 'sensor') {
      const config = readWritten(sensorSchema, written, log);
      if (config !== undefined)
        this.addSensor(config, this.poll(config, config.scan_interval, item.place()), written);
    } else {
      const config = readWritten(binarySensorSchema, written, log);
      if (config !== undefined)
        this.addBinarySensor(config, this.poll(config, config.scan_interval, item.place()), written);
    }
  }

  private addSensor(config: SensorConfig, poll: Poll, { place }: Written): void {
    this.entities.add({
      ...{ domain: 'sensor', defaultName: 'REST Sensor', config, poll, place: place() },
      behavior: sensorBehavior(config),
      description: sensorDescription(config),
      values: { value: null },
    });
  }

  private addBinarySensor(config: BinarySensorConfig, poll: Poll, { place }: Written): void {
    this.entities.add({
      ...{ domain: 'binary_sensor', defaultName: 'REST Binary Sensor', config, poll, place: place() },
      behavior: binarySensorBehavior(config.value_template),
      description: { forceUpdate: config.force_update },
      values: { on: null },
    });
  }

  private poll(config: ResourceConfig, interval: number, place: string): Poll {
    const { clock, log } = this.parts;
    const fetch = fetchResource(config, place, this.parts);
    return new Poll({ title: titleOf(config), place, interval, fetch, clock, log });
  }
}

/** The host, since addresses often contain keys. */
function titleOf({ resource }: ResourceConfig): string {
  return resource === undefined ? 'the resource' : new URL(resource).host;
}

function refineResource(config: ResourceConfig, context: z.RefinementCtx): void {
  const problem = resourceProblem(config);
  if (problem !== undefined)
    context.addIssue({
      code: 'custom',
      message: schemaError(problem as MessageKey),
      path: ['resource'],
      input: config.resource,
    });
}

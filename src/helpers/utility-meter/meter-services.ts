import { z } from 'zod';
import { fault } from '../../core/errors.ts';
import { type ExactDecimal, exactDecimalOf } from '../../core/exact-decimal.ts';
import { schemaError } from '../../core/schema-error.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { custom } from '../../domains/definition/field.ts';
import type { Driver } from '../../entities/entity/driver.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import { parseTarget, type TargetResolver } from '../../entities/registry/targets.ts';
import { excludedFrom } from '../../entities/services/excluded.ts';
import { definePlainService, type PlainService } from '../../entities/services/service.ts';
import { noTarget, type ServiceCall } from '../../entities/services/service-call.ts';
import { MeterSensor } from './meter-sensor.ts';
import { TariffSelect } from './tariff-select.ts';

/** The dependencies of the meters' services. */
export interface MeterServiceParts {
  readonly entities: Entities;
  readonly states: StateMachine;
  readonly targets: TargetResolver;
  readonly now: () => number;
}

const domain = 'utility_meter';

const amount: z.ZodType<ExactDecimal> = z.unknown().transform((given, context) => {
  const isText = typeof given === 'string' || typeof given === 'number';
  const value = isText ? exactDecimalOf(String(given)) : undefined;
  if (value !== undefined) return value;
  context.issues.push({ code: 'custom', message: schemaError('expects_number'), input: given });
  return z.NEVER;
});

/** `utility_meter.reset` and `utility_meter.calibrate`; entities that are no meters are left alone. */
export function meterServices(parts: MeterServiceParts): PlainService[] {
  return [
    {
      domain,
      name: 'reset',
      fields: {},
      target: { entity: [{ domain: ['select'], integration: domain }] },
      handle: (_fields, call) => {
        for (const sensor of chosenSensors(parts, call, true)) sensor.reset(parts.now(), call.context);
      },
    },
    definePlainService({
      domain,
      name: 'calibrate',
      fields: { value: custom(amount, { text: null }, { required: true, example: '100' }) },
      target: { entity: [{ domain: ['sensor'], integration: domain }] },
      handle: ({ value }, call) => {
        for (const sensor of chosenSensors(parts, call, false)) sensor.calibrate(value, call.context);
      },
    }),
  ];
}

/**
 * The sensors of meters in the target of a call that the caller may control; with `withSelects`, a select stands for
 * the sensors of its tariffs. Throws for a named entity that the caller may only see.
 */
function chosenSensors(
  { entities, states, targets }: MeterServiceParts,
  { data, access }: ServiceCall,
  withSelects: boolean,
): readonly MeterSensor[] {
  const target = parseTarget(data);
  if (target === undefined) throw noTarget();
  const excluded = excludedFrom(target, targets, states).entities;
  const isAll = target.entities === 'all';
  const named = new Set(target.entities === 'all' ? [] : target.entities);
  const reached = targets.reach(target).entities;
  const chosen = new Set<MeterSensor>();
  for (const { id, driver } of [...entities.ofDomain('select'), ...entities.ofDomain('sensor')]) {
    const isChosen = (isAll || named.has(id) || reached.has(id)) && !excluded.has(id);
    const sensors = isChosen ? sensorsBehind(driver, withSelects) : [];
    if (sensors.length === 0 || !access.may('read', id)) continue;
    if (access.may('control', id)) for (const sensor of sensors) chosen.add(sensor);
    else if (named.has(id)) throw fault('unauthorized', 'unauthorized_to_control', { id });
  }
  return [...chosen].filter(({ entity }) => access.may('control', entity.id));
}

function sensorsBehind(driver: Driver, withSelects: boolean): readonly MeterSensor[] {
  if (driver instanceof MeterSensor) return [driver];
  return withSelects && driver instanceof TariffSelect ? driver.sensors : [];
}

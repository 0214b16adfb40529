import { slugify } from '../../core/slug.ts';
import type { EntryKind, EntryParts, HelperSource } from '../entries/entry-kind.ts';
import type { FormValues } from '../entries/form.ts';
import { booleanField, entityField, numberField, selectField, textField } from '../entries/form-field.ts';
import { sourceIdOf } from '../entries/source-id.ts';
import { CYCLES, type Cycle, cronOfCycle } from './cycle-pattern.ts';
import { UtilityMeter } from './utility-meter.ts';

const MINUTES_PER_DAY = 1440;

const source = entityField('source', { domain: ['sensor'] });
const alwaysAvailable = booleanField('always_available', { isOptional: true, initial: false });

const days = { min: 0, max: 28, unit_of_measurement: 'days', translation_key: 'offset', step: 1 };
const custom = { options: [], custom_value: true, multiple: true };
const fields = [
  textField('name'),
  source,
  selectField('cycle', { options: ['none', ...CYCLES], translation_key: 'cycle' }),
  numberField('offset', days, { initial: 0 }),
  selectField('tariffs', custom, { initial: [] }),
  booleanField('net_consumption', { initial: false }),
  booleanField('delta_values', { initial: false }),
  booleanField('periodically_resetting', { initial: true }),
  alwaysAvailable,
];

/** `utility_meter`: sensors that count what a meter counts in a period, with a select for the tariff. */
export const utilityMeterHelper: EntryKind = {
  domain: 'utility_meter',
  title: 'Utility meter',
  version: [2, 2],
  config: [{ id: 'user', isLast: true, fields: () => fields, check: refusedTariffs }],
  options: [
    {
      id: 'init',
      isLast: true,
      fields: () => [source, booleanField('periodically_resetting'), alwaysAvailable],
    },
  ],
  open: openMeter,
};

function refusedTariffs({ tariffs }: FormValues): string | undefined {
  const given = tariffsOf(tariffs);
  return new Set(given).size < given.length ? 'tariffs_not_unique' : undefined;
}

function tariffsOf(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : [];
}

function openMeter({ entryId, uniqueId, name, options }: HelperSource, parts: EntryParts): UtilityMeter {
  const { cycle, offset, tariffs, periodically_resetting: resetting } = options;
  const isCycle = CYCLES.some((one) => one === cycle);
  return new UtilityMeter(
    {
      ...{ name, entryId },
      objectId: slugify(name),
      selectId: uniqueId,
      uniqueIdOf: (tariff) =>
        tariff === undefined || uniqueId === undefined ? uniqueId : `${uniqueId}_${tariff}`,
      source: sourceIdOf(options.source, parts.registry),
      tariffs: tariffsOf(tariffs),
      cron: isCycle ? cronOfCycle(cycle as Cycle, Number(offset ?? 0) * MINUTES_PER_DAY) : undefined,
      rules: {
        isNet: options.net_consumption === true,
        hasDeltas: options.delta_values === true,
        isResetting: resetting !== false,
      },
      isAlwaysAvailable: options.always_available === true,
    },
    parts,
  );
}

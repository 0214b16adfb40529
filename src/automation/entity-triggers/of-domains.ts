import { type EntityTriggers, target } from '../../domains/definition/entity-triggers.ts';
import { domains } from '../../domains/index.ts';
import { ofClasses } from './classes.ts';
import { readerOf } from './measures.ts';
import type { Table } from './purpose.ts';
import { becomes, happens, stateIs, valueIs } from './shapes.ts';
import { namedValue } from './values.ts';

/** The triggers and conditions that domains and device classes define. */
export const ofDomains: readonly Table[] = [
  ...domains.map(({ name, entityTriggers = {} }) => [name, entityTriggers] as const),
  ...ofClasses,
].flatMap(([name, own]) => tablesOf(name, own));

function tablesOf(domain: string, own: EntityTriggers): readonly Table[] {
  const facts = (name: string) => ({ key: `${domain}.${name}`, target: own.target ?? target(domain) });
  const rows = <T>(table: Readonly<Record<string, T>> = {}) => Object.entries(table);
  return [
    ...rows(own.values).map(([name, value]) => namedValue(domain, name, value)),
    {
      triggers: [
        ...rows(own.becomes).map(([name, row]) =>
          becomes({ ...facts(name), ...(typeof row === 'function' ? { is: row } : row) }),
        ),
        ...rows(own.happens).map(([name, row]) => happens({ ...facts(name), ...row })),
      ],
      conditions: [
        ...rows(own.is).map(([name, row]) =>
          stateIs({ ...facts(name), ...(typeof row === 'function' ? { is: row } : row) }),
        ),
        ...rows(own.valueIs).map(([name, value]) =>
          valueIs({ ...facts(name), value: readerOf(value), measure: value.measure }),
        ),
      ],
    },
  ];
}

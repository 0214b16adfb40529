import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HubError } from '../../src/core/errors.ts';
import type { Domain, EntityService, Values } from '../../src/domains/definition/define-domain.ts';
import { domains } from '../../src/domains/index.ts';
import { DomainEntity } from '../support/domain-entity.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

/** Of each domain an entity that can do everything, to begin with. */
const CAPABLE =
  cases<Readonly<Record<string, { readonly capabilities?: Values; readonly values?: Values }>>>('entities');

const HOSTILE = cases<readonly unknown[]>('hostile');
const USUAL = cases<readonly unknown[]>('usual');

/** Data of a call: usual and hostile values for some of the fields. */
function dataFor(service: EntityService): fc.Arbitrary<Values> {
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...USUAL) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
  );
  const required = Object.keys(service.fields).filter((name) => service.fields[name]?.required === true);
  const optional = Object.keys(service.fields).filter((name) => !required.includes(name));
  return fc
    .tuple(
      fc.array(value, { minLength: required.length, maxLength: required.length }),
      fc
        .subarray(optional, { maxLength: Math.min(3, optional.length) })
        .chain((names) =>
          fc
            .array(value, { minLength: names.length, maxLength: names.length })
            .map((values) => [names, values] as const),
        ),
    )
    .map(([must, [names, may]]) =>
      Object.fromEntries([
        ...required.map((name, i) => [name, must[i]] as const),
        ...names.map((name, i) => [name, may[i]] as const),
      ]),
    );
}

function capable(domain: Domain): DomainEntity {
  return new DomainEntity(domain, {
    features: Object.keys(domain.features),
    ...CAPABLE[domain.name],
  });
}

for (const domain of domains.filter(({ name }) => name in CAPABLE)) {
  describe(domain.name, () => {
    const service = fc.constantFrom(...domain.services);
    const call = service.chain((one) => dataFor(one).map((data) => ({ name: one.name, data })));

    test('whatever is called in whatever order, the state is one of its states', () => {
      let accepted = 0;
      fc.assert(
        fc.property(fc.array(call, { maxLength: 12 }), (calls) => {
          const entity = capable(domain);
          for (const { name, data } of calls) {
            const before = entity.values;
            try {
              entity.call(name, data);
              accepted += 1;
            } catch (error) {
              expect(error).toBeInstanceOf(HubError);
              expect(['invalid_format', 'service_validation_error', 'home_assistant_error']).toContain(
                (error as HubError).code,
              );
              expect(entity.values).toBe(before);
            }
            const { state } = entity;
            if (typeof domain.states !== 'string') expect(['unknown', ...domain.states]).toContain(state);
            expect(JSON.parse(JSON.stringify(entity.attributes))).toEqual(entity.attributes);
          }
        }),
      );
      expect(accepted).toBeGreaterThan(0);
    });

    test('what is shown of it is described', () => {
      const own = Object.keys(capable(domain).attributes).filter((name) => name !== 'supported_features');
      for (const name of own) expect(Object.keys(domain.attributes)).toContain(name);
    });

    test('the example of each field is valid', () => {
      for (const { name, fields } of domain.services) {
        for (const [key, field] of Object.entries(fields)) {
          if (field.example === undefined) continue;
          expect(field.schema.safeParse(field.example).success, `${name}.${key}`).toBe(true);
        }
      }
    });
  });
}

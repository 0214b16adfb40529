import { html, type TemplateResult } from 'lit';
import type { HomeStore } from '../../state/home-store.ts';
import { describedBy } from '../field.ts';
import { choicesOf, sourceOf } from './choices.ts';
import type { Choice, ChoiceSource, Chosen, EntityFilter, FormField, FormValues } from './form-field.ts';
import type { DrawnField } from './plain-input.ts';
import { attributeChoices, stateChoices } from './state-choices.ts';
import { targetIds, targetOf, targetSource } from './target-choices.ts';

/** The inputs with search: home items, states, icons. Undefined for other types of fields. */
export function searchInput(drawn: DrawnField): TemplateResult | undefined {
  const { field, id, value, home, values } = drawn;
  switch (field.kind) {
    case 'several':
      return chooser(drawn, field.options, { isMultiple: true, isTyped: field.isTyped === true });
    case 'choose':
      return chooser(drawn, chosen(home, field.what, filtersOf(field)), {
        isMultiple: field.isMultiple === true,
        isTyped: field.what === 'entity',
      });
    case 'target':
      return chooser(
        {
          ...drawn,
          value: targetIds((value ?? {}) as FormValues),
          put: (ids) => drawn.put(targetOf(ids as readonly string[])),
        },
        targetSource(home, field.filters ?? []),
        { isMultiple: true, isTyped: true },
      );
    case 'state': {
      const options = stateChoices(home, values, field.attribute);
      if (field.isMultiple === true) return chooser(drawn, options, { isMultiple: true, isTyped: true });
      return line(drawn, options, true);
    }
    case 'attribute':
      return line(drawn, attributeChoices(home, values), true);
    case 'pick':
      return line(drawn, field.options, field.isTyped === true);
    case 'device_automation':
      return html`<hearth-device-automation
        .home=${home}
        .name=${id}
        .label=${field.label}
        .of=${field.of}
        .deviceId=${values.device_id}
        .value=${value}
        @changed=${taking(drawn)}
      ></hearth-device-automation>`;
    case 'icon':
      return html`<hearth-icon-field
        .name=${id}
        .label=${field.label}
        .value=${value}
        .describedBy=${remarksOf(drawn)}
        @changed=${taking(drawn)}
      ></hearth-icon-field>`;
    default:
      return undefined;
  }
}

function line(drawn: DrawnField, choices: readonly Choice[], isTyped: boolean): TemplateResult {
  const { id, value, error } = drawn;
  return html`<hearth-combobox
    .name=${id}
    .choices=${choices}
    .value=${value === undefined || value === null ? undefined : String(value)}
    .isTyped=${isTyped}
    .isInvalid=${error !== undefined}
    .describedBy=${remarksOf(drawn)}
    @changed=${taking(drawn)}
  ></hearth-combobox>`;
}

function chooser(
  drawn: DrawnField,
  choices: readonly Choice[] | ChoiceSource,
  { isMultiple, isTyped }: { readonly isMultiple: boolean; readonly isTyped: boolean },
): TemplateResult {
  const { field, id, value } = drawn;
  return html`<hearth-chooser
    .name=${id}
    .label=${field.label}
    .describedBy=${remarksOf(drawn)}
    .isInvalid=${drawn.error !== undefined}
    .choices=${choices}
    .value=${value}
    .isMultiple=${isMultiple}
    .isTyped=${isTyped}
    @changed=${taking(drawn)}
  ></hearth-chooser>`;
}

function chosen(
  home: HomeStore,
  what: Chosen,
  filters: readonly EntityFilter[],
): readonly Choice[] | ChoiceSource {
  return what === 'entity' || what === 'device' ? sourceOf(home, what, filters) : choicesOf(home, what);
}

function filtersOf(field: FormField & { readonly kind: 'choose' }): readonly EntityFilter[] {
  return field.filters ?? (field.domains === undefined ? [] : [{ domains: field.domains }]);
}

function remarksOf({ field, id, error }: DrawnField): string | undefined {
  return describedBy({ name: id, hint: field.hint, error });
}

function taking({ put }: DrawnField): (event: CustomEvent<unknown>) => void {
  return (event) => put(event.detail);
}

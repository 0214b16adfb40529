import { html, nothing, type TemplateResult } from 'lit';
import type { FormField, FormValues } from './form-field.ts';
import { checkBoxes, type DrawnField } from './plain-input.ts';
import { swatches } from './swatches.ts';

/** Inputs with several controls: checkboxes, days, step lists, nested forms. */
export function wideInput(drawn: DrawnField): TemplateResult | typeof nothing {
  const { field, id, value, home, fault, put } = drawn;
  const take = (event: CustomEvent<unknown>): void => put(event.detail);
  switch (field.kind) {
    case 'swatch':
      return swatches(drawn);
    case 'checks':
      return checkBoxes(drawn, field.options);
    case 'week':
      return html`<hearth-week-field .name=${id} .value=${value} @changed=${take}></hearth-week-field>`;
    case 'duration':
      return html`<hearth-duration-field
        .name=${id}
        .value=${value}
        .hasDays=${field.hasDays === true}
        .isSigned=${field.isSigned === true}
        .isMapping=${field.isMapping === true}
        @changed=${take}
      ></hearth-duration-field>`;
    case 'steps':
      return html`<hearth-step-list
        .home=${home}
        .place=${field.place}
        .prefix=${id}
        .isNested=${true}
        .steps=${value === undefined || value === null ? [] : [value].flat()}
        .fault=${fault}
        @changed=${take}
      ></hearth-step-list>`;
    case 'rows':
      return html`<hearth-rows-field
        .home=${home}
        .fields=${field.fields}
        .rows=${value ?? []}
        .add=${field.add}
        .titleOf=${field.title}
        .isTop=${field.isTop ?? false}
        .prefix=${id}
        .fault=${fault}
        @changed=${take}
      ></hearth-rows-field>`;
    case 'group':
      return inner(drawn, field.fields);
    default:
      return nothing;
  }
}

/** A mapping by its own fields; an empty one is removed. */
function inner({ id, value, home, fault, put }: DrawnField, fields: readonly FormField[]): TemplateResult {
  return html`<hearth-form-fields
    .home=${home}
    .fields=${fields}
    .prefix=${id}
    .values=${value ?? {}}
    .fault=${fault}
    @changed=${(event: CustomEvent<FormValues>) => {
      const some = Object.entries(event.detail).filter(([, one]) => !Array.isArray(one) || one.length > 0);
      put(some.length === 0 ? undefined : Object.fromEntries(some));
    }}
  ></hearth-form-fields>`;
}

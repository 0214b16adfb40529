import { html, type PropertyValues } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import type { Fault } from '../../../parts/form/fault.ts';
import type { FormValues } from '../../../parts/form/form-field.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import { slugOf } from '../../../parts/slug.ts';
import { defineSteps } from '../../../parts/steps/define-steps.ts';
import type { House } from '../../../state/house.ts';
import { say } from '../../../words/say.ts';
import { type InputRow, inputsOf, rowFields, rowsOf } from './script-input-rows.ts';

const KEY = /^[a-z_][a-z\d_]*$/i;

/** What a script asks for before it runs. Fires `changed` with the inputs, undefined for none, and `unreadable` while they have no usable keys. */
export class ScriptInputsCard extends LightElement {
  static override properties = {
    house: { attribute: false },
    inputs: { attribute: false },
    rows: { state: true },
  };

  declare house: House;
  /** As the script's configuration has them. */
  declare inputs: unknown;
  declare rows: readonly InputRow[];
  /** The inputs the rows stand for, as JSON: what comes from here is not read anew under the cursor. */
  private told: string | undefined;
  /** Keys nobody has used yet: they follow the name that is typed. */
  private readonly fresh = new Set<string>();

  constructor() {
    super();
    defineForms();
    defineSteps();
    this.inputs = undefined;
    this.rows = [];
  }

  protected override willUpdate(changed: PropertyValues): void {
    const now = JSON.stringify(this.inputs ?? {});
    if (!changed.has('inputs') || now === this.told) return;
    this.told = now;
    this.rows = rowsOf(this.inputs);
  }

  protected override render() {
    return html`<section class="card" data-part="inputs" aria-labelledby="inputs-title">
      <h2 id="inputs-title">${say('inputs.title')}</h2>
      <p class="hint">${say('inputs.intro')}</p>
      <hearth-rows-field
        .house=${this.house}
        .fields=${rowFields}
        .rows=${this.rows}
        .add=${say('inputs.add')}
        .titleOf=${(number: number) => this.titleOf(this.rows[number - 1], number)}
        .prefix=${'inputs'}
        .isTop=${true}
        .fault=${faultIn(this.rows)}
        @changed=${(event: CustomEvent<readonly FormValues[]>) => this.take(event.detail)}
      ></hearth-rows-field>
    </section>`;
  }

  private titleOf(row: InputRow | undefined, number: number): string {
    const { name, key } = row ?? {};
    return String(name || key || say('inputs.numbered', { number }));
  }

  private take(rows: readonly InputRow[]): void {
    this.rows = rows.map((row, at) => this.keyed(row, { rows, at }));
    if (faultIn(this.rows) !== undefined) {
      this.dispatchEvent(new CustomEvent('unreadable'));
      return;
    }
    const inputs = inputsOf(this.rows);
    this.told = JSON.stringify(inputs);
    const detail = this.rows.length === 0 ? undefined : inputs;
    this.dispatchEvent(new CustomEvent('changed', { detail }));
  }

  /** A new row is called by its name as long as nobody calls it otherwise; a row of another kind begins without a value. */
  private keyed(row: InputRow, { rows, at }: { rows: readonly InputRow[]; at: number }): InputRow {
    const before = this.rows.length === rows.length ? this.rows[at] : undefined;
    if (row.key === undefined && row.kind === undefined) {
      const key = freeKey('input', rows);
      this.fresh.add(key);
      return { key, kind: 'text', ...row };
    }
    if (before === undefined) return row;
    if (before.kind !== row.kind) {
      const { options: _options, default: _default, ...rest } = row;
      return rest;
    }
    const { key, name } = row;
    if (key === undefined || !this.fresh.has(key) || before.name === name || typeof name !== 'string')
      return row;
    const others = rows.filter((one) => one !== row);
    const next = freeKey(keyOf(name), others);
    this.fresh.add(next);
    return { ...row, key: next };
  }
}

/** The first key that cannot be used. */
function faultIn(rows: readonly InputRow[]): Fault | undefined {
  const seen = new Set<unknown>();
  for (const [at, { key }] of rows.entries()) {
    if (key === undefined || !KEY.test(key)) return { path: [at, 'key'], text: say('inputs.bad_key') };
    if (seen.has(key)) return { path: [at, 'key'], text: say('inputs.same_key') };
    seen.add(key);
  }
  return undefined;
}

function freeKey(wish: string, rows: readonly InputRow[]): string {
  const taken = new Set(rows.map(({ key }) => key));
  for (let number = 1; ; number++) {
    const key = number === 1 ? wish : `${wish}_${number}`;
    if (!taken.has(key)) return key;
  }
}

function keyOf(name: string): string {
  const slug = slugOf(name);
  return KEY.test(slug) ? slug : `input_${slug}`.replace(/_$/, '');
}

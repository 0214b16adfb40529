import { mdiArrowDown, mdiArrowUp, mdiDeleteOutline, mdiPlus } from '@mdi/js';
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { icon } from '../icon.ts';
import { keepFocus } from '../keep-focus.ts';
import { moved, spliced } from '../list-edits.ts';
import { repeat } from '../repeat.ts';
import { toolButton } from '../tool-button.ts';
import { type Fault, faultIn } from './fault.ts';
import type { FormField, FormValues } from './form-field.ts';

/** A list of rows with fields of their own. Fires `changed` with all rows. */
export class RowsField extends LightElement {
  static override properties = {
    home: { attribute: false },
    fields: { attribute: false },
    rows: { attribute: false },
    add: { attribute: false },
    titleOf: { attribute: false },
    prefix: { attribute: false },
    fault: { attribute: false },
    isTop: { attribute: false },
  };

  declare home: HomeStore;
  /** The fields of each row, or a function that returns them. */
  declare fields: readonly FormField[] | ((row: FormValues) => readonly FormField[]);
  declare rows: readonly FormValues[];
  /** The text of the add button. */
  declare add: string;
  declare titleOf: (number: number) => string;
  declare prefix: string;
  /** The error in the rows. */
  declare fault: Fault | undefined;
  /** Whether it is directly below the heading of a card rather than within a step. */
  declare isTop: boolean;
  /** One key object per row, which moves with the row to preserve its open and unsaved inputs. */
  private keys: readonly object[] = [];

  constructor() {
    super();
    this.fields = [];
    this.rows = [];
    this.add = '';
    this.titleOf = String;
    this.prefix = 'rows';
    this.fault = undefined;
    this.isTop = false;
  }

  protected override willUpdate(): void {
    this.keys = this.rows.map((_row, at) => this.keys[at] ?? {});
  }

  protected override render() {
    return html`<ol class="step-list">${repeat(
      this.rows,
      (_row, at) => this.keys[at],
      (row, at) => this.row(row, at),
    )}</ol>
      <button type="button" class="add" @click=${() => this.emit([...this.rows, {}])}>${icon(mdiPlus)}${this.add}</button>`;
  }

  private row(row: FormValues, at: number): TemplateResult {
    const name = this.titleOf(at + 1);
    const { rows, fields } = this;
    return html`<li class="branch">
      <div class="card-head">
        ${this.isTop ? html`<h3>${name}</h3>` : html`<h4>${name}</h4>`}
        <div class="row-tools">
          ${toolButton(mdiArrowUp, say('list.up', { name }), () => this.move(at, -1), at === 0)}
          ${toolButton(mdiArrowDown, say('list.down', { name }), () => this.move(at, 1), at === rows.length - 1)}
          ${toolButton(mdiDeleteOutline, say('list.delete_named', { name }), () => this.takeOut(at))}
        </div>
      </div>
      <hearth-form-fields
        .home=${this.home}
        .fields=${typeof fields === 'function' ? fields(row) : fields}
        .values=${row}
        .prefix=${`${this.prefix}-${at}`}
        .fault=${faultIn(this.fault, at)}
        @changed=${(event: CustomEvent<FormValues>) => {
          this.emit(rows.map((one, i) => (i === at ? event.detail : one)));
        }}
      ></hearth-form-fields>
    </li>`;
  }

  private move(at: number, by: number): void {
    this.keys = moved(this.keys, at, by);
    this.emit(moved(this.rows, at, by));
    void keepFocus(this);
  }

  private takeOut(at: number): void {
    this.keys = spliced(this.keys, { at, removed: 1 });
    this.emit(spliced(this.rows, { at, removed: 1 }));
    void keepFocus(
      this,
      () =>
        this.querySelector<HTMLElement>(`:scope > ol > li:nth-child(${at + 1}) button:not(:disabled)`) ??
        this.querySelector<HTMLElement>(':scope > .add'),
    );
  }

  private emit(rows: readonly FormValues[]): void {
    this.rows = rows;
    this.dispatchEvent(new CustomEvent('changed', { detail: rows }));
  }
}

import { mdiArrowDown, mdiArrowUp, mdiDeleteOutline, mdiHistory, mdiPencilOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../app/define.ts';
import { LightElement } from '../app/light-element.ts';
import type { ChangeSubject } from '../server/changes.ts';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { AsyncActions } from './async-actions.ts';
import { changesDialog } from './change-list.ts';
import { confirmation } from './dialog.ts';
import { FormDialog, type FormTask } from './form/form-dialog.ts';
import type { FormField, FormValues } from './form/form-field.ts';
import { defineForms } from './form/form-fields.ts';
import { keepFocus } from './keep-focus.ts';
import { moved } from './list-edits.ts';
import { NamedIcon } from './named-icon.ts';
import { offerUndo } from './offer-undo.ts';
import { repeat } from './repeat.ts';
import { toolButton } from './tool-button.ts';

/** An item of the list. */
export interface RecordItem {
  readonly id: string;
  readonly name: string;
  /** Rendered before the name. */
  readonly mark?: TemplateResult;
  /** Rendered below the name. */
  readonly detail?: string | TemplateResult;
  /** The address of its page, if any. */
  readonly link?: string;
  readonly values: FormValues;
  /** Its own form, if it differs from its type's. */
  readonly form?: Pick<RecordKind, 'fields' | 'save'>;
}

/** A type of item that users create, edit and delete. */
export interface RecordKind {
  readonly title: string;
  readonly none: string;
  readonly add: string;
  /** The title of the form for a new item, if not the button's text. */
  readonly addTitle?: string;
  readonly items: readonly RecordItem[];
  readonly fields: readonly FormField[];
  /** Whether the form needs a wide dialog. */
  readonly isWide?: boolean;
  /** The initial values of a new item. */
  readonly blank?: FormValues;
  /** Creates an item, or changes the one with this ID. */
  readonly save: (values: FormValues, id: string | undefined) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
  /** The command that deletes an item, which can be undone for a while; undefined if it is never undone. */
  readonly deletes?: string;
  /** What the changes of an item are changes of; undefined if they are not recorded one by one. */
  readonly subject?: (id: string) => ChangeSubject;
  /** Sets the order; undefined if items have none. */
  readonly reorder?: (ids: readonly string[]) => Promise<unknown>;
}

/**
 * A card with all items of a type, and dialogs to create and edit them. Fires `changed` after each change.
 */
export class RecordList extends LightElement {
  static override properties = {
    home: { attribute: false },
    kind: { attribute: false },
    edited: { state: true },
    looked: { state: true },
    deleting: { state: true },
  };

  declare home: HomeStore;
  declare kind: RecordKind;
  /** The item whose form is open, or `new`. */
  declare edited: RecordItem | 'new' | undefined;
  /** The item whose changes are shown. */
  declare looked: RecordItem | undefined;
  declare deleting: RecordItem | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    defineForms();
    define({ 'hearth-form-dialog': FormDialog, 'hearth-icon': NamedIcon });
    this.edited = undefined;
    this.looked = undefined;
    this.deleting = undefined;
  }

  protected override render() {
    const { title, none, add, items } = this.kind;
    return html`<section class="card">
      <div class="card-head">
        <h2>${title}</h2>
        <button
          type="button"
          @click=${() => {
            this.edited = 'new';
          }}
        >
          ${add}
        </button>
      </div>
      ${this.actions.view()}
      ${
        items.length === 0
          ? html`<p class="hint">${none}</p>`
          : html`<ul class="rows">
              ${repeat(
                items,
                ({ id }) => id,
                (item, at) => this.row(item, at),
              )}
            </ul>`
      }
      ${this.form()} ${this.deleting === undefined ? nothing : this.question(this.deleting)}
      ${this.looked === undefined ? nothing : this.changesOf(this.looked)}
    </section>`;
  }

  private row(item: RecordItem, at: number): TemplateResult {
    const { name, detail, link, mark } = item;
    const { items, reorder } = this.kind;
    return html`<li class=${reorder === undefined ? 'row' : 'row ordered'}>
      ${mark ?? nothing}
      <div class="row-main">
        <p class="row-name">${link === undefined ? name : html`<a href=${link}>${name}</a>`}</p>
        ${detail === undefined || detail === '' ? nothing : html`<p class="hint">${detail}</p>`}
      </div>
      <div class="row-tools">
        ${
          reorder === undefined
            ? nothing
            : html`${this.tool(mdiArrowUp, say('list.up', { name }), () => this.move(at, -1), at === 0)}
              ${this.tool(mdiArrowDown, say('list.down', { name }), () => this.move(at, 1), at === items.length - 1)}`
        }
        ${
          this.kind.subject === undefined
            ? nothing
            : this.tool(mdiHistory, say('changes.of', { name }), () => {
                this.looked = item;
              })
        }
        ${this.tool(mdiPencilOutline, say('list.edit_named', { name }), () => {
          this.edited = item;
        })}
        ${this.tool(mdiDeleteOutline, say('list.delete_named', { name }), () => {
          this.deleting = item;
        })}
      </div>
    </li>`;
  }

  private tool(iconPath: string, label: string, onClick: () => void, isOff = false): TemplateResult {
    return toolButton(iconPath, label, onClick, isOff || this.actions.isBusy);
  }

  private form(): TemplateResult | typeof nothing {
    const { edited, kind } = this;
    if (edited === undefined) return nothing;
    const isNew = edited === 'new';
    const { fields, save } = (isNew ? undefined : edited.form) ?? kind;
    const task: FormTask = {
      title: isNew ? (kind.addTitle ?? kind.add) : edited.name,
      fields,
      isWide: kind.isWide === true,
      values: isNew ? (kind.blank ?? {}) : edited.values,
      save: (values) => save(values, isNew ? undefined : edited.id),
    };
    return html`<hearth-form-dialog
      .home=${this.home}
      .task=${task}
      @saved=${this.notifyChanged}
      @closed=${() => {
        this.edited = undefined;
      }}
    ></hearth-form-dialog>`;
  }

  private changesOf({ id, name }: RecordItem): TemplateResult | typeof nothing {
    const subject = this.kind.subject?.(id);
    if (subject === undefined) return nothing;
    return changesDialog(this.home, { name, subject }, () => {
      this.looked = undefined;
      this.notifyChanged();
    });
  }

  private question(item: RecordItem): TemplateResult {
    const { name } = item;
    return confirmation({
      title: say('list.delete_title', { name }),
      question: say(this.kind.deletes === undefined ? 'list.delete_sure' : 'list.delete_undoable'),
      yes: say('list.delete'),
      no: say('action.cancel'),
      onYes: () => void this.removeItem(item),
      onClose: () => {
        this.deleting = undefined;
      },
    });
  }

  private async removeItem({ id, name }: RecordItem): Promise<void> {
    const { deletes } = this.kind;
    const notice = deletes === undefined ? say('list.deleted', { name }) : undefined;
    if (!(await this.actions.run(() => this.kind.remove(id), notice))) return;
    this.notifyChanged();
    if (deletes !== undefined)
      void offerUndo(this.home.connection, { name, act: deletes, onUndone: this.notifyChanged });
  }

  private async move(at: number, by: number): Promise<void> {
    const ids = this.kind.items.map(({ id }) => id);
    const work = this.actions.run(async () => this.kind.reorder?.(moved(ids, at, by)));
    void keepFocus(
      this,
      undefined,
      work.then(() => this.updateComplete),
    );
    if (await work) this.notifyChanged();
  }

  private readonly notifyChanged = (): void => {
    this.dispatchEvent(new CustomEvent('changed'));
  };
}

/** The values to send: empty fields become null or an empty list. */
export function filled(fields: readonly FormField[], values: FormValues): FormValues {
  return Object.fromEntries(
    fields.map((field) => {
      const isList =
        field.kind === 'list' ||
        field.kind === 'checks' ||
        field.kind === 'several' ||
        ('isMultiple' in field && field.isMultiple);
      return [field.name, values[field.name] ?? (isList ? [] : null)];
    }),
  );
}

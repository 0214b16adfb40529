import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { closeDialog, dialog } from '../../parts/dialog.ts';
import { focusFieldError, hasUnreadable } from '../../parts/field.ts';
import { type FormField, type FormValues, missingIn } from '../../parts/form/form-field.ts';
import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type Config, configIn, textIn } from '../config.ts';
import { CARD_FORMS, formOf } from './card-forms.ts';
import { cardOf, FORM_KEYS, usersOf, valuesOf } from './card-values.ts';
import { hasPicture, pictureUpload } from './picture-upload.ts';
import { PLAN_TYPE } from './plan-editor.ts';

/** What the dialog of a card is for. */
export interface CardTask {
  /** Undefined for a new one, whose type is chosen first. */
  readonly card: Config | undefined;
  readonly isInSection: boolean;
  readonly save: (card: Config) => void;
  readonly duplicate?: (() => void) | undefined;
}

/** The dialog of a card: its type if it is new, then its form, or YAML for what the form does not have. */
export class CardDialog extends LightElement {
  static override properties = {
    home: { attribute: false },
    task: { attribute: false },
    card: { state: true },
    values: { state: true },
    isYaml: { state: true },
    fieldErrors: { state: true },
  };

  declare home: HomeStore;
  declare task: CardTask;
  declare card: Config | undefined;
  declare values: FormValues;
  declare isYaml: boolean;
  declare fieldErrors: Readonly<Record<string, string>>;

  constructor() {
    super();
    this.card = undefined;
    this.values = {};
    this.isYaml = false;
    this.fieldErrors = {};
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.task.card !== undefined) this.edit(this.task.card);
  }

  protected override render() {
    const { card } = this;
    return dialog({
      title: say(this.task.card === undefined ? 'dashboards.add_card' : 'dashboards.edit_card'),
      isWide: true,
      onClose: () => this.dispatchEvent(new CustomEvent('closed')),
      body: card === undefined ? this.types() : this.form(card),
    });
  }

  private types(): TemplateResult {
    return html`<ul class="card-types">
        ${CARD_FORMS.map(
          (one) => html`<li><button type="button" @click=${() => this.edit({ type: one.type, ...one.blank })}>
            <hearth-icon .name=${one.icon} .path=${''}></hearth-icon><span>${say(one.title)}</span></button></li>`,
        )}
        <li><button type="button" @click=${() => this.edit({ type: '' })}>
          <hearth-icon .name=${'mdi:code-braces'} .path=${''}></hearth-icon><span>${say('dashboards.as_yaml')}</span></button></li>
      </ul>
      <div class="actions end"><button type="button" @click=${closeDialog}>${say('action.cancel')}</button></div>`;
  }

  private form(card: Config): TemplateResult {
    const form = formOf(textIn(card.type) ?? '');
    const isYaml = this.isYaml || form === undefined;
    return html`<form novalidate @submit=${this.submit}>
      ${
        isYaml
          ? html`<hearth-yaml-field
              .home=${this.home}
              .name=${'card-yaml'}
              .label=${say('dashboards.as_yaml')}
              .value=${card}
              @changed=${(event: CustomEvent<unknown>) => {
                const given = configIn(event.detail);
                if (given !== undefined) this.card = given;
              }}
            ></hearth-yaml-field>`
          : html`<hearth-form-fields
                .home=${this.home}
                .fields=${this.fields(card)}
                .values=${this.values}
                .fieldErrors=${this.fieldErrors}
                .prefix=${'card'}
                @changed=${(event: CustomEvent<FormValues>) => {
                  this.values = event.detail;
                  this.fieldErrors = {};
                }}
              ></hearth-form-fields>
              ${hasPicture(card) ? pictureUpload(this.home, (path) => this.setPicture(path)) : nothing} ${this.plan(card)}`
      }
      <div class="actions spread">
        ${
          form === undefined
            ? nothing
            : html`<button type="button" class="quiet" @click=${this.switchForm}>${say(isYaml ? 'dashboards.as_form' : 'dashboards.as_yaml')}</button>`
        }
        ${this.task.duplicate === undefined ? nothing : html`<button type="button" class="quiet" @click=${this.duplicate}>${say('dashboards.duplicate')}</button>`}
        <span class="spread-gap"></span>
        <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
        <button class="primary">${say('form.save')}</button>
      </div>
    </form>`;
  }

  private plan(card: Config): TemplateResult | typeof nothing {
    if (card.type !== PLAN_TYPE) return nothing;
    return html`<hearth-plan-editor
      .home=${this.home}
      .image=${this.values.image}
      .elements=${card.elements}
      @changed=${(event: CustomEvent<readonly Config[]>) => {
        this.card = { ...card, elements: event.detail };
      }}
    ></hearth-plan-editor>`;
  }

  private setPicture(image: string): void {
    this.values = { ...this.values, image };
    this.fieldErrors = {};
  }

  private fields(card: Config): readonly FormField[] {
    const own = formOf(textIn(card.type) ?? '')?.fields() ?? [];
    const people = [...this.home.all()].flatMap((one) => {
      const user = one.attributes.user_id;
      return one.domain === 'person' && typeof user === 'string' ? [{ id: user, name: nameOf(one) }] : [];
    });
    const isForUsers = people.length > 0 && usersOf(card.visibility) !== undefined;
    const widths = (['third', 'half', 'full'] as const).map((id) => ({
      id,
      name: say(`dashboards.width_${id}`),
    }));
    return [
      ...own,
      ...(this.task.isInSection
        ? [
            {
              kind: 'select',
              name: FORM_KEYS.width,
              label: say('dashboards.width'),
              options: widths,
            } as const,
          ]
        : []),
      ...(isForUsers
        ? [
            {
              ...({ kind: 'checks', options: people } as const),
              ...{
                name: FORM_KEYS.users,
                label: say('dashboards.for_users'),
                hint: say('dashboards.for_users_hint'),
              },
            },
          ]
        : []),
    ];
  }

  private edit(card: Config): void {
    this.card = card;
    this.values = valuesOf(card);
    this.isYaml = false;
  }

  private readonly switchForm = (): void => {
    const { card } = this;
    if (card === undefined) return;
    if (this.isYaml) this.edit(card);
    else {
      this.card = cardOf(card, this.values, this.fields(card));
      this.isYaml = true;
    }
  };

  private readonly duplicate = (event: Event): void => {
    this.task.duplicate?.();
    closeDialog(event);
  };

  private readonly submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { card, values } = this;
    if (card === undefined || hasUnreadable(this)) return;
    const isForm = !this.isYaml && formOf(textIn(card.type) ?? '') !== undefined;
    if (isForm) {
      const missing = missingIn(this.fields(card), values);
      this.fieldErrors = Object.fromEntries(missing.map((name) => [name, say('error.required')]));
      await this.updateComplete;
      if (missing.length > 0) {
        focusFieldError(this);
        return;
      }
    }
    this.task.save(isForm ? cardOf(card, values, this.fields(card)) : card);
    this.querySelector('dialog')?.close();
  };
}

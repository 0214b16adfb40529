import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import type { Rule } from '../../server/account.ts';
import type { UserPolicy } from '../../server/people.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { momentOf, wallTime } from '../../state/home-zone.ts';
import { domainName } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';

/** The rules of a policy, each a form. Fires `changed` with the policy. */
export class PolicyEditor extends LightElement {
  static override properties = { home: { attribute: false }, policy: { attribute: false } };

  declare home: HomeStore;
  declare policy: UserPolicy;

  constructor() {
    super();
    defineForms();
    this.policy = { rules: [] };
  }

  protected override render() {
    const { rules } = this.policy;
    return html`<p class="hint">${say('rights.rules_hint')}</p>
      ${rules.map((rule, at) => this.rule(rule, at))}
      <div class="actions">
        <button type="button" @click=${() => this.emit([...rules, { effect: 'allow', actions: ['read', 'control'] }])}>
          ${say('rights.add_rule')}
        </button>
      </div>
      <hearth-form-fields
        .home=${this.home}
        .prefix=${'policy'}
        .fields=${[{ kind: 'datetime', name: 'until', label: say('rights.expires'), hint: say('rights.expires_hint') }]}
        .values=${{ until: localTime(this.policy.expires_at) }}
        @changed=${(event: CustomEvent<FormValues>) => this.expire(event.detail.until)}
      ></hearth-form-fields>`;
  }

  private rule(rule: Rule, at: number): TemplateResult {
    const { rules } = this.policy;
    return html`<fieldset class="rule">
      <legend>${say('rights.rule', { number: at + 1 })}</legend>
      <hearth-form-fields
        .home=${this.home}
        .prefix=${`rule-${at}`}
        .fields=${ruleFields(this.home)}
        .values=${valuesOf(rule)}
        @changed=${(event: CustomEvent<FormValues>) =>
          this.emit(rules.map((other, i) => (i === at ? ruleOf(event.detail) : other)))}
      ></hearth-form-fields>
      <div class="actions end">
        <button type="button" class="danger" @click=${() => this.emit(rules.filter((_other, i) => i !== at))}>
          ${say('rights.remove_rule')}
        </button>
      </div>
    </fieldset>`;
  }

  private expire(until: unknown): void {
    const expires_at = typeof until === 'string' ? (momentOf(until)?.toISOString() ?? null) : null;
    this.dispatchEvent(new CustomEvent('changed', { detail: { ...this.policy, expires_at } }));
  }

  private emit(rules: readonly Rule[]): void {
    this.dispatchEvent(new CustomEvent('changed', { detail: { ...this.policy, rules } }));
  }
}

function ruleFields(home: HomeStore): FormField[] {
  const domains = [...new Set([...home.all()].map(({ domain }) => domain))].sort();
  return [
    {
      kind: 'select',
      name: 'effect',
      label: say('rights.effect'),
      isRequired: true,
      options: [
        { id: 'allow', name: say('rights.allow') },
        { id: 'deny', name: say('rights.deny') },
      ],
    },
    {
      kind: 'checks',
      name: 'actions',
      label: say('rights.actions'),
      options: (['read', 'control', 'configure'] as const).map((id) => ({ id, name: say(`rights.${id}`) })),
    },
    {
      kind: 'choose',
      what: 'area',
      isMultiple: true,
      name: 'areas',
      label: say('form.area'),
      hint: say('rights.all_hint'),
    },
    {
      kind: 'several',
      name: 'domains',
      label: say('rights.domains'),
      options: domains.map((id) => ({ id, name: domainName(id) })),
    },
    { kind: 'choose', what: 'entity', isMultiple: true, name: 'entities', label: say('form.entity') },
    { kind: 'choose', what: 'device', isMultiple: true, name: 'devices', label: say('form.device') },
    { kind: 'choose', what: 'label', isMultiple: true, name: 'labels', label: say('form.label') },
    { kind: 'time', name: 'from', label: say('rights.from') },
    { kind: 'time', name: 'until', label: say('rights.until') },
  ];
}

function valuesOf({ hours, ...rule }: Rule): FormValues {
  return { ...rule, ...(hours === undefined ? {} : { from: hours.from, until: hours.until }) };
}

function ruleOf(values: FormValues): Rule {
  const { from, until, effect, actions, ...lists } = values;
  const some = Object.entries(lists).filter(([, ids]) => Array.isArray(ids) && ids.length > 0);
  const minute = (time: unknown): string => String(time).slice(0, 5);
  return {
    effect: effect === 'deny' ? 'deny' : 'allow',
    actions: (actions as Rule['actions'] | undefined) ?? ['read'],
    ...Object.fromEntries(some),
    ...(from === undefined && until === undefined
      ? {}
      : { hours: { from: minute(from ?? '00:00'), until: minute(until ?? '00:00') } }),
  };
}

/** A time as the value of a local date and time input. */
function localTime(time: string | null | undefined): string | undefined {
  return time == null ? undefined : wallTime(new Date(time)).slice(0, 16);
}

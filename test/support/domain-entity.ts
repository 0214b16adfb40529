import type { Command, Domain, EntityView, Values } from '../../src/domains/definition/define-domain.ts';
import { parseFields } from '../../src/entities/services/service-call.ts';
import { beginsLike } from '../../src/jinja/regex/pattern.ts';

/** The options of a domain's entity in a test. */
interface Made {
  readonly id?: string;
  readonly features?: readonly string[];
  readonly capabilities?: Values;
  readonly values?: Values;
  readonly deviceClass?: string;
  readonly options?: Values;
}

/** An entity without a home: calls are validated, planned and carried out exactly, at once. */
export class DomainEntity implements EntityView {
  readonly domain: Domain;
  readonly id: string;
  readonly features: ReadonlySet<string>;
  readonly capabilities: Values;
  readonly deviceClass: string | undefined;
  readonly options: Values;
  values: Values;
  /** The time of calls. */
  now = Date.UTC(2026, 10, 20, 5, 45, 8, 123);
  /** The service and fields of the last command, as its driver received them. */
  last: { readonly service: string; readonly fields: Values } | undefined;

  constructor(domain: Domain, made: Made = {}) {
    this.domain = domain;
    this.id = made.id ?? `${domain.name}.one`;
    this.features = new Set(made.features);
    this.capabilities = made.capabilities ?? {};
    this.values = made.values ?? {};
    this.deviceClass = made.deviceClass;
    this.options = made.options ?? {};
  }

  get state(): string {
    return this.domain.present(this).state ?? 'unknown';
  }

  get attributes(): Values {
    const capable = this.domain.presentCapabilities?.(this.capabilities, this.features) ?? this.capabilities;
    const shown = { ...capable, ...this.domain.present(this).attributes };
    const mask = [...this.features].reduce((bits, name) => bits | (this.domain.features[name] ?? 0), 0);
    const all = Object.keys(this.domain.features).length > 0 ? { ...shown, supported_features: mask } : shown;
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }

  /** Calls a service; throws what its caller would receive. */
  call(name: string, data: Values = {}): this {
    const { service, fields, patch } = this.plan(name, data);
    this.last = { service, fields };
    return this.report(patch);
  }

  /** Applies reported values. */
  report(values: Values): this {
    this.values = { ...this.values, ...values, ...this.domain.remember?.(this.values, values) };
    return this;
  }

  private plan(name: string, data: Values): Command {
    const service = this.domain.services.find((one) => one.name === name);
    if (service === undefined) throw new Error(`There is no ${this.domain.name}.${name}`);
    const fields = parseFields(service, data, true);
    const alternatives = service.requires ?? [];
    if (alternatives.length > 0 && !alternatives.some((all) => all.every((one) => this.features.has(one))))
      throw new Error(`Entity ${this.id} does not support action ${this.domain.name}.${name}`);
    return service.plan(this, fields, { now: this.now, timeZone: 'Europe/Amsterdam', beginsLike });
  }
}

import type { Access } from '../../core/access.ts';
import type { Service } from './service.ts';
import { describeServices } from './service-descriptions.ts';
import { isKnownTo } from './service-permissions.ts';

/** The most cached texts, one for each set of hidden services. */
const MAX_TEXTS = 16;

/** The descriptions of all services as JSON, limited to what each caller may see. */
export class ServiceCatalog {
  private readonly services: ReadonlyMap<string, ReadonlyMap<string, Service>>;
  /** By the hidden services. */
  private readonly texts = new Map<string, string>();

  constructor(services: ReadonlyMap<string, ReadonlyMap<string, Service>>) {
    this.services = services;
  }

  /** Called when a service is added or removed. */
  changed(): void {
    this.texts.clear();
  }

  /**
   * Returns the same text to all callers who see the same services, until one is added or removed [§4.1 GET
   * /api/services].
   */
  textFor(access: Pick<Access, 'mayRead'>): string {
    const hidden = access.mayRead === null ? [] : this.hiddenFrom(access);
    const key = hidden.map(nameOf).join(' ');
    let text = this.texts.get(key);
    if (text === undefined) {
      const out = new Set(hidden);
      text = JSON.stringify(describeServices(this.services, (service) => out.has(service)));
      if (this.texts.size >= MAX_TEXTS) this.texts.clear();
      this.texts.set(key, text);
    }
    return text;
  }

  private hiddenFrom(access: Pick<Access, 'mayRead'>): Service[] {
    const hidden: Service[] = [];
    for (const ofDomain of this.services.values())
      for (const service of ofDomain.values()) if (!isKnownTo(service, access)) hidden.push(service);
    return hidden;
  }
}

function nameOf(one: Service): string {
  return one.kind === 'plain'
    ? `${one.service.domain}.${one.service.name}`
    : `${one.domain.name}.${one.service.name}`;
}

import { englishTexts } from '../../core/english-texts.ts';
import { type ServiceText, serviceText } from '../../core/messages.ts';
import type { Domain, EntityService } from '../../domains/definition/define-domain.ts';
import { targetSelector } from '../../domains/definition/define-domain.ts';
import type { Field, Fields } from '../../domains/definition/field.ts';
import type { PlainService, Service } from './service.ts';

/** Describes all services for clients, from the objects that also validate calls [§4.1 GET /api/services]. */
export function describeServices(
  services: ReadonlyMap<string, ReadonlyMap<string, Service>>,
  isHidden: (service: Service) => boolean = () => false,
): Record<string, Record<string, unknown>> {
  const described: Record<string, Record<string, unknown>> = {};
  for (const [domain, ofDomain] of services) {
    const list: Record<string, unknown> = {};
    for (const [name, found] of ofDomain) {
      if (isHidden(found)) continue;
      list[name] =
        found.kind === 'entity'
          ? describeEntityService(found.domain, found.service, textOf(domain, name))
          : describePlainService(found.service, textOf(domain, name));
    }
    if (Object.keys(list).length > 0) described[domain] = list;
  }
  return described;
}

/** The texts of a service in the catalog; none for services of users. */
function textOf(domain: string, service: string): ServiceText {
  return serviceText(englishTexts().services, domain, service);
}

function describeEntityService(domain: Domain, service: EntityService, text: ServiceText): unknown {
  const masks = (service.requires ?? []).map((names) => maskOf(domain, names));
  return {
    ...namesOf(service.name, text),
    fields: describeFields(service.fields, domain, text.fields),
    target: targetSelector(domain.name, masks),
    ...responseOf(service),
  };
}

function describePlainService(service: PlainService, text: ServiceText): unknown {
  return {
    ...namesOf(service.name, service.shown ?? text),
    fields:
      service.shown === undefined
        ? describeFields(service.fields, undefined, text.fields)
        : named(service.shown.fields),
    ...(service.target === undefined ? {} : { target: service.target }),
    ...responseOf(service),
  };
}

function named(fields: Readonly<Record<string, object>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, { name: title(key), ...field }]),
  );
}

function responseOf(service: Pick<EntityService, 'response'>): object {
  if (service.response === undefined || service.response === 'none') return {};
  return { response: { optional: service.response === 'optional' } };
}

function describeFields(
  fields: Fields,
  domain: Domain | undefined,
  texts: ServiceText['fields'] = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, describeField(name, field, domain, texts[name])]),
  );
}

function describeField(
  name: string,
  field: Field,
  domain: Domain | undefined,
  text: ServiceText = {},
): unknown {
  const { filter } = field;
  return {
    ...namesOf(name, text),
    required: field.required === true,
    ...(field.advanced === true ? { advanced: true } : {}),
    ...(field.example === undefined ? {} : { example: field.example }),
    ...(field.default === undefined ? {} : { default: field.default }),
    selector: field.selector,
    ...(filter === undefined
      ? {}
      : {
          filter: {
            ...(filter.features === undefined || domain === undefined
              ? {}
              : { supported_features: filter.features.map((feature) => maskOf(domain, [feature])) }),
            ...(filter.attributes === undefined ? {} : { attribute: filter.attributes }),
          },
        }),
  };
}

function namesOf(key: string, { name, description }: ServiceText): Required<Omit<ServiceText, 'fields'>> {
  return { name: name ?? title(key), description: description ?? '' };
}

function maskOf(domain: Domain, names: readonly string[]): number {
  return names.reduce((mask, name) => mask | (domain.features[name] ?? 0), 0);
}

/** `turn_on` as a title: `Turn on`. */
function title(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import type { Domain } from '../src/domains/definition/define-domain.ts';

export function referencePages(domains: readonly Domain[]): ReadonlyMap<string, string>;

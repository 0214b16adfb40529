import type { Section } from '../../parts/sections.ts';
export const SECTIONS: readonly (readonly Section[])[] = [];

import { loadPart } from './catalog.ts';

// Dashboards open when their texts are there.
await loadPart('dashboards');

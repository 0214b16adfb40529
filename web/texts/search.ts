import { loadPart } from './catalog.ts';

// The search opens when its texts are there.
await loadPart('search');

import { loadPart } from './catalog.ts';

// The module of the search is ready once its texts are loaded.
await loadPart('search');

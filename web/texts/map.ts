import { loadPart } from './catalog.ts';

// A page with a map opens once its texts are loaded.
await loadPart('map');

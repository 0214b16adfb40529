import { loadPart } from './catalog.ts';

// A page or dialog that imports this module opens once its texts are loaded.
await loadPart('history');

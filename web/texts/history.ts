import { loadPart } from './catalog.ts';

// A page or dialog that imports this opens when its texts are there.
await loadPart('history');

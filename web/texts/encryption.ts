import { loadPart } from './catalog.ts';

// A page that imports this opens when its texts are there.
await loadPart('encryption');

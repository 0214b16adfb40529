import { loadPart } from './catalog.ts';

// A card that imports this opens when its texts are there.
await loadPart('push');

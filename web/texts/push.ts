import { loadPart } from './catalog.ts';

// A card that imports this module opens once its texts are loaded.
await loadPart('push');

import { loadPart } from './catalog.ts';

// The module of the notification center is ready once its texts are loaded.
await loadPart('notices');

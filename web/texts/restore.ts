import { loadPart } from './catalog.ts';

// A page that imports this module opens once its texts are loaded.
await loadPart('restore');

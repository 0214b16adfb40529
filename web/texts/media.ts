import { loadPart } from './catalog.ts';

// The page of media opens once its texts are loaded.
await loadPart('media');

/**
 * For the `catch` of changes that nothing awaits: the store has already logged the error and restored the old
 * value.
 */
export function ignoreLogged(): void {}

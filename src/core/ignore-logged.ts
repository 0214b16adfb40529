/** For a `catch` of changes nobody waits for: the store has logged the failure and put the old value back. */
export function ignoreLogged(): void {}

/** Codes that are not checked here but sent to the device. */
const REMOTE: ReadonlySet<string> = new Set(['REMOTE_CODE', 'REMOTE_CODE_TEXT']);

/** The kind of code that the app asks for; null for none. */
export function codeFormat(code: string | undefined): 'number' | 'text' | null {
  if (code === undefined) return null;
  return code === 'REMOTE_CODE' || /^\d+$/.test(code) ? 'number' : 'text';
}

/** Whether a code is correct; a wrong one does nothing, so that callers learn nothing about it. */
export function isRightCode(code: string | null, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return REMOTE.has(wanted) ? code !== null && code !== '' : code === wanted;
}

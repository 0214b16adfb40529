import { language, onPreference } from '../app/preferences.ts';
import { refusalCodes } from './refusal-codes.ts';

type Sentences = (sentence: string) => string | undefined;

let german: Sentences | undefined;
let isAsked = false;

/** Has the words for what the server says fetched, once the app speaks anything but English. */
export function learnRefusals(): void {
  void fetchThem();
  onPreference(() => void fetchThem());
}

async function fetchThem(): Promise<void> {
  if (isAsked || language() !== 'de') return;
  isAsked = true;
  try {
    const { germanRefusal } = await import('./german-refusals.ts');
    german = germanRefusal;
  } catch {
    isAsked = false;
  }
}

/**
 * A refusal of the server in the language of the app. What there are no words for is told by its code, with
 * the words of the server after it.
 */
export function refusal({ message, code }: { readonly message: string; readonly code?: unknown }): string {
  if (language() !== 'de') return message;
  const known = german?.(message);
  if (known !== undefined) return known;
  const codes: Readonly<Record<string, { readonly de: string }>> = refusalCodes;
  const meaning = codes[`refusal.${String(code)}`]?.de;
  return meaning === undefined ? message : `${meaning} (${message})`;
}

import { say } from '../texts/say.ts';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chromium'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A readable device name from a user agent or program name. */
export function deviceName(agent: string | null): string {
  if (agent === null || agent === '') return say('sessions.unknown');
  const browser = nameIn(BROWSERS, agent);
  const system = nameIn(SYSTEMS, agent);
  if (browser !== undefined && system !== undefined) return say('sessions.on', { browser, system });
  return browser ?? system ?? agent.slice(0, 60);
}

function nameIn(names: typeof BROWSERS, agent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(agent))?.[1];
}

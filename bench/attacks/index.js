// The attacks of the benchmark, in order. An attack is an object:
//   name      its name in the table and for --only; begins with `attack: `
//   guests    how many additional read-only users it needs
//   prepare   (home) => the value of `home.prepared` for `run`; not part of the measured time
//   run       (home, {until, tally}) => attacks until `until` (a performance.now()) and counts in `tally`
// `home` is the result of attack-home.js without `stop`. Attacks run in their own process.

import { deviceAttacks } from './devices.js';
import { frameAttacks } from './frames.js';
import { payloadAttacks } from './payloads.js';
import { requestAttacks } from './requests.js';
import { subscriptionAttacks } from './subscriptions.js';
import { templateAttacks } from './templates.js';

export const attacks = [
  ...templateAttacks,
  ...frameAttacks,
  ...requestAttacks,
  ...deviceAttacks,
  ...subscriptionAttacks,
  ...payloadAttacks,
];

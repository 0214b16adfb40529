// The attacks of the bench, in the order in which they run. An attack is one object:
//   name      what the table and --only call it; begins with `attack: `
//   guests    how many read-only users it needs beside the one there always is
//   prepare   (home) => what it needs ready before the time counts, as `prepared` of the home it is given
//   run       (home, {until, tally}) => attacks until `until` (as performance.now()) and counts in `tally`
// `home` is what attack-home.js gives, without the power to stop it. Attacks run in a process of their own.

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

/** The integration the simulated entities belong to. */
export const DEMO = 'demo';

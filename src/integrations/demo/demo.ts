/** The integration of the simulated entities. */
export const DEMO = 'demo';

/** The ID of the hub that runs the integration, as it is announced in the network; empty outside a hub. */
export const hubId: string = process.env.HEARTH_ID ?? '';

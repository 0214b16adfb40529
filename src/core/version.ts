/**
 * The version of the interface that clients see as `service_version` [§9], `ha_version` and `version`. Existing clients
 * choose their dialect by it; Hearth's own version is package.json's.
 */
export const INTERFACE_VERSION = '2026.11.0';

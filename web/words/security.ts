export const security = {} as const;

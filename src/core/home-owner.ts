/** Who owns what clients store for all users. */
export const HOME_OWNER = 'house';

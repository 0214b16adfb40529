/** The pages of the write-ahead log after which a commit moves them to the main file. */
export const LOG_PAGES = 1000;

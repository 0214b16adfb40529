/** The addresses of the app. The server answers each of them with the index page. */
export const PATHS = {
  home: '/',
  profile: '/profile',
  authorize: '/auth/authorize',
} as const;

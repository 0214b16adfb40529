/** The addresses of the app. The server answers each of them with the index page. */
export const PATHS = {
  home: '/',
  settings: '/settings',
  developer: '/developer',
  welcome: '/welcome',
  profile: '/profile',
  authorize: '/auth/authorize',
} as const;

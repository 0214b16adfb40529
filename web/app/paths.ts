/** The addresses of the app. The server answers each of them with the index page. */
export const PATHS = {
  home: '/',
  history: '/history',
  energy: '/energy',
  logbook: '/logbook',
  dashboards: '/dashboards',
  map: '/map',
  media: '/media',
  settings: '/settings',
  developer: '/developer',
  welcome: '/welcome',
  profile: '/profile',
  trust: '/trust',
  authorize: '/auth/authorize',
} as const;

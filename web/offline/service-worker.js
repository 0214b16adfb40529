// Caches the app's own files, so that it opens fast and, offline, can say so. Data is never cached.
// The build replaces the last word of the cache name by its hash: each build has its own cache.
const STORE = 'hearth-BUILD';
/** The texts of the first pages, a file for each language: the build writes their paths here. */
const TEXTS = 'hearth-TEXTS'.split(' ');
const SHELL = ['/', '/theme.js', '/icon.svg', '/manifest.json'];
/** Matches the files a page references, which belong to the same build. */
const NAMED = /(?:src|href)="(\/assets\/[^"]+)"/g;
const PATIENCE = 4000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/api/') || pathname.startsWith('/auth/')) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(keptFirst(request));
  else if (SHELL.includes(pathname)) event.respondWith(newestFirst(request));
});

async function keepShell() {
  const store = await caches.open(STORE);
  await store.addAll(SHELL.map((path) => new Request(path, { cache: 'reload' })));
  const page = await (await store.match('/')).text();
  await store.addAll([...[...page.matchAll(NAMED)].map(([, path]) => path), ...TEXTS]);
}

async function dropOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('hearth-') && name !== STORE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Returns the server's page, or offline the cached one, for any address of the app. */
async function openPage(request) {
  try {
    return await within(fetch(request));
  } catch {
    return (await caches.match('/')) ?? Response.error();
  }
}

async function newestFirst(request) {
  try {
    return await within(fetch(request));
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

/** File names below `assets` contain a content hash, so cached files are always current. */
async function keptFirst(request) {
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(STORE)).put(request, answer.clone());
  return answer;
}

function within(answer) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), PATIENCE));
  return Promise.race([answer, late]);
}

// Notifications: the server sends what to show, and a secret that presses one of the buttons once.
self.addEventListener('push', (event) => {
  const note = event.data?.json() ?? {};
  event.waitUntil('clear' in note ? clear(note.clear) : show(note));
});

self.addEventListener('notificationclick', (event) => {
  const { data } = event.notification;
  event.notification.close();
  event.waitUntil(event.action === '' ? openApp(data.path) : press(data, event.action));
});

async function show({ title, body, tag, path, silent, requireInteraction, actions, secret }) {
  await self.registration.showNotification(title, {
    body,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    ...(tag === undefined ? {} : { tag, renotify: !silent }),
    silent: silent === true,
    requireInteraction: requireInteraction === true,
    actions: actions ?? [],
    data: { path, secret },
  });
}

async function clear(tag) {
  for (const shown of await self.registration.getNotifications(tag === null ? {} : { tag })) shown.close();
}

async function press({ secret }, action) {
  const answer = await fetch('/api/hearth/notifications/action', {
    method: 'POST',
    body: JSON.stringify({ secret, action }),
  });
  if (!answer.ok) await openApp('/');
}

/** Shows a page of the app, in a window that is open already if there is one. */
async function openApp(path) {
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (open === undefined) return self.clients.openWindow(path);
  await open.focus();
  return open.navigate(path);
}

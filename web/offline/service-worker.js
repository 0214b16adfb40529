// Keeps the app's own files, so that it opens at once and says itself when the server is away. What the house says is never kept.
// The build writes its own name in place of the word below: another build is another store.
const STORE = 'hearth-BUILD';
/** The texts of the first pages, a file for each language: the build writes their paths here. */
const TEXTS = 'hearth-TEXTS'.split(' ');
const SHELL = ['/', '/theme.js', '/icon.svg', '/manifest.json'];
/** The files a page names: they belong to it and to no other build. */
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

/** The page as the server has it now, else the kept one, at whatever address of the app. */
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

/** Names below `assets` say what is in them: a kept file is the right one. */
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

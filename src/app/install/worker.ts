/** The service worker: `shell.ts` at the browser's events. Built apart from the app, as one file with the list of its build's files. */
import { type Build, makeShell } from './shell'

type LastingEvent = Event & { readonly waitUntil: (work: Promise<unknown>) => void }
type RequestEvent = Event & {
  readonly request: Request
  readonly respondWith: (answer: Promise<Response>) => void
}
type WorkerScope = WindowOrWorkerGlobalScope & {
  readonly skipWaiting: () => Promise<void>
  readonly clients: { readonly claim: () => Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}

/** Put here by `shellBuild.ts`. */
declare const __EP_BUILD__: Build

// The compiler knows pages alone: the description of workers excludes that of pages.
const scope = globalThis as unknown as WorkerScope
const shell = makeShell({ caches: scope.caches, fetch: scope.fetch.bind(scope), origin: scope.origin }, __EP_BUILD__)

// A new build serves from its first page on; one that is open goes on with the files of its own.
scope.addEventListener('install', (event) => event.waitUntil(shell.keep().then(() => scope.skipWaiting())))
scope.addEventListener('activate', (event) => event.waitUntil(shell.dropFormer().then(() => scope.clients.claim())))
scope.addEventListener('fetch', (event) => {
  const answer = shell.answer(event.request)
  if (answer !== null) event.respondWith(answer)
})

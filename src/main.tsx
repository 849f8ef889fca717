/** Reads the configuration, builds services, store and translator, and renders. */
import { App } from './app/App'
import { makeApp } from './app/makeApp'
import { renderAt } from './app/renderAt'
import { makeRouter } from './app/routes/makeRouter'
import { chooseBaseUrl, environments } from './lib/http/baseUrl'
import './app/theme/tokens.css'
import './app/theme/skins.css'
import './app/theme/base.css'

// In a turn of its own, like each step: meanwhile the page hears and paints. And what is asked for then has only these few lines above it, where
// a browser that is watched notes who asks, and reads that code again.
void nextTurn().then(start)

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const app = await makeApp({
    baseUrl: chooseBaseUrl(window.location.hostname, environments),
    storage: window.localStorage,
    tabStorage: window.sessionStorage,
    databases: window.indexedDB,
    now: Date.now,
    language: document.documentElement.lang,
    askedLanguage: new URLSearchParams(window.location.search).get('lang'),
    fetch: window.fetch.bind(window),
    views: navigator,
    reload: () => window.location.reload(),
  })
  await nextTurn()
  const router = makeRouter(app)
  await nextTurn()
  renderAt(root, <App {...app} router={router} />)
}

function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })
}

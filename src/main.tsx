/** Reads the configuration, builds services, store and translator, and renders. */
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { makeApp } from './app/makeApp'
import { chooseBaseUrl } from './lib/http/baseUrl'
import './app/theme/tokens.css'
import './app/theme/skins.css'
import './app/theme/base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const app = await makeApp({
  baseUrl: chooseBaseUrl(window.location.hostname, import.meta.env),
  storage: window.localStorage,
  tabStorage: window.sessionStorage,
  databases: window.indexedDB,
  now: Date.now,
  fetch: window.fetch.bind(window),
  views: navigator,
  reload: () => window.location.reload(),
})
createRoot(root).render(<App {...app} />)

/** The search's face; its box in the top bar comes with the frame and is not part of it. */
export { pathToMailFrom } from './mailFrom'
export { SearchPage } from './pages/SearchPage'
export { SearchResultPage } from './pages/SearchResultPage'

/** The search's face; its box in the top bar comes with the frame and is not part of it. */
export { pathToMailFrom, pathToMailWith } from './pathToMailFrom'
export { SearchResultPage } from './results/SearchResultPage'

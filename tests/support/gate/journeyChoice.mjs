/** Playwright's arguments for the journeys of `npm test`: a desktop in Chinese. */
export const gateJourneys = ['--grep-invert', 'en-US|390 px|at 390|@all']

/** What `npm run test:all` adds to them over the embedded store. */
export const otherJourneys = ['--grep', 'en-US|390 px|at 390|@all']

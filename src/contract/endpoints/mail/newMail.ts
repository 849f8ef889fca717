/** What is told without being asked for. */
import { endpoint } from '../../endpoint'

/** The one thing that a stream of events says: mail has come to the inbox. What came is asked for like ever. */
export const arrivalEvent = 'mail'

/** A stream of events (text/event-stream) that goes on until either side ends it; `serverCannot` where mail is not told of, or to too many at once. */
export const watchNewMail = endpoint({
  method: 'GET',
  path: 'webmail/query/watchNewMail.action',
  body: 'events',
  codes: ['serverCannot'],
})

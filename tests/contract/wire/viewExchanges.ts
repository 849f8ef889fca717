/** Page views, letter by letter: as a browser tells them, without a session. */
import type { Exchange } from './exchange'

const call = { method: 'POST', path: '/webmail/views/report.action', signedIn: false, status: 200 } as const
const own = { 'sec-fetch-site': 'same-origin' }

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'page views',
    headers: own,
    form:
      'views=%5B%7B%22route%22%3A%22login%22%2C%22title%22%3A%22titles%3Alogin%22%7D%2C' +
      '%7B%22route%22%3A%22receiveMail%22%2C%22title%22%3A%22titles%3Amailshow%22%7D%5D',
    answer: { code: '200' },
  },
  {
    ...call,
    title: 'a page view that tells a mail is refused',
    headers: own,
    form: 'views=%5B%7B%22route%22%3A%22receiveMail%22%2C%22title%22%3A%22titles%3Amailshow%22%2C%22id%22%3A%22A1%22%7D%5D',
    answer: { code: 'badField', msg: 'errors:badField', field: 'views' },
  },
  {
    ...call,
    title: 'page views from another site are refused',
    headers: { origin: 'https://elsewhere.example' },
    form: 'views=%5B%7B%22route%22%3A%22login%22%2C%22title%22%3A%22titles%3Alogin%22%7D%5D',
    answer: { code: 'notAllowed', msg: 'errors:notAllowed' },
  },
]

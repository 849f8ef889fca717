/** Exchanges over searches that bear names, and over all that a search finds. */
import type { Exchange } from './exchange'

const saved = { name: '未读 评审', keyword: '评审 is:unread', location: 'subject', folder: null }

export const exchanges: readonly Exchange[] = [
  {
    title: 'a search that leaves nothing out',
    method: 'POST',
    path: '/webmail/query/search2.action',
    form: 'keyword=%E6%B2%A1%E6%9C%89&location=all&folder=anywhere&page=1&pageSize=20',
    signedIn: true,
    status: 200,
    answer: { code: '200', list: [], total: 0, unread: null, page: 1, pageSize: 20 },
  },
  {
    title: 'a search for which no place was chosen',
    method: 'POST',
    path: '/webmail/query/search2.action',
    form: 'keyword=%E8%AF%84%E5%AE%A1&location=&page=1',
    signedIn: true,
    status: 200,
    answer: { code: 'badField', msg: 'errors:badField', field: 'location' },
  },
  {
    title: 'a search is kept under a name',
    method: 'POST',
    path: '/webmail/search/saveSearch.action',
    form: 'name=%E6%9C%AA%E8%AF%BB%20%E8%AF%84%E5%AE%A1&keyword=%E8%AF%84%E5%AE%A1%20is%3Aunread&location=subject',
    signedIn: true,
    status: 200,
    answer: { code: '200', search: { id: '{id:SEARCH}', ...saved } },
  },
  {
    title: 'a name that is taken',
    method: 'POST',
    path: '/webmail/search/saveSearch.action',
    form: 'name=%E6%9C%AA%E8%AF%BB%20%E8%AF%84%E5%AE%A1&keyword=other&location=all',
    signedIn: true,
    status: 200,
    answer: { code: 'searchNameTaken', msg: 'errors:searchNameTaken', field: 'name' },
  },
  {
    title: 'a kept search is renamed',
    method: 'POST',
    path: '/webmail/search/renameSearch.action',
    form: 'id=«SEARCH»&name=Mine',
    signedIn: true,
    status: 200,
    answer: { code: '200', search: { id: '{id:SEARCH}', ...saved, name: 'Mine' } },
  },
  {
    title: 'the kept searches, by GET',
    method: 'GET',
    path: '/webmail/search/namedSearches.action',
    signedIn: true,
    status: 200,
    answer: { code: '200', searches: [{ id: '{id:SEARCH}', ...saved, name: 'Mine' }] },
  },
  {
    title: 'a kept search is removed',
    method: 'POST',
    path: '/webmail/search/removeSearch.action',
    form: 'id=«SEARCH»',
    signedIn: true,
    status: 200,
    answer: { code: '200' },
  },
  {
    title: 'work over all that a search finds, which finds nothing',
    method: 'POST',
    path: '/webmail/jobs/startFoundJob.action',
    form: 'location=all&subject=%E6%B2%A1%E6%9C%89&seen=0&kind=mark&mark=seen',
    signedIn: true,
    status: 200,
    answer: { code: 'noMailSelected', msg: 'errors:noMailSelected' },
  },
]

/** Contacts, letter by letter (SPEC §5, §7; docs/contract.md). */
import type { Exchange } from './exchange'

const call = { method: 'POST', signedIn: true, status: 200 } as const
const wang = {
  ...{ id: '{id:WANG}', version: 1, photo: '', name: '王丽', nickname: '', company: '北京大学', birthday: '--02-29' },
  emails: [
    { label: 'work', value: 'li@work.example' },
    { label: '', value: 'li@home.example' },
  ],
  phones: [{ label: 'mobile', value: '+86 138-1234-5678' }],
  ...{ fax: '', postcode: '', address: 'a\nb', familyPhone: '', familyAddress: '', familyInfo: '', notes: '' },
  ...{ starred: false, groups: [] as readonly string[] },
}
const made = {
  ...{ name: wang.name, emails: wang.emails, phones: wang.phones, company: wang.company },
  ...{ birthday: wang.birthday, address: wang.address },
}
const field = (value: unknown) => encodeURIComponent(JSON.stringify(value))

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'an empty book',
    path: '/webmail/contact/queryAllContacts.action',
    form: 'known=',
    answer: { code: '200', version: 'new', groups: [], contacts: [] },
  },
  {
    ...call,
    title: 'a contact is added with all its fields',
    path: '/webmail/contact/createContact.action',
    form: `contact=${field(made)}`,
    answer: { code: '200', contact: wang },
  },
  {
    ...call,
    title: 'a name is refused that another bears',
    path: '/webmail/contact/addContact.action',
    form: 'name=%E7%8E%8B%E4%B8%BD&email=w%40example.cn',
    answer: { code: 'contactExists', msg: 'errors:contactExists', field: 'name', existing: '{text}' },
  },
  {
    ...call,
    title: 'an address at fault is named with its index',
    path: '/webmail/contact/createContact.action',
    form: `contact=${field({
      name: 'A',
      emails: [
        { label: '', value: 'a@b.cn' },
        { label: '', value: 'a' },
      ],
    })}`,
    answer: { code: 'badField', msg: 'errors:badField', field: 'emails.1' },
  },
  {
    ...call,
    title: 'a group is added with a contact',
    path: '/webmail/contact/addGroup.action',
    form: 'name=%E6%9C%8B%E5%8F%8B&contacts=«WANG»',
    answer: { code: '200', group: { id: '{id:GROUP}', name: '朋友', members: 1 } },
  },
  {
    ...call,
    title: 'the whole book, with what it is validated by',
    path: '/webmail/contact/queryAllContacts.action',
    form: '',
    answer: {
      ...{ code: '200', version: '{id:BOOK}', groups: [{ id: '{text}', name: '朋友', members: 1 }] },
      contacts: [{ id: '{text}', name: '王丽', email: 'li@work.example', starred: false, sortKey: 'wang li' }],
    },
  },
  {
    ...call,
    title: 'the same book once more',
    path: '/webmail/contact/queryAllContacts.action',
    form: 'known=«BOOK»',
    answer: { code: '200', version: '{text}', unchanged: true, groups: [], contacts: [] },
  },
  {
    ...call,
    title: 'a page of those that are found',
    path: '/webmail/contact/listContacts.action',
    form: 'view=all&group=&typed=wl&cursor=&size=50',
    answer: {
      code: '200',
      contacts: [
        {
          ...{ id: '{text}', name: '王丽', email: 'li@work.example', phone: '+86 138-1234-5678', company: '北京大学' },
          ...{ starred: false, groups: ['{text}'], photo: '', sortKey: 'wang li' },
        },
      ],
      ...{ next: '', total: 1 },
    },
  },
  {
    ...call,
    title: 'an edit names its fields and the version that was read',
    path: '/webmail/contact/editContact.action',
    form: `id=«WANG»&version=1&changes=${field({ notes: 'one' })}`,
    answer: { code: '200', contact: { ...wang, id: '{text}', version: 2, notes: 'one', groups: ['{text}'] } },
  },
  {
    ...call,
    title: 'an edit of a field that was changed meanwhile',
    path: '/webmail/contact/editContact.action',
    form: `id=«WANG»&version=1&changes=${field({ notes: 'two' })}`,
    answer: {
      ...{ code: 'contactChanged', msg: 'errors:contactChanged', fields: ['notes'] },
      contact: { ...wang, id: '{text}', version: 2, notes: 'one', groups: ['{text}'] },
    },
  },
  {
    ...call,
    title: 'a removal',
    path: '/webmail/contact/removeContacts.action',
    form: 'ids=«WANG»',
    answer: { code: '200', removed: 1, undo: '{id:UNDO}' },
  },
  {
    ...call,
    title: 'and its Undo',
    path: '/webmail/contact/undoContacts.action',
    form: 'undo=«UNDO»',
    answer: { code: '200', undone: 1, unchanged: 0 },
  },
]

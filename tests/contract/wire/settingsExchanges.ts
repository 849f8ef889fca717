/** Exchanges over what a person has chosen. */
import { initialSettings } from '#contract/settings'
import type { Exchange } from './exchange'

const profile = { name: '{anything}', gender: '', birthday: '', province: '', city: '', photo: '' }

export const exchanges: readonly Exchange[] = [
  {
    title: 'the photo of personal info is removed where there is none',
    method: 'POST',
    path: '/webmail/profile/removePhoto.action',
    form: '',
    signedIn: true,
    status: 200,
    answer: { code: '200', profile },
  },
  {
    title: 'a setting is changed, and all are answered',
    method: 'POST',
    path: '/webmail/settings/change.action',
    form: 'markRead=after3s&afterRemoval=list',
    signedIn: true,
    status: 200,
    answer: { code: '200', settings: '{anything}' },
  },
  {
    title: 'a setting that was changed without the others',
    method: 'POST',
    path: '/webmail/settings/change.action',
    form: 'markRead=never',
    signedIn: true,
    status: 200,
    answer: { code: '200', settings: '{anything}' },
  },
  {
    title: 'a value that a setting does not have',
    method: 'POST',
    path: '/webmail/settings/change.action',
    form: 'markRead=tomorrow',
    signedIn: true,
    status: 200,
    answer: { code: 'badField', msg: 'errors:badField', field: 'markRead' },
  },
  {
    title: 'the settings are read',
    method: 'POST',
    path: '/webmail/settings/read.action',
    form: '',
    signedIn: true,
    status: 200,
    answer: { code: '200', settings: { ...initialSettings, markRead: 'never', afterRemoval: 'list' } },
  },
]

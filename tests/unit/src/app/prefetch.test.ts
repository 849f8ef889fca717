/** `public/ahead.js`, run as the page runs it, on whatever the browser keeps. */
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const script = readFileSync('public/ahead.js', 'utf8')
const files = {
  login: ['/assets/login.js'],
  inbox: ['/assets/inbox.js', '/assets/inbox.css'],
  'zh-CN': { login: ['/assets/zh.js'], inbox: ['/assets/zh-mail.js'] },
  'en-US': { login: ['/assets/en.js'], inbox: ['/assets/en-mail.js'] },
}
let tag: HTMLScriptElement

beforeEach(() => {
  window.localStorage.clear()
  tag = document.createElement('script')
  tag.dataset.files = JSON.stringify(files)
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(tag)
})
afterEach(() => {
  vi.restoreAllMocks()
  document.head.innerHTML = ''
  document.documentElement.lang = ''
  window.history.replaceState(null, '', '/')
})

const keep = (name: string, value: unknown, expires: number | null = null) =>
  window.localStorage.setItem(`ep_${name}`, JSON.stringify({ value, expires }))

function fetched(): string[] {
  runInThisContext(script)
  return [...document.head.querySelectorAll('link')].map((link) => `${link.rel} ${link.getAttribute('href')}`)
}

it('fetches the words of the login page, in Chinese where nothing was chosen', () => {
  expect(fetched()).toEqual(['modulepreload /assets/login.js', 'modulepreload /assets/zh.js'])
})

it('fetches the inbox as well for somebody who is signed in, in the language chosen', () => {
  keep('tokenList', { tokenType: 'Bearer', accessToken: 'x' }, Date.now() + 60_000)
  keep('language', 'en-US')
  expect(fetched()).toEqual([
    'modulepreload /assets/login.js',
    'modulepreload /assets/en.js',
    'modulepreload /assets/inbox.js',
    'preload /assets/inbox.css',
    'modulepreload /assets/en-mail.js',
  ])
})

it('fetches the words of the language in which the page was served, where nothing was chosen', () => {
  document.documentElement.lang = 'en-US'
  expect(fetched()).toEqual(['modulepreload /assets/login.js', 'modulepreload /assets/en.js'])
  keep('language', 'zh-CN')
  document.head.innerHTML = ''
  expect(fetched()).toEqual(['modulepreload /assets/login.js', 'modulepreload /assets/zh.js'])
})

it('fetches the words of the language that the address asks for, unless one was chosen in this browser', () => {
  keep('language', 'zh-CN')
  window.history.replaceState(null, '', '/login?lang=en-US')
  expect(fetched()).toEqual(['modulepreload /assets/login.js', 'modulepreload /assets/en.js'])
  keep('ownLanguage', true)
  document.head.innerHTML = ''
  expect(fetched()).toEqual(['modulepreload /assets/login.js', 'modulepreload /assets/zh.js'])
})

it('takes what is broken, expired or unknown for nothing', () => {
  keep('tokenList', { tokenType: 'Bearer', accessToken: 'x' }, Date.now() - 1)
  window.localStorage.setItem('ep_language', '{')
  expect(fetched()).toEqual(['modulepreload /assets/login.js', 'modulepreload /assets/zh.js'])
})

it('leaves a page alone that was not built', () => {
  delete tag.dataset.files
  expect(fetched()).toEqual([])
})

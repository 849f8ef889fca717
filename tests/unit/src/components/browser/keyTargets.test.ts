import { afterEach, expect, it } from 'vitest'
import { isPageKey } from '#src/components/browser/keyTargets'

afterEach(() => {
  document.body.innerHTML = ''
})

it.each([
  ['on a row', '<table><tr tabindex="0" id="at"></tr></table>', true],
  ['on a checkbox', '<input type="checkbox" id="at">', true],
  ['in a field', '<input id="at">', false],
  ['in an editor', '<div contenteditable="true"><p id="at"></p></div>', false],
  ['in a menu', '<div role="menu"><a id="at"></a></div>', false],
  ['under a dialog', '<p id="at"></p><dialog open></dialog>', false],
  ['under a dialog of antd', '<p id="at"></p><div class="ant-modal-wrap" style="z-index: 9"></div>', false],
  ['beside one that is closed', '<p id="at"></p><div class="ant-modal-wrap" style="display: none"></div>', true],
  ['beside a form that waits for its question', '<p id="at"></p><form inert></form>', false],
])('a letter %s is a command of the page, or not', (_where, html, isCommand) => {
  document.body.innerHTML = html
  const found: boolean[] = []
  const hear = (event: KeyboardEvent) => found.push(isPageKey(event))
  document.addEventListener('keydown', hear)
  document.getElementById('at')?.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }))
  document.removeEventListener('keydown', hear)
  expect(found).toEqual([isCommand])
})

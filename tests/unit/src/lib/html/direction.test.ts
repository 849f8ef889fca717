/** Right to left: the editor goes by each block's letters, what is sent says it outright. */
import { describe, expect, it } from 'vitest'
import { fragmentForEditor, hasFormatting, restoreForSending } from '#src/lib/html'
import { frameDocument } from '#src/lib/html/frame/frameDocument'
import { plainTextToHtml } from '#src/lib/html/plainText'
import { sanitizeMail } from '#src/lib/html/sanitizeMail'

const hebrew = 'נפגשים מחר.'
const arabic = 'إلى اللقاء غدا.'

function inEditor(html: string): string {
  const holder = document.createElement('div')
  holder.append(fragmentForEditor(html))
  return holder.innerHTML
}

describe('a block in the editor', () => {
  it('takes the direction of its text, whatever was said of it that is the same', () => {
    expect(inEditor('<div>Hello</div><p>x</p>')).toBe('<div dir="auto">Hello</div><p dir="auto">x</p>')
    expect(inEditor(`<div dir="rtl">${hebrew}</div>`)).toBe(`<div dir="auto">${hebrew}</div>`)
  })

  it('keeps a direction that its text does not have', () => {
    expect(inEditor('<div dir="rtl">12:30</div><div dir="ltr">שלום</div>')).toBe(
      '<div dir="rtl">12:30</div><div dir="ltr">שלום</div>',
    )
  })

  it('is a list or a quoted mail as a whole, and no block that holds others', () => {
    expect(inEditor('<div><ul><li><div>a</div></li></ul></div>')).toBe(
      '<div><ul dir="auto"><li><div>a</div></li></ul></div>',
    )
    expect(inEditor(`<blockquote type="cite"><div dir="ltr">a</div><p>${hebrew}</p></blockquote>`)).toBe(
      `<blockquote type="cite" dir="auto"><div dir="ltr">a</div><p>${hebrew}</p></blockquote>`,
    )
  })
})

describe('what is sent', () => {
  it('says right to left of the blocks that begin so, and nothing of others', () => {
    expect(restoreForSending(`<div dir="auto">Dear all,</div><div dir="auto">${hebrew}</div>`)).toBe(
      `<div>Dear all,</div><div dir="rtl">${hebrew}</div>`,
    )
    expect(restoreForSending(`<div>123 - <b>${arabic}</b> Hello</div>`)).toBe(
      `<div dir="rtl">123 - <b>${arabic}</b> Hello</div>`,
    )
    expect(restoreForSending('<div dir="auto">12:30 👍</div><div dir="auto"><br></div>')).toBe(
      '<div>12:30 👍</div><div><br></div>',
    )
    expect(restoreForSending(`<div>Hi ${hebrew}</div>`)).toBe(`<div>Hi ${hebrew}</div>`)
  })

  it('says it of a list and of a quoted mail, whose own directions stand', () => {
    expect(restoreForSending(`<ul dir="auto"><li>${hebrew}</li><li>b</li></ul>`)).toBe(
      `<ul dir="rtl"><li>${hebrew}</li><li>b</li></ul>`,
    )
    const quoted = `<div dir="auto">${arabic}</div><p dir="ltr">a</p>`
    expect(restoreForSending(`<blockquote type="cite">${quoted}</blockquote>`)).toBe(
      `<blockquote type="cite" dir="rtl">${quoted}</blockquote>`,
    )
  })

  it('comes back from a draft as it was', () => {
    const written = `<div dir="auto">Dear all,</div><div dir="auto">${hebrew}</div>`
    expect(inEditor(restoreForSending(written))).toBe(written)
  })

  it('loses nothing as plain text but a direction that its text does not have', () => {
    expect(hasFormatting(`<div dir="auto">a</div><div dir="rtl">${hebrew}</div>`)).toBe(false)
    expect(hasFormatting('<div dir="rtl">a</div>')).toBe(true)
  })
})

describe('a plain text that is read', () => {
  it('has lines that each go by their own letters, in quotes as well', () => {
    const html = plainTextToHtml(`Dear all,\n\n${hebrew}\n> ${arabic}`)
    const document = new DOMParser().parseFromString(frameDocument({ html, imageSources: [] }), 'text/html')
    const selector = /([^{}\n]+)\{ unicode-bidi: plaintext; \}/.exec(document.head.textContent ?? '')?.[1] ?? 'none'
    const matched = [...document.querySelectorAll(selector)]
    expect(matched.map(({ nodeName }) => nodeName)).toEqual(['DIV', 'BLOCKQUOTE'])
  })
})

describe('a mail in HTML', () => {
  const pictures = { images: 'blocked', imageUrl: (url: string) => url, cidUrl: () => null } as const
  /** What is marked, by its id. */
  const marked = (mail: string): Readonly<Record<string, string>> => {
    const { html } = sanitizeMail(mail, pictures)
    const shown = new DOMParser().parseFromString(frameDocument({ html, imageSources: [] }), 'text/html')
    const all = [...shown.querySelectorAll<HTMLElement>('[id]')]
    return Object.fromEntries(
      all.flatMap(({ id, dir, dataset }) => (dir || dataset.epLines === '' ? [[id, dir || 'lines']] : [])),
    )
  }

  it('has blocks that each go by their own letters where these are not those of the whole', () => {
    const table = `<table><tr><td id="cell">Hi</td><td id="other">${arabic}</td><td id="sum">12.50</td></tr></table>`
    expect(marked(`<p id="en">Dear all,</p><p id="he">${hebrew}</p><div id="outer">${table}</div>`)).toEqual({
      he: 'rtl',
      other: 'rtl',
    })
  })

  it('leaves blocks without a letter as the whole goes, and a mail of one direction as it is', () => {
    const invoice = `<table><tr><td id="name">${hebrew}</td><td id="sum">12.50</td></tr></table><p id="img"><img></p>`
    expect(marked(invoice)).toEqual({})
    expect(marked(`${invoice}<p id="en">Thank you</p><p id="phone">+972 3 123</p>`)).toEqual({ en: 'ltr' })
    const english = '<div id="a">Hi<p id="b">there</p></div>'
    expect(sanitizeMail(english, pictures).html).toBe(`<div>${english}</div>`)
  })

  it('has lists and quotes that go as a whole, with their bullets and bars', () => {
    const list = `<ul id="ul"><li id="li">${hebrew}<ol id="ol"><li id="in">one</li></ol></li><li id="b">two</li></ul>`
    expect(marked(`<p>Hi</p>${list}<ul id="en"><li id="c">a</li><li id="d">${hebrew}</li></ul>`)).toEqual({ ul: 'rtl' })
    expect(
      marked(`<p>Hi</p><blockquote id="q"><p id="he">${hebrew}</p><p id="x">12</p><p id="en">Hi</p></blockquote>`),
    ).toEqual({ q: 'rtl', en: 'ltr' })
  })

  it('goes line by line in a block whose lines differ, or which holds others', () => {
    const pre = `<pre id="pre">one\n${arabic}</pre>`
    expect(marked(`<div id="br">Hi,<br>${hebrew}</div><div id="he">${hebrew}<br>12:30</div>${pre}`)).toEqual({
      br: 'lines',
      he: 'rtl',
      pre: 'lines',
    })
    expect(marked(`<p>Hi</p><div id="outer">${hebrew}<div id="time">12:30</div></div>`)).toEqual({ outer: 'lines' })
    const { html } = sanitizeMail('<p data-ep-lines="">Hi</p>', pictures)
    expect(html).toBe('<div><p>Hi</p></div>')
    expect(frameDocument({ html, imageSources: [] })).toContain(':where([data-ep-lines], ')
  })

  it.each([
    ['by an attribute', `<p id="said" dir="rtl">12:30</p><div dir="ltr"><p id="within">${hebrew}</p></div>`],
    ['by a style', `<p style="direction: rtl">Hi</p><div style="DIRECTION:rtl"><p id="within">Hi</p></div>`],
  ])('has blocks that keep what is said of them and around them %s', (_, said) => {
    const { said: _kept, ...added } = marked(
      `<p id="first">Hi</p>${said}<div style="display:flex;flex-direction:column"><p id="unsaid">${hebrew}</p></div>`,
    )
    expect(added).toEqual({ unsaid: 'rtl' })
  })

  it.each([
    ['its body', `<body dir="rtl"><p>Hi</p><p id="p">${hebrew}</p></body>`],
    ['its root', `<html dir="rtl"><body><p>Hi</p><p id="p">${hebrew}</p></body></html>`],
    ['its style sheet', `<style>p { direction: rtl }</style><p>Hi</p><p id="p">${hebrew}</p>`],
  ])('goes as %s says', (_, mail) => {
    expect(marked(mail)).toEqual({})
    const unsaid = mail.replace(/ dir="rtl"|direction: rtl/, '')
    expect(marked(`<style>div { flex-direction: row }</style>${unsaid}`)).toEqual({ p: 'rtl' })
  })
})

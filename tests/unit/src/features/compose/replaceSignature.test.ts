import { describe, expect, it } from 'vitest'
import { emptyForm } from '#contract/compose/emptyForm'
import { contentOf, isBlank, ownTextOfCompose } from '#src/features/compose/content'
import { replaceSignature } from '#src/features/compose/signatures/replaceSignature'
import { templateHtml } from '#src/features/compose/templates/templates'
import { htmlOfPlain, signatureBlock, signatureToKeep, signedHtml } from '#src/lib/html'

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const work = {
  id: 'work',
  title: '工作',
  html: `<div>王丽</div><div>销售部 <b>A</b></div><div><img src="${dot}" alt=""></div>`,
}
const home = { id: 'home', title: '私人', html: '<div>小丽</div>' }
const known = [work, home]

function written(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}
const exchange = (root: HTMLElement, chosen: typeof work | null) => replaceSignature(known, chosen).formatted(root)
const lines = (root: HTMLElement) =>
  [...root.querySelectorAll('div')].filter((one) => one.querySelector('div') === null).map((one) => one.textContent)
const blocks = (root: HTMLElement) => root.querySelectorAll('[data-ep-signature]')

describe('exchanging the signature of a formatted message', () => {
  it('takes the former one with its picture, and nothing around it', () => {
    const root = written(
      `<div>前</div>${signatureBlock(work)}<div>后</div><blockquote type="cite">${signatureBlock(work)}</blockquote>`,
    )
    exchange(root, home)
    expect(root.querySelectorAll(':scope > [data-ep-signature]')).toHaveLength(1)
    expect(lines(root)).toEqual(['前', '小丽', '后', '王丽', '销售部 A', ''])
    expect(root.querySelectorAll('img')).toHaveLength(1)
    exchange(root, null)
    expect(root.querySelector(':scope > [data-ep-signature]')).toBeNull()
    expect(lines(root)).toEqual(['前', '后', '王丽', '销售部 A', ''])
  })

  it.each([
    [
      'a line before it',
      (block: Element) => block.prepend(written('<div>您好，王丽</div>').firstChild ?? ''),
      ['您好，王丽'],
    ],
    ['a line behind it', (block: Element) => block.append(written('<div>附言</div>').firstChild ?? ''), ['附言']],
    ['words in one of its lines', (block: Element) => block.firstElementChild?.prepend('此致 '), ['此致 ']],
    [
      'words within a word of it',
      (block: Element) => {
        if (block.firstElementChild) block.firstElementChild.textContent = '王很好丽'
      },
      ['很好'],
    ],
    [
      'a line like one of its own',
      (block: Element) => block.append(written('<div>王丽</div>').firstChild ?? ''),
      ['王丽'],
    ],
    [
      'a changed line',
      (block: Element) => {
        if (block.firstElementChild) block.firstElementChild.textContent = '李丽丽'
      },
      ['李丽丽'],
    ],
  ])('keeps %s', (_what, type, kept) => {
    const root = written(`<div>前</div>${signatureBlock(work)}<div>后</div>`)
    const [block] = blocks(root)
    if (block === undefined) throw new Error('no block')
    type(block)
    exchange(root, home)
    expect(lines(root)).toEqual(['前', ...kept, '小丽', '后'])
    expect(root.querySelector('img')).toBeNull()
    expect(blocks(root)).toHaveLength(1)
  })

  it('keeps a picture that was put into it, and loses its own', () => {
    const root = written(signatureBlock(work))
    blocks(root)[0]?.firstElementChild?.append(written(`<img src="${dot}" alt="new">`).firstChild ?? '')
    exchange(root, null)
    expect([...root.querySelectorAll('img')].map(({ alt }) => alt)).toEqual(['new'])
  })

  it('knows one that was changed in the settings since', () => {
    const root = written(signatureBlock({ ...home, html: '<div>旧名</div>' }))
    exchange(root, home)
    expect(lines(root)).toEqual(['小丽'])
  })

  it('knows one that was plain text before', () => {
    const root = written(htmlOfPlain('前\n-- \n敬上 小丽\n后\n> 旧\n> -- \n> 小丽'))
    exchange(root, work)
    expect(lines(root)).toEqual(['前', '敬上 ', '王丽', '销售部 A', '', '后', '旧', '-- ', '小丽'])
    expect(blocks(root)).toHaveLength(1)
  })

  it('puts one above what is quoted where there is none, and at the end of a message that quotes nothing', () => {
    const root = written('<div>前</div><div>王丽 写道：</div><blockquote type="cite">旧</blockquote>')
    exchange(root, home)
    expect(lines(root)).toEqual(['前', '小丽', '', '王丽 写道：'])
    const alone = written('<div>前</div>')
    exchange(alone, home)
    expect(lines(alone)).toEqual(['前', '', '小丽'])
  })
})

describe('exchanging the signature of a plain message', () => {
  const plain = (text: string, chosen: typeof work | null) => replaceSignature(known, chosen).plain(text)

  it.each([
    ['前\n\n-- \n小丽', '前\n\n-- \n王丽\n销售部 A'],
    ['前\n-- \n小丽\n后\n王丽 写道：\n> 旧', '前\n-- \n王丽\n销售部 A\n后\n王丽 写道：\n> 旧'],
    ['前\n-- \n敬上 小丽\n后', '前\n敬上 \n-- \n王丽\n销售部 A\n后'],
    ['前', '前\n\n-- \n王丽\n销售部 A'],
    ['前\n王丽 写道：\n> 旧\n> -- \n> 小丽', '前\n\n-- \n王丽\n销售部 A\n\n王丽 写道：\n> 旧\n> -- \n> 小丽'],
  ])('keeps what is typed: %j', (before, after) => {
    expect(plain(before, work)).toBe(after)
  })

  it('takes it away', () => {
    expect(plain('前\n-- \n王丽\n销售部 A\n后', null)).toBe('前\n后')
    expect(plain('前', null)).toBe('前')
  })
})

describe('a signature', () => {
  it('counts as nothing written until something is typed in it', () => {
    const html = signedHtml('', work)
    const holding = (text: string) => contentOf(emptyForm, { html: text, plain: false, text: '' }, 'key')
    expect(isBlank(holding(html))).toBe(true)
    expect(isBlank(holding(html.replace('王丽', '王丽，')))).toBe(false)
    expect(ownTextOfCompose(holding(`<div>见</div>${html}`)).trim()).toBe('见')
    expect(templateHtml(holding(html))).toBeNull()
  })

  it('is kept without what is of one message alone', () => {
    const kept = signatureToKeep(
      `${signatureBlock(home)}<img src="https://x.test/1.png"><img data-ep-cid="a@picture" src="blob:x"><img src="${dot}"><script>1</script>`,
    )
    expect(kept).toBe(`<div><div>小丽</div></div><img src="${dot}">`)
  })
})

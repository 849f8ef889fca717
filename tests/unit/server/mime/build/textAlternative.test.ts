import { describe, expect, it } from 'vitest'
import { takeEmbedded } from '#server/mime/build/embeddedPictures'
import { textAlternative } from '#server/mime/build/textAlternative'

const lines = (html: string, names?: ReadonlyMap<string, string>) => textAlternative(html, names).split('\n')

describe('the text beside the HTML', () => {
  it('keeps each line and each empty line as it was written', () => {
    expect(lines('<div>王先生：</div><div><br></div><div>您好。</div><div>第二行</div>')).toEqual([
      '王先生：',
      '',
      '您好。',
      '第二行',
    ])
    expect(lines('<div>a&nbsp; b&nbsp;</div>')).toEqual(['a  b '])
    expect(lines('<p>a<br></p><p><br></p><div>b<br>c<br></div><div>d</div>')).toEqual(['a', '', '', '', 'b', 'c', 'd'])
  })

  it('keeps the spaces of what a style says keeps them', () => {
    expect(lines('<div>x</div><div style="white-space:pre">if x:\n    y</div>')).toEqual(['x', 'if x:', '    y'])
    expect(
      lines('<p>a<span style="white-space:pre">\t</span>b <span style="white-space:pre-wrap">c  d</span></p>'),
    ).toEqual(['a\tb c  d'])
    expect(lines('<p style="white-space:break-spaces">a  b</p>')).toEqual(['a  b'])
    for (const name of ['div', 'p', 'span'])
      expect(lines(`<${name} style="white-space:pre-line">a   b</${name}>`), name).toEqual(['a b'])
  })

  it('gives the address of a link behind its words, unless they are the address', () => {
    expect(lines('<a href="https://ep.test/a?b=1&amp;c=2">合同</a>')).toEqual(['合同 <https://ep.test/a?b=1&c=2>'])
    expect(lines('<a href="https://ep.test/">ep.test</a>')).toEqual(['ep.test'])
    expect(lines('<a href="mailto:w@ep.test">w@ep.test</a>, <a href="mailto:w@ep.test">Wang</a>')).toEqual([
      'w@ep.test, Wang <mailto:w@ep.test>',
    ])
    expect(lines('<a href="javascript:alert(1)">x</a><a name="top">y</a>')).toEqual(['xy'])
  })

  it('numbers lists, marks their lines, and indents those within', () => {
    const html = '<div>To do</div><ol><li>one<ul><li>inner</li></ul></li><li>two</li></ol><div>end</div>'
    expect(lines(html)).toEqual(['To do', ' 1. one', '    - inner', ' 2. two', 'end'])
  })

  it('marks what is quoted, at every depth', () => {
    const html = '<div>Yes.</div><blockquote><div>Really?</div><blockquote><div>No.</div></blockquote></blockquote>'
    expect(lines(html)).toEqual(['Yes.', '> Really?', '> > No.'])
  })

  it('writes a table row by row, and only what stands in one that places things', () => {
    const data = '<table><tr><th>品名</th><th>Price</th></tr><tr><td>茶<br>绿</td><td>12</td></tr></table>'
    expect(lines(data)).toEqual(['品名 | Price', '茶 绿 | 12'])
    expect(lines(`<table><tr><td>a</td><td>${data}</td></tr></table>`)).toEqual(['a', '', '品名 | Price', '茶 绿 | 12'])
  })

  it('names pictures of the mail, and leaves out what only counts its readers', () => {
    const html = '<img src="cid:a" alt="Site plan"><img src="cid:b"><img src="https://t.example/1.gif">'
    expect(lines(html, new Map([['b', '图.png']]))).toEqual(['[Site plan][图.png]'])
  })

  it('shouts no heading and no head of a table', () => {
    expect(lines('<h1>Offer</h1><p>text</p>')).toEqual(['Offer', '', 'text'])
  })
})

describe('pictures that are written into the text', () => {
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

  it('become files, each once, and the text points to them', () => {
    const { html, files } = takeEmbedded(
      `<img alt="x" src="data:image/gif;base64,${gif}"><p>a</p><img src='data:image/gif;base64,${gif}' width="3">`,
    )
    const [file] = files
    expect(files).toHaveLength(1)
    expect(file).toMatchObject({ name: 'image-1.gif', type: 'image/gif' })
    expect(html).toBe(`<img alt="x" src="cid:${file?.cid}"><p>a</p><img src="cid:${file?.cid}" width="3">`)
  })

  it('S30: are none in a text of tags that begin a picture and do not end', () => {
    for (const evil of ['<img '.repeat(400), `<img ${' src'.repeat(500)}`, `<img src${' '.repeat(2_000)}`])
      expect(takeEmbedded(`data:image/ ${evil}`).files).toEqual([])
  })
})

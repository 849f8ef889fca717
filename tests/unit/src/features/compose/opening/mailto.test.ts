import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { readMailto } from '#src/features/compose/opening/mailto'

const addresses = (link: string) => readMailto(link)?.to?.map(({ address }) => address)

describe('a mailto link', () => {
  it('names recipients, subject and words', () => {
    expect(
      readMailto(
        'mailto:a@ep.test,%E7%8E%8B%20%3Cb@ep.test%3E?cc=c@ep.test&BCC=d@ep.test&subject=1+1%20%26&body=Hi%0D%0A%0D%0AYou',
      ),
    ).toMatchObject({
      to: [
        { name: '', address: 'a@ep.test', fault: null },
        { name: '王', address: 'b@ep.test', fault: null },
      ],
      cc: [{ address: 'c@ep.test' }],
      bcc: [{ address: 'd@ep.test' }],
      subject: '1+1 &',
      html: '<div>Hi</div><div><br></div><div>You</div>',
    })
  })

  it.each([
    ['mailto:', []],
    ['MAILTO:a@ep.test', ['a@ep.test']],
    ['mailto:?to=a@ep.test', ['a@ep.test']],
    ['mailto:a@ep.test,A@ep.test', ['a@ep.test']],
    ['mailto:100%@ep.test', ['100%@ep.test']],
  ])('%s', (link, expected) => expect(addresses(link)).toEqual(expected))

  it('is read as browsers read addresses of pages, and where its signs were escaped twice', () => {
    expect(readMailto('mailto://li@ep.test?subject=a+b&amp;body=c')).toMatchObject({
      to: [{ address: 'li@ep.test', fault: null }],
      subject: 'a+b',
      html: '<div>c</div>',
    })
  })

  it.each(['https://elsewhere.example/', 'javascript:alert(1)', '//elsewhere.example', '', 'a@ep.test'])(
    'S24: %j is none',
    (link) => expect(readMailto(link)).toBeNull(),
  )

  it('S11: a line end makes no header, and other fields are not taken', () => {
    const read = readMailto(
      'mailto:a@ep.test?subject=x%0D%0ABcc:%20thief@elsewhere.example&attach=/etc/passwd&from=boss@ep.test&in-reply-to=m',
    )
    expect(read?.subject).not.toMatch(/[\r\n]/)
    expect(Object.keys(read ?? {}).toSorted()).toEqual(['bcc', 'cc', 'subject', 'to'])
    expect(read?.bcc).toEqual([])
  })

  it('S4: words are words, whatever they look like', () => {
    const html = readMailto('mailto:?body=%3Cimg%20src=x%20onerror=alert(1)%3E')?.html
    expect(html).toBe('<div>&lt;img src=x onerror=alert(1)&gt;</div>')
  })

  it('is cut to what a mail may hold', () => {
    expect(readMailto(`mailto:?subject=${'x'.repeat(5_000)}`)?.subject?.length).toBe(limits.subjectCharacters)
  })
})

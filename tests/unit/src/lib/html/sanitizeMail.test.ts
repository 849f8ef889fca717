import { describe, expect, it } from 'vitest'
import { frameDocument } from '#src/lib/html/frame/frameDocument'
import { sanitizeMail } from '#src/lib/html/sanitizeMail'

const blocked = {
  images: 'blocked',
  imageUrl: (url: string) => `/webmail/readmail/image.action?url=${encodeURIComponent(url)}`,
  cidUrl: (cid: string) => (cid === 'known@ep' ? 'blob:known' : null),
} as const
const proxied = { ...blocked, images: 'proxied' } as const
const clean = (html: string) => sanitizeMail(html, blocked)

/** What no answer may hold, however it is spelt. */
const dangerous =
  /<script|<svg|<math|<iframe|<object|<embed|<form|<input|<base|<meta|<link|<template|\son\w+=|javascript:|vbscript:|srcset|srcdoc|ping=/i

describe('scripts', () => {
  const payloads = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg><g/onload=alert(1)//<p>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<a href="java&#10;script:alert(1)">go</a>',
    '<a href="&#1;javascript:alert(1)">go</a>',
    '<a href="data:text/html,<script>alert(1)</script>">go</a>',
    '<a href=" vbscript:x">go</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="data:text/html,x"></object><embed src=x>',
    '<template><img src=x onerror=alert(1)></template>',
    '<body onload=alert(1)><details open ontoggle=alert(1)>more</details>',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<style></style ><img src=x onerror=alert(1)></style>',
  ]
  it.each(payloads)('S1: %s leaves nothing that executes', (payload) => {
    const once = clean(`<p>before</p>${payload}<p>after</p>`).html
    expect(once).not.toMatch(/<script|<svg|<math|<iframe|<object|<embed|<template/i)
    const parsed = new DOMParser().parseFromString(once, 'text/html')
    for (const element of parsed.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/)
        if (name === 'href' || name === 'src') expect(value).toMatch(/^(?:https?:|mailto:|tel:|blob:|data:image\/png)/)
      }
    }
    expect(parsed.body.textContent).toContain('before')
  })

  it('S1: an answer that is parsed again stays what it was', () => {
    for (const payload of payloads) {
      const once = clean(payload).html
      const again = new DOMParser().parseFromString(once, 'text/html').body.innerHTML
      expect(again).not.toMatch(dangerous)
    }
  })
})

describe('remote loads', () => {
  it('S5: pictures are held back and counted until the reader allows them', () => {
    const html =
      '<img src="https://t.example/a.png"><img src="//t.example/b.png"><table background="https://t.example/c.png"></table>' +
      '<p style="background:url(https://t.example/d.png)">x</p><style>p{background-image:url(\'https://t.example/e.png\')}</style>'
    const held = sanitizeMail(html, blocked)
    expect(held.blockedImages).toBe(5)
    expect(held.html).not.toContain('t.example')
    const shown = sanitizeMail(html, proxied)
    expect(shown.blockedImages).toBe(0)
    expect(shown.html.match(/\/webmail\/readmail\/image\.action\?url=https%3A%2F%2Ft\.example/g)).toHaveLength(5)
    expect(shown.html).not.toMatch(/(?:src|background|url\()["'=(]*https?:/)
  })

  it.each([
    '<img srcset="https://t.example/a 1x">',
    '<picture><source srcset="https://t.example/a"><img></picture>',
    '<video poster="https://t.example/a" src="https://t.example/b"></video>',
    '<audio src="https://t.example/a"></audio>',
    '<link rel=prefetch href="https://t.example/a"><link rel=dns-prefetch href="//t.example">',
    '<style>@import "https://t.example/a";</style>',
    '<style>@font-face{font-family:x;src:url(https://t.example/a)}</style>',
    '<style>:root{--a:url(https://t.example/a)} p{background:var(--a)}</style>',
    '<p style="background:image-set(\'https://t.example/a\' 1x)">x</p>',
    '<p style="background:-webkit-image-set(url(https://t.example/a) 1x)">x</p>',
    '<p style="background:u\\72l(https://t.example/a)">x</p>',
    '<p style="background:/**/url/**/(https://t.example/a)">x</p>',
    '<p style="background:url(https://t.example/a">x</p>',
    '<p style="filter:url(https://t.example/a#f)">x</p>',
    '<p style="mask:url(https://t.example/a)">x</p>',
    '<p style="cursor:url(https://t.example/a),auto">x</p>',
    '<p style="behavior:url(https://t.example/a);-moz-binding:url(https://t.example/a)">x</p>',
    '<p style="content:url(https://t.example/a)">x</p>',
    '<p style="list-style:url(https://t.example/a)">x</p>',
    '<svg><image href="https://t.example/a"/><rect fill="url(https://t.example/a)"/></svg>',
    '<input type=image src="https://t.example/a">',
    '<body background="https://t.example/a">x</body>',
  ])('S5: %s names no foreign host', (html) => {
    expect(clean(html).html).not.toContain('t.example')
  })

  it('shows pictures that came with the mail', () => {
    expect(clean('<img src="cid:known%40ep">').html).toContain('src="blob:known"')
    expect(clean('<img src="cid:foreign">').html).not.toContain('src=')
    expect(clean('<img src="data:image/png;base64,AAAA">').html).toContain('data:image/png')
  })
})

describe('styles', () => {
  it('S6: nothing lies over anything, and fonts and pseudo contents stay out', () => {
    const { html } = clean(
      '<style>p{position:fixed;top:0;color:red}:root{z-index:9}@font-face{font-family:x}@keyframes k{}' +
        '@media (max-width:600px){p{width:100%!important;position:absolute}}</style>' +
        '<p style="position:sticky;inset:0;color:blue;height:100vh">x</p>',
    )
    expect(html).not.toMatch(/position|z-index|font-face|keyframes|inset|100vh/)
    expect(html).toContain('p{color:red}')
    expect(html).toContain('@media (max-width:600px){p{width:100% !important}')
    expect(html).toContain('style="color:blue"')
  })

  it('S6: a sheet cannot end itself', () => {
    const { html } = clean('<style>p{color:red}</sty\\le><b{color:"</style><img src=x>"}</style>')
    expect(html.match(/<style/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(html).not.toMatch(/<img [^>]*src|onerror/)
    expect(new DOMParser().parseFromString(html, 'text/html').querySelector('style')?.textContent).toBe(
      'p{color:red}\n',
    )
  })

  it('S8: attribute selectors cannot carry a value out', () => {
    const { html } = clean(
      '<style>input[value^="a"]{background:url(https://t.example/a)} a[href*=x]{color:red}</style>',
    )
    expect(html).not.toContain('t.example')
  })

  it('reads the sheets that Outlook wraps in a comment, and the rest of a broken one', () => {
    expect(clean('<style><!-- p.MsoNormal{margin:0;mso-style-name:x} --></style>').html).toContain(
      'p.MsoNormal{margin:0}',
    )
    expect(clean('<style>p{color:red} } h1{color:blue} a{"}</style>').html).toContain('h1{color:blue}')
  })

  it("keeps the body's own colours", () => {
    expect(clean('<body bgcolor="#eeeeee" style="margin:0;color:#333">x</body>').html).toMatch(
      /<div style="[^"]*color: rgb\(51, 51, 51\)/,
    )
  })
})

describe('forms, frames and navigation', () => {
  it('S7: no form, no base, no refresh, and links open a new tab without opener', () => {
    const result = clean(
      '<form action="https://t.example"><input name=p type=password><button>Go</button></form>' +
        '<meta http-equiv=refresh content="0;url=https://t.example"><base href="https://t.example">' +
        '<a href="https://ok.example/x" target=_top ping="https://t.example">link</a><a href="#x">in</a><a href="/local">rel</a>',
    )
    expect(result.html).not.toMatch(/<form|<input|<button|<meta|<base|t\.example|_top|href="#|href="\//)
    expect(result.html).toContain('<a href="https://ok.example/x" target="_blank" rel="noopener noreferrer">')
    expect(result.links).toEqual([{ text: 'link', href: 'https://ok.example/x' }])
  })

  it('S7: the frame document forbids what the filter might miss', () => {
    const text = frameDocument({
      html: '<p>x</p>',
      imageSources: ['https://m.example/webmail/readmail/image.action', 'x; script-src *'],
    })
    expect(text).toContain("default-src 'none'; style-src 'unsafe-inline'")
    expect(text).toContain('img-src https://m.example/webmail/readmail/image.action data: blob:;')
    expect(text).toContain("form-action 'none'; base-uri 'none'")
    expect(text).not.toContain('script-src')
  })

  it('S8: no name or id takes the place of what the page looks for', () => {
    expect(
      clean('<img name="body" src="data:image/png;base64,AA"><a id="createElement" name=cookie>x</a>').html,
    ).not.toMatch(/name=|createElement/)
  })
})

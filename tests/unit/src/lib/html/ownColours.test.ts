/** Which mails a dark page may show in its own colours. */
import { expect, it } from 'vitest'
import { sanitizeMail } from '#src/lib/html/sanitizeMail'

const isColoured = (html: string) =>
  sanitizeMail(html, { images: 'blocked', imageUrl: () => '', cidUrl: () => 'https://ep.test/a.png' }).hasOwnColours

it.each([
  ['words alone', '<p>Hello</p>'],
  ['a font and a size', '<div style="font: 14px Arial; text-align: center">Hello</div>'],
  [
    'the black of a mail program',
    '<p style="color: windowtext">a</p><span style="color:#1F2733">b</span><font color="black">c</font>',
  ],
  ['a white ground', '<body bgcolor="#ffffff" text="#000000"><div style="background: white">a</div></body>'],
  ['lines', '<blockquote style="border-left: 1px solid #ccc">a</blockquote>'],
  ['a sheet of black text', '<style>p.MsoNormal { margin: 0; color: black }</style><p class="MsoNormal">a</p>'],
  ['links', '<a href="https://ep.test/">a</a>'],
])('none has %s', (_what, html) => {
  expect(isColoured(html)).toBe(false)
})

it.each([
  ['a coloured word', '<p>a <span style="color: #c00000">b</span></p>'],
  ['a font element', '<font color="#1f497d">a</font>'],
  ['light text, for a ground that is lost', '<p style="color: #fff">a</p>'],
  ['a ground', '<table><tr><td bgcolor="#f4f6f9">a</td></tr></table>'],
  ['a ground in one word', '<div style="background: #eee">a</div>'],
  ['a picture behind it', '<table><tr><td background="cid:a">a</td></tr></table>'],
  ['the ground of the whole', '<body style="background-color: #002244">a</body>'],
  ['a sheet', '<style>.a { color: #c00 }</style><p class="a">a</p>'],
  ['a sheet for narrow screens', '<style>@media (max-width: 600px) { .a { color: #c00 } }</style><p class="a">a</p>'],
  ['a white ground that gives way to nothing', '<div style="background-color: #fff !important">a</div>'],
  ['black that gives way to nothing', '<style>p.a.b { color: black !important }</style><p class="a b">a</p>'],
])('its own has %s', (_what, html) => {
  expect(isColoured(html)).toBe(true)
})

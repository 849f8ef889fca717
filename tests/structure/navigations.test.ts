/** Every place that can lead a person away from this site, each with what it is led by (TRUST S24). */
import { describe, expect, it } from 'vitest'
import { listFiles, read, sourcesOf } from './sources'

const ways =
  /\bwindow\.open\(|\bopenWindow\(|\b(?:client|clients\[\d\])\??\.navigate\(|\blocation\.(?:assign|replace)\(|(?<!\b(?:const|let|var) )\blocation(?:\.href)?\s*=[^=>{]|\.href\s*=[^=>]|\b(?:href|xlinkHref|formAction)=\{|http-equiv="refresh"/

function leaving(sources: Iterable<readonly [string, string]>): string[] {
  return [...sources].filter(([, text]) => text.split('\n').some((line) => ways.test(line))).map(([path]) => path)
}

const isShipped = (path: string) => /^(?:src|public)\//.test(path) || path === 'index.html'

/** What each is led by; an address that somebody else wrote is looked at where it is made. */
const reasons: Readonly<Record<string, string>> = {
  'src/features/transfer/startDownload.ts': 'links of the gateway, made by `linkTo`',
  'src/features/mailbox/actions/useMailCommands.ts': '`pathTo`',
  'src/features/newMail/useIconBadge.ts': 'the icon, which leads nowhere',
  'src/features/phone/PhoneCodePanel.tsx': '`sms:` with the number that the gateway gave',
  'src/features/reading/attachments/AttachmentList.tsx': 'links of the gateway, made by `linkTo`',
  'src/features/reading/attachments/InviteCard.tsx': 'a file made here',
  'src/features/reading/attachments/NestedMail.tsx': 'links of the gateway, made by `linkTo`',
  'src/features/reading/mail/MailContent.tsx': 'links of the gateway, made by `linkTo`',
  'src/features/reading/attachments/PreviewDialog.tsx': 'links of the gateway, made by `linkTo`',
  'src/features/reading/toolbar/SourceDialog.tsx': 'links of the gateway, made by `linkTo`',
  'src/features/reading/bars/UnsubscribeBar.tsx':
    'a page that the sender names, which is shown before, read by `unsubscribeWays`, and opened without this site’s name',
  'src/components/browser/saveFile.ts': 'a file made here',
  'src/features/membership/PaymentPages.tsx':
    'the address of a payment, which the gateway has from its provider by a call of its own',
  'src/features/compose/dock/popOut.ts': '`pathTo`',
  'src/features/reading/toolbar/useReaderItems.ts': '`pathTo`',
  'src/features/reading/useMailtoLinks.ts': '`pathTo`, with the mail link as a parameter of it',
  'public/ahead.js': 'the app’s own files, which are fetched and not gone to',
}

describe('S24: what leads away from a page', () => {
  const scripts = listFiles('public', 'index.html').filter((path) => /\.(?:js|html)$/.test(path))
  const all = [...sourcesOf('src'), ...scripts.map((path) => [path, read(path)] as const)]
  const found = leaving(all).filter(isShipped)

  it('stands here with its reason', () => {
    expect(found.filter((path) => !(path in reasons))).toEqual([])
  })

  it('a reason stands only for what still leads somewhere', () => {
    expect(Object.keys(reasons).filter((path) => !found.includes(path))).toEqual([])
  })

  it.each([
    "window.open(search.get('returnUrl'))",
    'window.location.href = given',
    'location = given',
    'document.location.assign(given)',
    '<a href={given}>',
    'void self.clients.openWindow(given)',
    '<meta http-equiv="refresh" content="0">',
  ])('a planted one is found: %s', (line) => {
    expect(leaving([['src/features/pay/Paid.tsx', line]])).toEqual(['src/features/pay/Paid.tsx'])
  })

  it.each([
    "navigate(pathTo('receive'))",
    'const { href } = location',
    "const location = params.get('location')",
    'if (location === here) return',
  ])('a step within the app is none: %s', (line) => expect(leaving([['src/a.ts', line]])).toEqual([]))

  it('an address to go on to is read through `nextPath` alone', () => {
    const asked = /\bget\(\s*['"`](?:next|returnUrl|return|redirect|url|continue|goto)['"`]\s*\)/
    const bare = [...sourcesOf('src')].flatMap(([path, text]) =>
      text
        .split('\n')
        .filter((line) => asked.test(line) && !line.includes('nextPath('))
        .map((line) => `${path}: ${line}`),
    )
    expect(bare).toEqual([])
    const readers = [...sourcesOf('src')].filter(([, text]) => asked.test(text)).map(([path]) => path)
    expect(readers).toEqual([
      'src/app/routes/makeRoutes.tsx',
      'src/features/membership/PayFrame.tsx',
      'src/features/session/useGoOn.ts',
    ])
  })
})

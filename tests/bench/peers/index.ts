/**
 * `npm run bench -- peers [RUNS] [MAILS]`: Debian's Roundcube beside the product, over the same Dovecot
 * and over the embedded store, in turns; a budget is a share of what Roundcube takes in the same run.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { layLetters } from '../desk'
import { openBrowser } from '../desk/deskPage'
import { type DovecotSite, dovecotSite, embeddedSite, type Mailbox } from '../desk/fill'
import { type BenchGateway, startGateway } from '../gateway'
import type { Row } from '../row'
import { type Roundcube, startRoundcube } from './roundcube'
import { desk, large, type Note, slow } from './steps'
import { ours, roundcube, type Webmail } from './webmails'

const attachedBytes = 25_000_000
const twoFrames = 34

/** A share of Roundcube's, or a figure of its own; `imap` where it differs over a mail server. */
type Budget = { readonly share: number; readonly imap?: number } | { readonly most: number } | null

const budgets: Readonly<Record<string, Budget>> = {
  'login form usable': { share: 0.9 },
  'sign in to inbox rows': { share: 0.5 },
  'processor of the server, sign-in to inbox': { share: 1 },
  'requests as far as the inbox': { most: 20 },
  'scripts as far as the inbox, KB': { most: 240 },
  'open a plain message': { share: 0.5 },
  'open one of 200 KB': { share: 0.6 },
  'open it again': { most: twoFrames },
  'another folder': { share: 0.5 },
  'back to the inbox': { most: twoFrames },
  'next page': { share: 0.5 },
  'message 5,000': { share: 0.5 },
  composer: { share: 0.35 },
  'composer again': { share: 0.2 },
  '25 MB attached': { share: 1.2 },
  'search subjects, 10,000': { share: 0.6, imap: 0.9 },
  'search bodies, 10,000': { share: 0.05, imap: 0.1 },
  'search subjects, 发票, 10,000': { share: 0.6, imap: 0.9 },
  'search bodies, 截止日期, 10,000': { share: 0.05, imap: 0.1 },
  'second visit, rows drawn': { share: 0.4 },
  'inbox of 100,000': { share: 0.35 },
  'search subjects, 100,000': { share: 0.6, imap: 0.9 },
  'search bodies, 100,000': { share: 0.05, imap: 0.1 },
  'search subjects, 发票, 100,000': { share: 0.6, imap: 0.9 },
  'search bodies, 截止日期, 100,000': { share: 0.05, imap: 0.1 },
  'slow phone: login form usable': { share: 0.7 },
  'slow phone: inbox': { share: 0.6 },
  'slow phone: open a plain message': { share: 0.5 },
  'slow phone: open one of 200 KB': { share: 0.7 },
}

type Place = {
  readonly webmail: Webmail
  readonly tenth: Mailbox
  readonly full: Mailbox
  readonly taken: Map<string, number[]>
}

/** `dataDir`: an empty folder; `mails` in the larger mailbox. */
export async function benchPeers(dataDir: string, runs = 9, mails?: number): Promise<readonly Row[]> {
  const file = join(dataDir, 'attached.bin')
  await writeFile(file, Buffer.alloc(attachedBytes, 'EP mail '))
  for (const house of ['embedded', 'imap']) await mkdir(join(dataDir, house))
  const dovecot = await dovecotSite(mails)
  const closing: (() => Promise<unknown>)[] = [dovecot.close]
  try {
    const embedded = await embeddedSite(join(dataDir, 'embedded'), mails)
    const overImap = await startGateway(join(dataDir, 'imap'), dovecot.settings)
    closing.unshift(overImap.close)
    const alone = await startGateway(join(dataDir, 'embedded'))
    closing.unshift(alone.close)
    for (const mailbox of [dovecot.tenth, dovecot.full]) await layLetters(overImap, dovecot, mailbox)
    for (const mailbox of [embedded.tenth, embedded.full]) await layLetters(alone, embedded, mailbox)
    const peer = await startRoundcube(dovecot.lab)
    closing.unshift(peer.stop)
    const browser = await openBrowser()
    closing.unshift(() => browser.close())
    const places = placesOf({ peer, overImap, alone, dovecot, embedded })
    for (let run = -1; run < runs; run += 1) for (const place of places) await measure(browser, place, run, file)
    return rowsOf(places)
  } finally {
    for (const close of closing) await close()
  }
}

type Houses = {
  readonly peer: Roundcube
  readonly overImap: BenchGateway
  readonly alone: BenchGateway
  readonly dovecot: DovecotSite
  readonly embedded: { readonly tenth: Mailbox; readonly full: Mailbox }
}

function placesOf({ peer, overImap, alone, dovecot, embedded }: Houses): readonly [Place, Place, Place] {
  const at = (webmail: Webmail, { tenth, full }: Houses['embedded']): Place => ({
    ...{ webmail, tenth, full },
    taken: new Map(),
  })
  // What the mail server works belongs to who asked it.
  const ofImap = (webmail: Webmail) => at({ ...webmail, pids: [...webmail.pids, ...dovecot.pids] }, dovecot)
  return [
    ofImap(roundcube(peer.url, peer.pids)),
    ofImap(ours('over IMAP', overImap.url, overImap.pid ?? 0)),
    at(ours('embedded', alone.url, alone.pid ?? 0), embedded),
  ]
}

/** The run before the first is not counted. */
async function measure(browser: Browser, { webmail, tenth, full, taken }: Place, run: number, file: string) {
  const note: Note = (line, value) => {
    if (run >= 0) taken.set(line, [...(taken.get(line) ?? []), value])
  }
  const at = Math.max(run, 0)
  await desk(browser, webmail, tenth, at, file, note)
  await large(browser, webmail, full, note)
  await slow(browser, webmail, tenth, at, note)
  console.log(`${webmail.name}: ${run < 0 ? 'a visit that is not counted' : `visit ${run + 1}`}`)
}

const middle = (values: readonly number[] = []) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN

function rowsOf([peer, ...mine]: readonly [Place, Place, Place]): readonly Row[] {
  console.log(
    `\n${'medians'.padEnd(44)} ${['Roundcube', 'over IMAP', 'embedded'].map((it) => it.padStart(11)).join('')}`,
  )
  const rows: Row[] = []
  for (const [line, budget] of Object.entries(budgets)) {
    const theirs = middle(peer.taken.get(line))
    const figures = [theirs, ...mine.map(({ taken }) => middle(taken.get(line)))]
    console.log(`${line.padEnd(44)} ${figures.map((it) => it.toFixed(0).padStart(11)).join('')}`)
    for (const { webmail, taken } of mine)
      rows.push(rowOf(`${line}, ${webmail.name}`, middle(taken.get(line)), theirs, budget, webmail.name))
  }
  return rows
}

function rowOf(name: string, figure: number, theirs: number, budget: Budget, house: string): Row {
  if (budget === null || 'most' in budget) {
    const unit = name.endsWith('KB') ? 'KiB' : name.startsWith('requests') ? 'calls' : 'ms'
    return { name, measured: figure, budget: budget?.most ?? null, unit }
  }
  const share = house === 'embedded' ? budget.share : (budget.imap ?? budget.share)
  return { name: `${name}, of Roundcube’s`, measured: figure / theirs, budget: share, unit: 'times' }
}

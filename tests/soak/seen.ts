/** What is seen of a folder's `.eml`: `node --import tsx tests/soak/seen.ts FOLDER [OWN ADDRESS]`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCalls } from '../support/gateway/calls'
import { makeTestGateway } from '../support/gateway/gateway'

const [folder, own = 'you@here.example'] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Type the folder of .eml files.')
  process.exit(2)
}

type Person = { readonly name: string; readonly address: string }
type File = { readonly part: string; readonly name: string; readonly type: string; readonly inline: boolean }
type Shown = {
  readonly subject: string
  readonly from: Person
  readonly to: readonly Person[]
  readonly preview?: string
  readonly html: string | null
  readonly text: string | null
  readonly attachments: readonly File[]
}
type Form = { readonly to: readonly Person[]; readonly cc: readonly Person[]; readonly html: string }

const most = 160
/** What is quoted, without the block that names whom. */
const quoted = (html: string): string =>
  JSON.stringify(html.slice(Math.max(0, html.indexOf('<blockquote'))).slice(0, 3 * most))
const oneLine = (text: string | null): string => JSON.stringify((text ?? '').replace(/\s+/g, ' ').trim().slice(0, most))
const people = (list: readonly Person[]): string => list.map(({ name, address }) => `${name} <${address}>`).join('; ')
const files = (list: readonly (Pick<File, 'name' | 'type'> & Partial<File>)[]): string =>
  list.map(({ name, type, inline }) => `${name || '(no name)'} ${type}${inline ? ' in the text' : ''}`).join('; ')

const gateway = await makeTestGateway({ env: { MAIL_DOMAINS: own.slice(own.lastIndexOf('@') + 1) } })
const calls = makeCalls(gateway)
await gateway.account(own, { displayName: 'You' })
const session = await calls.signIn(own)
// What the gateway answers by its own contract, which `tests/contract` holds it to.
const ask = async <Reply>(path: string, form: Readonly<Record<string, string>>): Promise<Reply> =>
  (await calls.post(path, form, { session })).json as Reply

async function linesOf(id: string): Promise<readonly string[]> {
  const { mail } = await ask<{ mail: Shown }>('readmail/showMail.action', { id, seen: '0' })
  const open = async (mode: string) => (await ask<{ form: Form }>('writemail/contentDate2', { mode, id })).form
  const [reply, all, forward] = [await open('reply'), await open('replyAll'), await open('forward')]
  const listed = await ask<{ list: readonly { id: string; preview: string }[] }>('query/queryfolder2.action', {
    folder: 'inbox',
  })
  const looks = mail.attachments.map(async ({ part, name, type }) => {
    if (type === 'text/calendar')
      return `invitation: ${JSON.stringify(await ask('readmail/invite.action', { id, part }))}`
    if (!type.startsWith('text/')) return null
    return `${name}: ${oneLine((await ask<{ text: string }>('readmail/partText.action', { id, part })).text)}`
  })
  return [
    `subject:    ${mail.subject}`,
    `from, to:   ${people([mail.from])} → ${people(mail.to)}`,
    `in a list:  ${oneLine(listed.list.find((row) => row.id === id)?.preview ?? '')}`,
    `text:       ${oneLine(mail.text)}`,
    `html:       ${oneLine(mail.html)}`,
    `files:      ${files(mail.attachments)}`,
    ...(await Promise.all(looks)).filter((line) => line !== null).map((line) => `file:       ${line}`),
    `reply:      ${people(reply.to)} · all: ${people(all.to)} · copies: ${people(all.cc)}`,
    `quoted:     ${quoted(reply.html)}`,
    `forwarded:  ${quoted(forward.html)}`,
  ]
}

for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.eml'))) {
  const id = await gateway.deliver(own, readFileSync(join(folder, name)))
  console.log(`\n${name}\n${(await linesOf(id)).map((line) => `  ${line}`).join('\n')}`)
}
await gateway.close()

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
const R = process.cwd()
const { openMailbox, signIn: who } = await import(R + '/tests/bench/fullMailbox.ts')
const { startGateway } = await import(R + '/tests/bench/gateway.ts')
const { openBrowser, openDesk, signIn } = await import(R + '/tests/bench/desk/deskPage.ts')
const { benchSecondVisit } = await import(R + '/tests/bench/desk/again.ts')
const data = await mkdtemp(join(tmpdir(), 'ag-'))
await (await openMailbox(data, { address: who.username, mails: 200 })).close()
const g = await startGateway(data); const b = await openBrowser(); const d = await openDesk(b, g.url)
await signIn(d, { address: who.username, password: who.password, mails: 200 })
console.log(await benchSecondVisit(d, 'x'))
await b.close(); await g.close()

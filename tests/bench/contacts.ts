/** How long a full book of contacts takes at the gateway, and what an import of 100,000 rows costs it and others. */
import * as v from 'valibot'
import { contactTransferLimits } from '#contract/contacts/contactFiles'
import { contactImport } from '#contract/endpoints/contacts/transfer'
import { limits } from '#contract/limits'
import { makeCalls, type RawValues, type Signed } from '../support/gateway/calls'
import { finishedUpload } from '../support/gateway/finishedUpload'
import { makeTestGateway, type TestGateway } from '../support/gateway/gateway'
import { median, type Row } from './row'

const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗']
const given = [...'丽伟芳娜敏静强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰']
const mapping = { preset: null, hasHeader: true, columns: ['name', 'email', 'phone', 'company'] }

function csvOf(rows: number): string {
  const lines = ['Name,Email,Phone,Company']
  for (let at = 0; at < rows; at += 1) {
    const name = `${surnames[at % 20]}${given[at % 26]}${given[(at * 7) % 26]}${at}`
    lines.push(`${name},person${at}@example${at % 97}.test,138${String(at).padStart(8, '0')},Company ${at % 500}`)
  }
  return lines.join('\r\n')
}

const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

export async function benchContacts(dataDir: string): Promise<readonly Row[]> {
  const gateway = await makeTestGateway({ dataDir })
  try {
    const calls = makeCalls(gateway)
    for (const who of ['full', 'lin', 'other']) await gateway.account(`${who}@ep.test`)
    const full = await calls.signIn('full@ep.test')
    await importRows(gateway, full, await uploadRows(gateway, full, limits.contacts), limits.contacts)
    const post = (call: string, form: RawValues) => calls.post(`contact/${call}.action`, form, { session: full })
    const times: readonly [string, number][] = [
      ['contacts: a page of 10,000', await median(() => post('listContacts', {}))],
      ['contacts: search of 10,000', await median(() => post('contactIds', { typed: 'wangwei' }))],
      ['contacts: suggestions of 10,000', await median(() => post('suggestions', { typed: '王', except: [] }))],
    ]
    return [
      ...times.map(([name, measured]): Row => ({ name, measured, budget: 20, unit: 'ms' })),
      ...(await importMany(gateway)),
    ]
  } finally {
    await gateway.close()
  }
}

function uploadRows(gateway: TestGateway, session: Signed, rows: number): Promise<string> {
  return finishedUpload({ gateway, calls: makeCalls(gateway), session }, 'people.csv', csvOf(rows))
}

async function importRows(gateway: TestGateway, session: Signed, upload: string, rows: number): Promise<void> {
  const calls = makeCalls(gateway)
  const plan = { upload, encoding: 'utf-8', mapping: JSON.stringify(mapping), duplicates: 'skip' }
  const begun = await calls.post('contact/importContacts.action', plan, { session })
  const { id } = v.parse(contactImport, begun.json.import)
  await gateway.drain()
  const told = await calls.post('contact/contactImports.action', { id }, { session })
  const [done] = v.parse(v.array(contactImport), told.json.imports)
  if (done?.state !== 'done' || done.added + done.refused !== rows) throw new Error(JSON.stringify(told.json))
}

/** Meanwhile somebody else lists messages again and again. */
async function importMany(gateway: TestGateway): Promise<readonly Row[]> {
  const calls = makeCalls(gateway)
  const [lin, other] = [await calls.signIn('lin@ep.test'), await calls.signIn('other@ep.test')]
  for (let count = 0; count < 50; count += 1)
    await gateway.deliver('other@ep.test', `Subject: ${count}\r\n\r\nText\r\n`)
  const list = () =>
    calls.post('query/queryfolder2.action', { folder: 'inbox', page: 1, pageSize: 50 }, { session: other })
  const rows = contactTransferLimits.entries
  const upload = await uploadRows(gateway, lin, rows)
  // What the upload left behind is not the import's.
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  let isOver = false
  const waits: number[] = []
  const start = performance.now()
  const importing = importRows(gateway, lin, upload, rows).finally(() => {
    isOver = true
  })
  while (!isOver) {
    const since = performance.now()
    await list()
    waits.push(performance.now() - since)
    most = Math.max(most, process.memoryUsage.rss())
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await importing
  const seconds = (performance.now() - start) / 1_000
  const middle = waits.toSorted((one, another) => one - another)[Math.floor(waits.length / 2)] ?? 0
  return [
    { name: 'contacts: import of 100,000 rows', measured: seconds, budget: 60, unit: 's' },
    { name: 'contacts: memory of that import', measured: mebibytes(most - before), budget: 80, unit: 'MB' },
    { name: 'contacts: a list of others meanwhile', measured: middle, budget: 20, unit: 'ms' },
  ]
}

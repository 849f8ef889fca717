/** Rules as a file in Sieve: written, shown before they are taken, added or put in the place of those that there are. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import type { RuleDraft } from '#contract/mail/ruleDraft'
import { sieveRuleFile } from '#server/rules/sieve/readRules'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { nastyRules, randomFrom } from '../../support/mail/someRules'
import { someDraft } from '../conformance/rules/ruleEdits'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
let wang: Signed

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  for (const address of ['lin@ep.test', 'wang@ep.test']) await gateway.account(address)
  lin = await calls.signIn('lin@ep.test')
  wang = await calls.signIn('wang@ep.test')
})
afterEach(() => gateway.close())

type Answer = Readonly<Record<string, unknown>>
const post = async (call: string, form: Record<string, string>, session = lin): Promise<Answer> =>
  (await calls.post(`mailFiltering/${call}.action`, form, { session })).json
const save = (draft: RuleDraft, session = lin) => post('saveRule', { rule: JSON.stringify(draft) }, session)
const get = async (call: string, session = lin): Promise<Answer> =>
  (await calls.get(`mailFiltering/${call}.action`, {}, { session })).json
const exported = async (session = lin) => String((await get('exportRules', session)).script)
async function makeFolder(name: string, session: Signed, parent = ''): Promise<string> {
  const { json } = await calls.post('folder/addFolder.action', { name, ...(parent && { parent }) }, { session })
  const { folder } = json
  if (typeof folder !== 'object' || folder === null || !('id' in folder)) throw new Error(JSON.stringify(json))
  return String(folder.id)
}
const imported = (script: string, way: 'add' | 'replace', session = lin) =>
  post('importRules', { script, way }, session)

const foreign = `require ["fileinto", "imap4flags", "variables"];
# rule:[Bills]
if anyof (header :contains "subject" ["发票", "bill"], address :domain :is "from" "shop.example")
{
  fileinto "Archive";
  stop;
}
set "x" "y";
# Big
if allof (size :over 2M, not exists "List-Id", not header :contains "subject" "keep") { addflag "\\\\Flagged"; }
if header :is "subject" "a" { keep; } elsif true { discard; }
/* said by nobody */
if header :regex "subject" "a.*" { discard; stop; }
if true { discard; stop; }
if header :contains "to" "x@y.example" { redirect :copy "boss@far.example"; }
`

describe('a file of rules', () => {
  it('holds what a mail server would get, and makes the same rules of another mailbox, off where its folder is not there', async () => {
    const bills = await makeFolder('Bills', lin, await makeFolder('Work', lin))
    await save(someDraft('a', { actions: [{ kind: 'file', folder: 'archive' }, { kind: 'markSeen' }], stops: true }))
    await save(someDraft('出', { match: 'any', exceptions: [{ kind: 'size', test: 'over', bytes: 9 }] }))
    const { id } = await save(someDraft('off'))
    await post('switchRule', { id: String(id), on: '0' })
    const script = await exported()
    expect(script).toContain('fileinto "Archive"')
    expect(await post('readRuleFile', { script }, wang)).toMatchObject({
      ...{ code: '200', foreign: [], refused: [] },
      rules: [{ name: 'a' }, { name: '出' }, { name: 'off', isEnabled: false }],
    })
    expect(await get('rules', wang)).toMatchObject({ rules: [] })
    await imported(script, 'add', wang)
    const bare = (answer: Answer) => JSON.stringify(answer.rules).replaceAll(/"(?:id|version)":"[^"]*",?/g, '')
    expect(bare(await get('rules', wang))).toBe(bare(await get('rules')))

    await save(someDraft('deep', { actions: [{ kind: 'file', folder: bills }] }))
    const nested = await exported()
    expect(nested).toContain('fileinto "Work/Bills"')
    await imported(nested, 'replace')
    expect(await get('rules')).toMatchObject({
      rules: [{}, {}, {}, { isEnabled: true, isFolderGone: false, actions: [{ folder: bills }] }],
    })
    await imported(nested, 'replace', wang)
    expect(await get('rules', wang)).toMatchObject({
      rules: [{}, {}, {}, { name: 'deep', isEnabled: false, isFolderGone: true, actions: [{ folder: '/Work/Bills' }] }],
    })
    await imported(await exported(wang), 'replace')
    expect(await get('rules')).toMatchObject({
      rules: [{}, {}, {}, { name: 'deep', isFolderGone: false, actions: [{ folder: bills }] }],
    })
  })

  it('of another program is taken as far as it is understood; the rest is named with its line', async () => {
    const told = await post('readRuleFile', { script: foreign })
    expect(told).toMatchObject({
      code: '200',
      refused: [],
      foreign: [
        { line: 8, command: 'set "x" "y"' },
        { line: 11, command: 'if header :is "subject" "a"' },
        { line: 11, command: 'elsif true' },
        { line: 13, command: 'if header :regex "subject" "a.*"' },
        { line: 14, command: 'if true' },
      ],
      rules: [
        {
          ...{ name: 'Bills', match: 'any', stops: true, isEnabled: true },
          conditions: [
            { kind: 'subject', test: 'contains', values: ['发票', 'bill'] },
            { kind: 'domain', field: 'from', test: 'is', values: ['shop.example'] },
          ],
          actions: [{ kind: 'file', folder: 'archive' }],
        },
        {
          ...{ name: 'Big', match: 'all', stops: false },
          conditions: [
            { kind: 'size', test: 'over', bytes: 2 * 1024 * 1024 },
            { kind: 'hasHeader', name: 'List-Id', exists: false },
            { kind: 'subject', test: 'notContains', values: ['keep'] },
          ],
          actions: [{ kind: 'flag' }],
        },
        { isEnabled: false, actions: [{ kind: 'redirect', to: 'boss@far.example', keepCopy: true }] },
      ],
    })
  })

  it('tells how a foreign command begins, in few plain words', async () => {
    const script = `set "\u202ea\n\tb" "${'😀'.repeat(80)}";\nif not false\n/* why */ { keep; }`
    expect(await post('readRuleFile', { script })).toMatchObject({
      foreign: [
        { line: 1, command: `set "a b" "${'😀'.repeat(43)}…` },
        { line: 3, command: 'if not false /* why */' },
      ],
    })
  })

  it.each([
    ['X-List', 'if exists "X-List" { discard; stop; }'],
    ['> 2048 KB', 'if size :over 2M { discard; stop; }'],
    ['Work/Bills', 'if header :mime :anychild :contains "Content-Disposition" "attachment" { fileinto "Work/Bills"; }'],
    ['Rule 2', '\nif header :mime :anychild :contains "Content-Disposition" "attachment" { addflag "\\\\Seen"; }'],
  ])('without a name it is called %s, by what it looks for or does', async (name, script) => {
    expect(await post('readRuleFile', { script })).toMatchObject({ rules: [{ name }] })
  })

  it('is added behind the rules that there are, or takes their place; nothing of it leaves them as they are', async () => {
    await save(someDraft('mine'))
    const names = async () => JSON.stringify((await get('rules')).rules).match(/"name":"(?!List)[^"]*"/g)
    await imported(foreign, 'add')
    expect(await names()).toEqual(['"name":"mine"', '"name":"Bills"', '"name":"Big"', '"name":"x@y.example"'])
    expect(await imported('keep;', 'replace')).toMatchObject({ code: 'badField', field: 'script' })
    expect(await names()).toHaveLength(4)
    await imported(foreign, 'replace')
    expect(await names()).toHaveLength(3)
  })

  it.each([
    [2, 'keep;\nif true { keep; '],
    [2, 'keep;\n"a" b;'],
    [3, 'keep;\nkeep;\nkeep "a\n'],
    [1, 'if allof (true { keep; }'],
    [1, `if ${'not '.repeat(50)}true { keep; }`],
  ])('that is no Sieve says so with its line %i', async (line, script) => {
    expect(await post('readRuleFile', { script })).toMatchObject({ code: 'badField', field: 'script', line })
  })

  it('is refused where it is too large, and rules of it beyond a hundred', async () => {
    const large = '#'.repeat(limits.ruleFileUnits + 1)
    expect(await post('readRuleFile', { script: large })).toMatchObject({ code: 'badField', field: 'script' })
    const many = 'if header :contains "subject" "a" { addflag "\\\\Seen"; }\n'.repeat(101)
    expect(await imported(many, 'add')).toMatchObject({ code: 'tooLarge', what: 'rules', limit: limits.rules })
    expect(await get('rules')).toMatchObject({ rules: [] })
  })

  it.each([
    ['commands', 'a;'],
    ['rules', 'if header "a" "b" { discard; stop; }\n'],
    ['comments', '#\n'],
    ['lines', 'keep;\n'],
    ['blocks', 'if true {'],
  ])('S27: of nothing but %s is refused before it is understood', async (_name, one) => {
    const script = one.repeat(Math.floor(limits.ruleFileUnits / one.length))
    expect(await post('readRuleFile', { script })).toMatchObject({ code: 'tooLarge', what: 'commands' })
  })

  it('files into no other folder than it names, where one here is called like it or has that id', async () => {
    await makeFolder('Trash', lin)
    const into = (name: string) => `if header :contains "subject" "a" { fileinto "${name}"; }\n`
    for (const name of ['Trash', 'deleted']) {
      expect(await post('readRuleFile', { script: into(name) })).toMatchObject({ rules: [{ isEnabled: false }] })
      await imported(into(name), 'replace')
      expect(await get('rules')).toMatchObject({ rules: [{ isEnabled: false, isFolderGone: true }] })
    }
    expect(await post('readRuleFile', { script: into('trash') }, wang)).toMatchObject({ rules: [{ isEnabled: true }] })
  })

  it('S14: whose data somebody has made keeps no rule that could not be written here', async () => {
    const rule = { ...someDraft('a'), id: 'x', isEnabled: true }
    const bad = [
      { ...rule, name: '' },
      { ...rule, actions: [{ kind: 'run', command: 'x' }] },
      7,
      null,
      { ...rule, conditions: [] },
    ]
    const script = sieveRuleFile.write([rule]).replace(/# EP Mail data: .*\r\n/, '')
    const data = Buffer.from(JSON.stringify({ rules: { rules: [...bad, rule] }, includes: [] })).toString('base64')
    const { createHash } = await import('node:crypto')
    const start = script.indexOf('checksum ')
    const begin = script.indexOf('\r\n', start) + 2
    const end = script.indexOf('# EP Mail: end of rules')
    const inner = `# EP Mail data: ${data}\r\n${script.slice(begin, end)}`
    const sum = createHash('sha256').update(inner.replaceAll('\r\n', '\n'), 'latin1').digest('hex')
    const made = `${script.slice(0, start)}checksum ${sum}\r\n${inner}${script.slice(end)}`
    expect(await post('readRuleFile', { script: made })).toMatchObject({
      rules: [{ name: 'a' }],
      refused: ['', 'a', '', '', 'a'],
    })
  })

  it('200 sets come back as they went out', () => {
    const random = randomFrom(11)
    for (let round = 0; round < 200; round += 1) {
      const { rules } = nastyRules(random)
      expect(sieveRuleFile.read(sieveRuleFile.write(rules))).toEqual({ rules, foreign: [] })
    }
  })
})

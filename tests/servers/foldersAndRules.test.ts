/** Folders over Dovecot as two gateways change them in turn, and the rules that file into them over ManageSieve. */
import nodemailer from 'nodemailer'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyRuleSet } from '../../server/core/rules/rules'
import { makeSieveRuleStores } from '../../server/rules/sieve/ruleStores'
import { addFolder, folderUses, removeFolder, renameFolder } from '../../src/contract/endpoints/mail/folders'
import { folderInfo, queryFolder } from '../../src/contract/endpoints/mail/mail'
import { saveRule, rules as shownRules } from '../../src/contract/endpoints/mail/rules'
import type { Outcome } from '../../src/lib/http/outcome'
import { someDraft } from '../server/conformance/rules/ruleEdits'
import { addLabUser, labEnv } from './lab/env'
import { fill, subjectsIn } from './mailbox'
import { openProduct, type Product } from './product'
import { accountOf } from './sievePlace'

let product: Product | undefined
afterEach(() => product?.close())

function done<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.value
}

describe('a folder of two gateways', () => {
  it('is found by its new name at once, and its rules follow it and are then switched off', async () => {
    product = await openProduct({ gateways: 2 })
    const lin = await addLabUser('lin')
    const call = await product.signIn(lin)
    const rules = makeSieveRuleStores({
      host: '127.0.0.1',
      port: labEnv().sievePort,
      secure: false,
      credentials: { passwordOf: async () => lin.password },
      folderPath: async () => 'Work',
    }).of(accountOf(lin))
    const actionsNow = async () => (await rules.load()).rules.rules.flatMap(({ actions }) => actions)

    // Both gateways have looked at the folders before.
    for (const _gateway of [1, 2]) done(await call(folderInfo, {}))
    const { folder } = done(await call(addFolder, { name: 'Work' }))
    await fill(lin, 'Work', [{ subject: 'one' }])
    const rule = { id: 'r1', name: '客户', isEnabled: true, match: 'all', conditions: [], stops: false } as const
    const filing = { ...rule, actions: [{ kind: 'file', folder: folder.id }] } as const
    await rules.replace({ ...emptyRuleSet, rules: [filing] }, (await rules.load()).version)

    const { renamed, staleRules } = done(await call(renameFolder, { folder: folder.id, name: '项目' }))
    const id = renamed[0]?.newId ?? ''
    expect(staleRules).toEqual([])
    expect(await actionsNow()).toEqual([{ kind: 'file', folder: id }])
    for (const _gateway of [1, 2]) {
      await expect
        .poll(async () => {
          const page = await call(queryFolder, { folder: id })
          return page.ok ? page.value.list.map(({ subject }) => subject) : page.code
        })
        .toEqual(['one'])
    }

    expect(done(await call(folderUses, { folder: id }))).toMatchObject({ mails: 1, rules: ['客户'] })
    expect(done(await call(removeFolder, { folder: id, target: 'deleted' }))).toMatchObject({
      moved: 1,
      rules: ['客户'],
    })
    expect((await rules.load()).rules.rules).toMatchObject([
      { isEnabled: false, actions: [{ kind: 'file', folder: id }] },
    ])
    expect(await subjectsIn(lin, 'Trash')).toEqual(['one'])
  })

  it('three levels deep takes what comes, by its new path once a folder above has another name', async () => {
    product = await openProduct()
    const lin = await addLabUser('lin')
    const call = await product.signIn(lin)
    const arrives = async (subject: string, path: string) => {
      const post = nodemailer.createTransport({ host: '127.0.0.1', port: labEnv().mxPort })
      await post.sendMail({ from: 'shop@far.example', to: lin.address, subject, text: 'x' })
      await expect.poll(() => subjectsIn(lin, path)).toContain(subject)
    }
    const ids: string[] = []
    for (const name of ['Work', 'Bills', '2026']) {
      const parent = ids.at(-1)
      ids.push(done(await call(addFolder, { name, ...(parent !== undefined && { parent }) })).folder.id)
    }
    const [top = '', , deep = ''] = ids
    done(await call(saveRule, { rule: someDraft('bill', { actions: [{ kind: 'file', folder: deep }] }) }))
    await arrives('bill 1', 'Work/Bills/2026')

    const { renamed } = done(await call(renameFolder, { folder: top, name: '项目' }))
    await arrives('bill 2', '项目/Bills/2026')

    done(await call(removeFolder, { folder: renamed[0]?.newId ?? '', target: 'deleted' }))
    expect(done(await call(shownRules, {})).rules).toMatchObject([{ isEnabled: false, isFolderGone: true }])
    await arrives('bill 3', 'INBOX')
    expect(await subjectsIn(lin, 'Trash')).toEqual(['bill 1', 'bill 2'])
  })
})

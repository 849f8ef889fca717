import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AccountCommandDeps, runAccountCommand } from '#server/cli/accountCommand'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

describe('npm run account where mail lies on a mail server', () => {
  let gateway: TestGateway
  beforeEach(async () => {
    gateway = await makeTestGateway()
  })
  afterEach(() => gateway.close())

  const run = (words: readonly string[], more: { readonly password?: string; readonly yes?: boolean } = {}) => {
    const parts: AccountCommandDeps = { ...gateway.stores, mailDomains: ['ep.test'], isMailElsewhere: true }
    return runAccountCommand(parts, { words, ...more })
  }

  it('makes a mailbox known without a password, and no password opens it here', async () => {
    expect(await run(['add', 'lin@ep.test'])).toContain("the mail server's")
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    expect(await gateway.stores.accounts.passwordHash(lin?.id ?? '')).toBe('')
    expect(await gateway.stores.hasher.verify('', '')).toBe(false)
  })

  it('refuses a password by saying where it is kept', async () => {
    await expect(run(['add', 'lin@ep.test'], { password: 'Passw0rd!a' })).rejects.toThrow('IMAP_URL')
    await run(['add', 'lin@ep.test'])
    await expect(run(['password', 'lin@ep.test'], { password: 'Passw0rd!a' })).rejects.toThrow('IMAP_URL')
  })

  it('removes what is kept here, and says no more than that', async () => {
    await run(['add', 'lin@ep.test'])
    await expect(run(['remove', 'lin@ep.test'])).rejects.toThrow('all that is kept of it here')
    expect(await run(['remove', 'lin@ep.test'], { yes: true })).toBe(
      'Removed lin@ep.test and all that is kept of it here.',
    )
    expect(await gateway.stores.accounts.byAddress('lin@ep.test')).toBeNull()
  })
})

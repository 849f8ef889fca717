/** R7: a draft that another window changed: both texts are there, and the person chooses. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { saveDraft, sendMail } from '#contract/endpoints/sending/sending'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { closeComposers, leftOpen } from './composeSetup'

openServer()
closeComposers()

const zh = {
  to: '收件人',
  subject: '主题',
  saved: /草稿已于/,
  title: '此草稿已在其他窗口中修改',
  both: '两份都保留',
  own: '用本窗口的替换',
  other: '使用其他窗口的',
  send: '发送',
  refused: '这封草稿已在别处修改',
  sent: '这封草稿的另一份内容已在其他窗口发送',
  keep: '保留为新草稿',
  retry: '重试',
}
const en: typeof zh = {
  to: 'To',
  subject: 'Subject',
  saved: /Draft saved/,
  title: 'This draft was changed in another window',
  both: 'Keep both',
  own: 'Replace the other',
  other: 'Use the other',
  send: 'Send',
  refused: 'This draft was changed elsewhere',
  sent: 'Another window has already sent other text of this draft',
  keep: 'Keep it as a new draft',
  retry: 'Retry',
}

async function subjects(gateway: TestGateway, who: string) {
  const owner = await gateway.stores.accounts.byAddress(`${who}@ep.test`)
  if (owner === null) throw new Error(`There is no mailbox ${who}`)
  const query = { folder: 'draft', page: 1, pageSize: 20, sort: 'date', order: 'desc', filter: 'all' } as const
  const page = await gateway.stores.mailStores.of(owner).page(query)
  return (page?.list ?? []).map(({ subject }) => subject).toSorted()
}

/** A window with a draft that another window has saved since. */
async function outdated(as: string, say = zh) {
  if (say === en) window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
  const gateway = await makeTestGateway()
  const app = await renderApp('/writeMail', { as, gateway })
  leftOpen(app.store)
  const { user, services, store } = app
  await user.type(await screen.findByLabelText(say.subject), 'here')
  await user.keyboard('{Control>}s{/Control}')
  await screen.findByText(say.saved)
  const [entry] = Object.values(store.getState().compose?.open ?? {})
  if (entry?.status !== 'ready' || entry.composer.draftId === null) throw new Error('the draft is not saved')
  const { draftId, content } = entry.composer
  const other = { subject: 'there', html: 'theirs', writer: 'other', lineage: content.lineage, draftId }
  const saved = await services.call(saveDraft, other)
  if (!saved.ok) throw new Error('the other window has saved nothing')
  const theirs = { ...other, draftId: saved.value.id }
  return { ...app, gateway, theirs, drafts: () => subjects(gateway, as) }
}

/** Such a window with words written after. */
async function atOdds(as: string, say = zh) {
  const place = await outdated(as, say)
  const { user } = place
  await user.type(screen.getByLabelText(say.subject), '!')
  await user.keyboard('{Control>}s{/Control}')
  const dialog = await screen.findByRole('dialog', { name: say.title })
  const choose = (name: string) => user.click(within(dialog).getByRole('button', { name }))
  return { ...place, dialog, choose }
}

describe.each([
  ['zh-CN', zh],
  ['en-US', en],
] as const)('R7: a draft that another window changed, %s', (language, say) => {
  const as = (name: string) => `${name}-${language.toLowerCase()}`

  it('keeps both: a second draft', async () => {
    const { user, drafts, choose, dialog } = await atOdds(as('both'), say)
    expect(within(dialog).getAllByRole('definition')).toHaveLength(2)
    expect(await drafts()).toEqual(['there'])
    await choose(say.both)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect(await drafts()).toEqual(['here!', 'there']))
    expect(screen.getByLabelText(say.subject)).toHaveValue('here!')
  })

  it('does not send the older text without a word, and sends it when it was chosen', async () => {
    const { user, drafts, gateway } = await outdated(as('send'), say)
    await gateway.account('lin@ep.test')
    await user.type(screen.getByLabelText(say.to), 'lin@ep.test ')
    await user.click(screen.getByRole('button', { name: say.send }))
    const dialog = await screen.findByRole('dialog', { name: say.title })
    expect(screen.getByLabelText(say.subject)).toHaveValue('here')
    expect(await drafts()).toEqual(['there'])
    expect(screen.getByText(say.refused)).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: say.own }))
    expect(screen.queryByText(say.refused)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: say.send }))
    await waitFor(() => expect(window.location.pathname).toBe('/Success'))
  })

  it('does not go once more from here where the other window has sent it, and is kept as a new draft', async () => {
    const { user, drafts, gateway, services, theirs } = await outdated(as('sent'), say)
    await gateway.account('lin@ep.test')
    const key = { idempotencyKey: 'other', to: ['lin@ep.test'] }
    expect(await services.call(sendMail, { ...theirs, ...key })).toMatchObject({ ok: true })
    await gateway.drain()
    await user.type(screen.getByLabelText(say.to), 'lin@ep.test ')
    await user.click(screen.getByRole('button', { name: say.send }))
    expect(await screen.findByText(say.sent)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: say.retry })).not.toBeInTheDocument()
    expect(screen.getByLabelText(say.subject)).toHaveValue('here')
    await user.click(screen.getByRole('button', { name: say.keep }))
    expect(screen.queryByText(say.sent)).not.toBeInTheDocument()
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect(await drafts()).toEqual(['here']))
    await user.click(screen.getByRole('button', { name: say.send }))
    await waitFor(() => expect(window.location.pathname).toBe('/Success'))
  })

  it('goes on with this text alone', async () => {
    const { user, drafts, choose } = await atOdds(as('own'), say)
    await choose(say.own)
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect(await drafts()).toEqual(['here!']))
  })

  it('goes on with the other text', async () => {
    const { drafts, choose, user } = await atOdds(as('other'), say)
    await choose(say.other)
    await waitFor(() => expect(screen.getByLabelText(say.subject)).toHaveValue('there'))
    await user.type(screen.getByLabelText(say.subject), '?')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(async () => expect(await drafts()).toEqual(['there?']))
  })
})

it('R7: left without a choice, the text of this window is offered when the draft is opened again', async () => {
  const { unmount, gateway, store } = await atOdds('left')
  unmount()
  await waitFor(() => expect(store.getState().compose?.open).toEqual({}))
  const again = await renderApp(`${window.location.pathname}${window.location.search}`, { as: 'left', gateway })
  leftOpen(again.store)
  const dialog = await screen.findByRole('dialog', { name: '本设备上有更新的内容' })
  expect(within(dialog).getByText('here!')).toBeInTheDocument()
  await again.user.click(within(dialog).getByRole('button', { name: '恢复' }))
  expect(screen.getByLabelText('主题')).toHaveValue('here!')
})

it('R7, R4: what this device could not take while two windows are at odds is kept at the next save', async () => {
  const { user, services } = await atOdds('retaken')
  vi.spyOn(services.localDrafts, 'put').mockRejectedValueOnce(new Error('full'))
  await user.type(screen.getByLabelText('主题'), '?')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(async () =>
    expect((await services.localDrafts.ofAccount('retaken@ep.test')).map(({ content }) => content)).toMatchObject([
      { content: { subject: 'here!?' } },
    ]),
  )
})

/** Contacts are made, refused, grouped, starred, deleted and brought back. */
import type { Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { ask, expectSound, password, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'people-zh@ep.test',
    title: '通讯录',
    none: '还没有联系人',
    add: '新建联系人',
    name: '姓名',
    email: /^邮箱 \d$/,
    addEmail: '添加邮箱',
    phone: '电话 1',
    company: '公司/学校',
    photo: '王丽 的照片',
    save: '保存',
    taken: '联系人名称已存在',
    existing: '查看该联系人',
    discard: '放弃',
    select: '选择 王丽',
    groups: '联系组',
    toNew: '加入新建的联系组…',
    groupName: '联系组名称',
    inGroup: /^客户.*1 位联系人$/,
    all: /^全部联系人/,
    star: '加星标',
    starred: /^星标，王丽/,
    remove: '删除',
    removed: '已删除 1 位联系人',
    undo: '撤销',
    search: '搜索联系人',
    noneFound: '没有找到联系人',
    back: '返回列表',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'people-en@ep.test',
    title: 'Contacts',
    none: 'No contacts yet',
    add: 'New contact',
    name: 'Name',
    email: /^Email \d$/,
    addEmail: 'Add an email',
    phone: 'Phone 1',
    company: 'Company or school',
    photo: 'Photo of 王丽',
    save: 'Save',
    taken: 'The contact name already exists',
    existing: 'Open that contact',
    discard: 'Discard',
    select: 'Select 王丽',
    groups: 'Groups',
    toNew: 'Add to a new group…',
    groupName: 'Group name',
    inGroup: /^客户/,
    all: /^All contacts/,
    star: 'Star',
    starred: /^starred, 王丽/,
    remove: 'Delete',
    removed: '1 contact deleted',
    undo: 'Undo',
    search: 'Search contacts',
    noneFound: 'No contacts found',
    back: 'Back to the list',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

type Words = (typeof journeys)[number]

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

async function fillContact(page: Page, say: Words): Promise<void> {
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  await page.getByRole('button', { name: say.add, exact: true }).click()
  await field(say.name).fill('王丽')
  await page.getByRole('textbox', { name: say.email }).fill('wang@example.cn')
  await page.getByRole('button', { name: say.addEmail }).click()
  await page.getByRole('textbox', { name: say.email }).last().fill('li@home.example')
  await field(say.phone).fill('138 0000 0000')
  await field(say.company).fill('云途')
}

for (const say of journeys) {
  const isPhone = say.width < 600
  test.describe(`${say.language} at ${say.width} px`, isPhone ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('a person is made, grouped, starred, deleted and brought back', async ({ page, gateway }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await signIn(page, say.account, say.language)
      const row = (name: RegExp) => page.getByRole('row', { name })
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
      const back = async () => isPhone && (await button(say.back).click())

      await test.step('with several fields', async () => {
        await page.getByRole('link', { name: say.title }).click()
        await expect(page.getByText(say.none)).toBeVisible()
        await expectSound(page)
        await fillContact(page, say)
        await expectSound(page)
        await button(say.save).click()
        await expect(page.getByRole('heading', { name: '王丽' })).toBeVisible()
        await expect(page.getByText('li@home.example')).toBeVisible()
        await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture })
        await expect(page.getByRole('img', { name: say.photo })).toHaveJSProperty('naturalWidth', 1)
        await expectSound(page)
        await back()
      })

      await test.step('once only', async () => {
        await fillContact(page, say)
        await button(say.save).click()
        await expect(page.getByText(say.taken)).toBeVisible()
        await expectSound(page)
        await button(say.existing).click()
        await button(say.discard).click()
        await expect(page.getByRole('heading', { name: '王丽' })).toBeVisible()
        await back()
      })

      await test.step('in a group', async () => {
        await row(/王丽/).hover()
        await page.getByRole('checkbox', { name: say.select }).click()
        await button(say.groups).click()
        await page.getByRole('menuitem', { name: say.toNew }).click()
        await page.getByRole('textbox', { name: say.groupName }).fill('客户')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expectSound(page)
        if (!isPhone) {
          await button(say.inGroup).click()
          await expect(row(/王丽/)).toBeVisible()
          await button(say.all).click()
        }
      })

      await test.step('starred, deleted and brought back', async () => {
        await row(/王丽/).getByText('wang@example.cn').click()
        await page.getByRole('toolbar').getByRole('button', { name: say.star, exact: true }).click()
        await page.getByRole('toolbar').getByRole('button', { name: say.remove, exact: true }).click()
        await expect(page.getByText(say.removed)).toBeVisible()
        await expect(page.getByText(say.none)).toBeVisible()
        await button(say.undo).click()
        await expect(row(say.starred)).toBeVisible()
        expect(await ask(page, 'contact/queryAllContacts.action', {})).toContain('"members":1')
      })

      await test.step('searched by the sound of the name', async () => {
        const box = page.getByRole('searchbox', { name: say.search })
        await box.fill('wangl')
        await expect(row(say.starred)).toBeVisible()
        await box.fill('zzz')
        await expect(page.getByText(say.noneFound)).toBeVisible()
        await expectSound(page)
      })
    })
  })
}

/** Contacts are made, refused, grouped, starred, merged, deleted, brought back, taken from a message, and written to. */
import type { Locator, Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { ask, expectSound, password, sendAtOnce, signIn, speak, type Tongue, write } from '../shell'

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
    rest: ['昵称', '生日', '地址', '邮编', '传真', '家庭电话', '家庭地址', '家庭信息', '备注'],
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
    tools: '联系组的操作',
    duplicates: '查找重复',
    result: '查看合并结果',
    takeName: '姓名：采用“王丽”',
    merge: '合并',
    noDuplicates: '没有发现重复的联系人',
    person: /^联系人菜单：陈思远/,
    card: '联系人信息：陈思远',
    keep: '存为联系人',
    open: '打开联系人',
    write: '写信',
    pick: '从通讯录选择：收件人',
    pickOne: '添加 1 位',
    send: '发送',
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
    rest: [
      'Nickname',
      'Birthday',
      'Address',
      'Postcode',
      'Fax',
      'Family phone',
      'Family address',
      'Family information',
      'Notes',
    ],
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
    tools: 'Group tools',
    duplicates: 'Find duplicates',
    result: 'Show the result',
    takeName: 'Name: use 王丽',
    merge: 'Merge',
    noDuplicates: 'No duplicates found',
    person: /^Person: 陈思远/,
    card: 'About 陈思远',
    keep: 'Save to contacts',
    open: 'Open contact',
    write: 'Write',
    pick: 'Choose from contacts: To',
    pickOne: 'Add 1 person',
    send: 'Send',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

type Words = (typeof journeys)[number]

/** What stands in `rest`, in its order. */
const restValues = ['小丽', '08-15', '西湖路 1 号', '310000', '0571-1', '0571-2', '武林路 2 号', '一个女儿', '喜欢茶']

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
      const from = `陈思远 <${say.account}>`
      await gateway.deliver({ from, to: say.account, subject: '合同', text: '请看。' })
      await signIn(page, say.account, say.language)
      const row = (name: RegExp) => page.getByRole('row', { name })
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
      const back = async () => isPhone && (await button(say.back).click())

      await test.step('with several fields', async () => {
        await page.getByRole('link', { name: say.title }).click()
        await expect(page.getByText(say.none)).toBeVisible()
        await expectSound(page)
        await fillContact(page, say)
        for (const [at, label] of say.rest.entries())
          await page.getByRole('textbox', { name: label, exact: true }).fill(restValues[at] ?? '')
        await expectSound(page)
        await button(say.save).click()
        await expect(page.getByRole('heading', { name: '王丽' })).toBeVisible()
        for (const value of ['li@home.example', '小丽 · 云途', ...restValues.slice(1)])
          await expect(page.getByText(value, { exact: true })).toBeVisible()
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

      await test.step('merged with another of the same address, after the result was shown', async () => {
        const another = { name: '王丽（云途）', emails: [{ label: '', value: 'wang@example.cn' }], fax: '021' }
        await ask(page, 'contact/createContact.action', { contact: JSON.stringify(another) })
        if (isPhone) await button(say.tools).click()
        await page.getByRole(isPhone ? 'menuitem' : 'button', { name: say.duplicates, exact: true }).click()
        await expectSound(page)
        await button(say.result).click()
        await page.getByRole('radio', { name: say.takeName, exact: true }).click()
        await expectSound(page)
        await page.getByRole('dialog').getByRole('button', { name: say.merge, exact: true }).click()
        await expect(page.getByText(say.noDuplicates)).toBeVisible()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expectSound(page)
        const one = JSON.parse(await ask(page, 'contact/listContacts.action', {}))
        expect(one).toMatchObject({ contacts: [{ name: '王丽', groups: { length: 1 }, starred: true }] })
        await button(say.back).click()
      })

      await test.step('searched by the sound of the name', async () => {
        const box = page.getByRole('searchbox', { name: say.search })
        await box.fill('wangl')
        await expect(row(say.starred)).toBeVisible()
        await box.fill('zzz')
        await expect(page.getByText(say.noneFound)).toBeVisible()
        await expectSound(page)
      })

      await test.step('taken from a message, and chosen as who is written to', async () => {
        await page.goto('/receive')
        await page.getByRole('row', { name: /合同/ }).click()
        const person = page.getByRole('button', { name: say.person })
        if (isPhone) {
          await person.click()
          await page.getByRole('menuitem', { name: say.keep }).click()
        } else {
          await person.hover()
          await page.getByRole('region', { name: say.card }).getByRole('button', { name: say.keep }).click()
        }
        await page.getByRole('dialog').getByRole('button', { name: say.save, exact: true }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        if (!isPhone) await expect(page.getByRole('link', { name: say.open })).toBeVisible()
        await expectSound(page)
        await page.goto('/writeMail')
        await button(say.pick).click()
        await page.getByRole('checkbox', { name: /陈思远/ }).check()
        await expectSound(page)
        await button(say.pickOne).click()
        await write(page, { subject: '合同', text: '收到。' }, say.language)
        await button(say.send).click()
        await sendAtOnce(page, say.language)
      })
    })
  })
}

test('a person is made, selected and merged by keyboard alone', { tag: '@all' }, async ({ page, gateway }) => {
  await speak(page, 'zh-CN')
  await gateway.addAccount('keys@ep.test', password)
  await signIn(page, 'keys@ep.test')
  const emails = [{ label: '', value: 'chen@example.cn' }]
  await ask(page, 'contact/createContact.action', { contact: JSON.stringify({ name: '陈思远', emails }) })
  await page.goto('/Contact')
  const chen = page.getByRole('row', { name: /^陈思远/ })
  await expect(chen).toBeVisible()
  const tabTo = async (wanted: Locator) => {
    for (let presses = 0; presses < 100; presses += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('The Tab key does not lead there')
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await tabTo(button('新建联系人'))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('textbox', { name: '姓名', exact: true }))
  await page.keyboard.insertText('陈思')
  await tabTo(page.getByRole('textbox', { name: '邮箱 1', exact: true }))
  await page.keyboard.insertText('si@example.cn')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '陈思', exact: true })).toBeVisible()

  await tabTo(page.locator('tr[tabindex="0"]'))
  await page.keyboard.press('Home')
  await page.keyboard.press('ControlOrMeta+a')
  await tabTo(button('合并 2 位联系人'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(dialog.getByRole('radio').first())
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await tabTo(dialog.getByRole('button', { name: '合并', exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('已合并 2 位联系人')).toBeVisible()
  await expectSound(page)
  await tabTo(button('撤销'))
  await page.keyboard.press('Enter')
  await expect(chen).toBeVisible()
  await expect(page.getByRole('row', { name: /^陈思，/ })).toBeVisible()
})

test('10,000 people are walked from the first to the last, few of them in the document', { tag: '@all' }, async ({
  page,
  gateway,
}) => {
  await speak(page, 'zh-CN')
  await gateway.addAccount('many@ep.test', password)
  await signIn(page, 'many@ep.test')
  const contacts = Array.from({ length: 10_000 }, (_, at) => {
    const name = `${String.fromCharCode(65 + Math.floor(at / 400))} ${at}`
    return { id: String(at), name, email: `p${at}@example.cn`, starred: at % 7 === 0, sortKey: name.toLowerCase() }
  })
  await page.route('**/contact/queryAllContacts.action', (route) =>
    route.fulfill({ json: { code: '200', version: '1', groups: [], contacts } }),
  )
  await page.goto('/Contact')
  const grid = page.getByRole('grid', { name: '全部联系人' })
  await expect(grid).toHaveAttribute('aria-rowcount', '10000')
  const expectAt = async (index: number) => {
    await expect(page.locator('tr:focus')).toHaveAttribute('aria-rowindex', String(index))
    await expect(page.locator('tr:focus')).toBeInViewport()
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
    await expectSound(page)
  }
  await page.locator('tr[tabindex="0"]').focus()
  await page.keyboard.press('Home')
  await expectAt(1)
  await page.keyboard.press('End')
  await expectAt(10_000)
  await page.getByRole('button', { name: '跳转到 M' }).click()
  await expect(page.getByRole('row', { name: /^(星标，)?M 4800，/ })).toBeInViewport()
  await expectSound(page)
})

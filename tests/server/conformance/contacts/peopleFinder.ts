import { describe, expect, it } from 'vitest'
import type { ContactGroups } from '#server/contacts/contactGroups.store'
import type { ContactStore } from '#server/contacts/contacts.store'
import type { PeopleFinder } from '#server/contacts/peopleFinder.store'
import type { ContactPhotos } from '#server/contacts/photos/contactPhotos.store'
import type { RecentRecipients } from '#server/outbox/send/recentRecipients.store'
import { peoplePlace } from '#tests/support/stores/peopleSetup'
import { contactOf } from '../../../support/stores/contactOf'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export type People = {
  readonly contacts: ContactStore
  readonly contactGroups: ContactGroups
  readonly contactPhotos: ContactPhotos
  /** The lines that an export writes, and no call tells. */
  readonly contactRests: (account: string, id: string) => Promise<string | null>
  readonly recentRecipients: RecentRecipients
  readonly peopleFinder: PeopleFinder
}

export function peopleFinderConforms(name: string, make: MakeSubject<People>): void {
  describe(`people found: ${name}`, () => {
    const subject = eachTest(make)
    const know = (id: string, called: string, email = `${id}@example.cn`, account = 'lin') =>
      subject.current().store.contacts.add(account, contactOf(id, called, email), 99)
    const found = async (typed: string, except: readonly string[] = [], account = 'lin') => {
      const { peopleFinder } = subject.current().store
      const people = await peopleFinder.people(account, typed.split(' '), { except, most: 8 })
      return people.map((person) => person.name || person.address)
    }
    const named = async (names: readonly string[]) => {
      for (const [at, called] of names.entries()) await know(`c${at}`, called)
    }

    it('are meant by the sound of their names: in full, by initials, mixed, and from any syllable on', async () => {
      await named(['张三丰', '李四'])
      for (const typed of [
        'zhangsanfeng',
        'zhangs',
        'zsf',
        'zs',
        'zsanf',
        'zhsf',
        'zhangsf',
        'sanfeng',
        'sf',
        'feng',
        'z',
      ])
        expect(await found(typed), typed).toEqual(['张三丰'])
      for (const typed of ['zl', 'angsan', 'zsfx', 'zhangsi', 'hs']) expect(await found(typed), typed).toEqual([])
      expect(await found('zhang feng')).toEqual(['张三丰'])
    })

    it('are meant by surnames as they are read in names, and as their characters are read elsewhere', async () => {
      await named([
        '曾国藩',
        '单雄信',
        '解缙',
        '仇英',
        '区志强',
        '任盈盈',
        '查良镛',
        '吕布',
        '欧阳修',
        '万俟卨',
        '重庆王',
      ])
      for (const [typed, who] of [
        ['zengguofan', '曾国藩'],
        ['ceng', '曾国藩'],
        ['shan', '单雄信'],
        ['danxiong', '单雄信'],
        ['xiej', '解缙'],
        ['jiejin', '解缙'],
        ['qiuying', '仇英'],
        ['cy', '仇英'],
        ['ouzq', '区志强'],
        ['quzhi', '区志强'],
        ['ryy', '任盈盈'],
        ['zhaliang', '查良镛'],
        ['lvbu', '吕布'],
        ['lyubu', '吕布'],
        ['lubu', '吕布'],
        ['oyx', '欧阳修'],
        ['moqixie', '万俟卨'],
        ['cqw', '重庆王'],
      ] as const)
        expect(await found(typed), typed).toEqual([who])
    })

    it('are one person in simplified and in traditional characters', async () => {
      await named(['張國強', '单国强', '葉問'])
      for (const [typed, who] of [
        ['zhanggq', '張國強'],
        ['张国', '張國強'],
        ['國', ''],
        ['單國', '单国强'],
        ['shanguo', '单国强'],
        ['yewen', '葉問'],
        ['问', '葉問'],
      ] as const)
        expect(await found(typed), typed).toEqual(who === '' ? ['单国强', '張國強'] : [who])
    })

    it('are meant by beginnings of words and of the address, whatever stands in what is typed', async () => {
      await know('c1', "Wang Li (O'Brien)", 'li.wang@example.cn')
      await know('c2', '100% 陈_丽', 'x_y@example.cn')
      for (const typed of ['wan', 'li wang', 'li.wang@ex', 'obrien', "o'b", 'brien'])
        expect(await found(typed)).toHaveLength(1)
      for (const typed of ['ang', 'wang zzz', '%', '_', '\\', 'x%'])
        expect((await found(typed)).length, typed).toBeLessThan(2)
      expect(await found('x_y')).toEqual(['100% 陈_丽'])
      expect(await found('xay')).toEqual([])
      expect(await found('陈_')).toEqual(['100% 陈_丽'])
      expect(await found('陈%')).toEqual([])
    })

    it('stand by use, then in the order of pinyin, each once, under the name of the contact', async () => {
      await named(['王五', '陈王', '赵王'])
      const { recentRecipients } = subject.current().store
      const at = { now: 1, most: 9 }
      await recentRecipients.note('lin', [{ name: '小王', address: 'C0@example.cn' }], at)
      await recentRecipients.note('lin', [{ name: '王老板', address: 'boss@example.cn' }], at)
      await recentRecipients.note('lin', [{ name: '', address: 'boss@example.cn' }], at)
      expect(await found('wang')).toEqual(['王老板', '王五', '陈王', '赵王'])
      expect(await found('xiaowang')).toEqual([])
      expect(await found('wlb')).toEqual(['王老板'])
      expect(await found('wang', ['BOSS@example.cn', 'c1@example.cn'])).toEqual(['王五', '赵王'])
    })

    it('stand at the first of their addresses, or at the one that is typed', async () => {
      const { contacts, peopleFinder, recentRecipients } = subject.current().store
      const emails = ['li@work.example', 'wang@home.example'].map((value) => ({ label: '', value }))
      await contacts.add('lin', contactOf('c1', '王丽', '', { emails }), 99)
      const offered = async (typed: string, except: readonly string[] = []) =>
        (await peopleFinder.people('lin', typed.split(' '), { except, most: 8 })).map(({ address }) => address)
      expect(await offered('li')).toEqual(['li@work.example'])
      expect(await offered('home')).toEqual(['wang@home.example'])
      expect(await offered('丽 home')).toEqual(['wang@home.example'])
      expect(await offered('example')).toEqual(['li@work.example', 'wang@home.example'])
      expect(await offered('example', ['LI@work.example'])).toEqual(['wang@home.example'])
      const written = [{ name: 'Somebody', address: 'Wang@home.example' }]
      await recentRecipients.note('lin', written, { now: 1, most: 9 })
      expect(await found('some')).toEqual([])
      await know('c2', '王二', 'er@example.cn')
      expect(await found('王')).toEqual(['王丽', '王二'])
    })

    it('are groups too, by name, with the number of their members', async () => {
      await named(['张三', '李四'])
      const { contactGroups, peopleFinder } = subject.current().store
      await contactGroups.add('lin', { id: 'g1', name: '项目组', contacts: ['c0', 'c1'] }, 9)
      await contactGroups.add('lin', { id: 'g2', name: 'Project X', contacts: [] }, 9)
      const groups = (typed: string, account = 'lin') => peopleFinder.groups(account, [typed], 3)
      expect(await groups('项目')).toEqual([{ id: 'g1', name: '项目组', members: 2 }])
      expect(await groups('xmz')).toMatchObject([{ id: 'g1' }])
      expect(await groups('pro')).toEqual([{ id: 'g2', name: 'Project X', members: 0 }])
      expect(await groups('pro', 'chen')).toEqual([])
    })

    it('S21: are each account’s own', async () => {
      await know('c1', '张三')
      await know('c2', '张四', 'x@example.cn', 'chen')
      await subject
        .current()
        .store.recentRecipients.note('chen', [{ name: '张五', address: 'y@example.cn' }], { now: 1, most: 9 })
      expect(await found('zhang')).toEqual(['张三'])
      expect(await found('zhang', [], 'anna')).toEqual([])
    })
  })
}

export const overSql = sqlSuite(peoplePlace, peopleFinderConforms)

/** Tells the owner of an account, once, of each device but the first that is signed in. */
import type { Account } from '../../core/account'
import { writtenCity } from '../../core/city'
import { type NoteTexts, type OwnerNotes, tellOwner } from '../../core/notes/ownerNotes'
import { escapeHtml } from '../../kit/htmlEscape'
import { hashToken } from '../../kit/token'
import { writtenDate } from '../../kit/zonedDate'
import type { SignIn, SignInLog } from './signInLog.store'

export type NewDeviceDeps = {
  readonly signIns: SignInLog
  readonly ownerNotes: OwnerNotes
  /** Address under which people reach the app. */
  readonly appUrl: string
  readonly report: (name: string) => void
}

/** Written as migration 72 writes those that were known before. */
const deviceOf = ({ browser, system, place }: SignIn) =>
  [browser, system, place === null ? '' : writtenCity(place)].join('|')

/** Fails no sign-in: a device that nobody could be told of is told of at its next one. */
export async function tellOfNewDevice(
  { signIns, ownerNotes, appUrl, report }: NewDeviceDeps,
  account: Account,
  signIn: SignIn,
  timezone: string,
): Promise<void> {
  const device = deviceOf(signIn)
  try {
    const state = await signIns.deviceState(account.id, device)
    if (state === 'known') return
    if (state === 'new') {
      const key = `device:${hashToken(`${account.id}|${device}`)}`
      await tellOwner(ownerNotes, account, key, noteOf(signIn, timezone, appUrl))
    }
    await signIns.addDevice(account.id, device)
  } catch (error) {
    report(error instanceof Error ? error.name : typeof error)
  }
}

function noteOf({ at, browser, system, address, place }: SignIn, timezone: string, appUrl: string): NoteTexts {
  const date = writtenDate(at, timezone)
  const device = [browser, system].filter((word) => word !== '').join(' · ')
  const rows = (names: readonly [string, string, string, string], city: string, unknown: string) =>
    [date, device || unknown, city || unknown, address]
      .map((value, index) => `${names[index]}${escapeHtml(value)}<br>`)
      .join('')
  const link = escapeHtml(`${appUrl.replace(/\/$/, '')}/settingPc?section=sessions`)
  return {
    'zh-CN': {
      subject: '新设备登录提醒',
      text: `您的邮箱刚在一台新设备上登录：<br>${rows(['时间：', '设备：', '城市：', 'IP 地址：'], place?.zh ?? '', '未知')}如果是您本人，无需处理。如果不是，请到“登录与设备”结束该登录并修改密码：<a href="${link}">${link}</a>`,
    },
    'en-US': {
      subject: 'New sign-in to your mailbox',
      text: `Your mailbox was just signed in to on a new device:<br>${rows(['Time: ', 'Device: ', 'City: ', 'IP address: '], place?.en ?? '', 'unknown')}If this was you, there is nothing to do. If not, end that sign-in under “Sign-ins and devices” and change your password: <a href="${link}">${link}</a>`,
    },
  }
}

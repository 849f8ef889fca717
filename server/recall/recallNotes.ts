/** The mails that tell of a recall, in Chinese and in English: the final result for the sender, a short word for a recipient. */
import type { Account } from '../core/account'
import type { Recall, RecalledState } from '../core/recall'
import { escapeHtml } from '../kit/htmlEscape'
import { putSystemMail, type SystemMailDeps } from '../outbox/dispatch/systemMail'

const words: Readonly<Record<RecalledState, string>> = {
  waiting: '等待中 / Waiting',
  recalled: '已撤回 / Recalled',
  read: '已读，未撤回 / Already read, not recalled',
  absent: '邮件已不在该邮箱 / No longer in that mailbox',
  external: '外部地址，不能撤回 / External, cannot be recalled',
  failed: '撤回失败 / Failed',
}

/** Written on each cell, since mail programs heed no style sheet. */
const cell = 'border-bottom:1px solid #d9dee6;padding:8px 24px 8px 0;text-align:left'

export async function tellResult(deps: SystemMailDeps, sender: Account, recall: Recall): Promise<void> {
  const rows = recall.recipients.map(
    ({ address, state }) =>
      `<tr><td style="${cell}">${escapeHtml(address)}</td><td style="${cell}">${words[state]}</td></tr>`,
  )
  const recalled = recall.recipients.filter(({ state }) => state === 'recalled').length
  const count = `${recalled} / ${recall.recipients.length}`
  await putSystemMail(deps, sender, `${recall.id}:result`, {
    subject: `邮件撤回结果 / Recall result: ${recall.subject}`,
    html: `<p>邮件“${escapeHtml(recall.subject)}”的撤回已完成，成功 ${count}。</p>
<p>The recall of “${escapeHtml(recall.subject)}” is complete: ${count} recalled.</p>
<table cellspacing="0" style="border-collapse:collapse;border-top:1px solid #d9dee6">${rows.join('')}</table>`,
  })
}

/** Says who recalled a message; not what stood in it. */
export async function tellRecipient(
  deps: SystemMailDeps,
  recipient: string,
  sender: Account,
  recall: Recall,
): Promise<void> {
  const name = `${sender.displayName} <${sender.address}>`
  await putSystemMail(deps, { address: recipient, displayName: '' }, `${recall.id}:notice`, {
    tellsRecall: true,
    subject: `${sender.displayName} 撤回了一封邮件 / recalled a message`,
    html: `<p>${escapeHtml(name)} 撤回了一封您尚未阅读的邮件。</p><p>${escapeHtml(name)} recalled a message that you had not read.</p>`,
  })
}

/** A mail of 200 KB of HTML that is answered: its quotation stands in the editor while somebody types above it. */
import nodemailer from 'nodemailer'

export const longSubject = 'A long letter'
const bytes = 200_000

export async function layLongLetter(port: number, to: string): Promise<void> {
  const rows: string[] = []
  for (let size = 0; size < bytes; size += rows.at(-1)?.length ?? 0) {
    const n = rows.length
    rows.push(
      `<tr><td style="padding:8px;border-bottom:1px solid #e4e8f0"><b>第 ${n} 条</b></td><td style="padding:8px"><a href="https://example.com/${n}">Item ${n}</a> 请在周五之前确认报价单与合同。 Please confirm it by Friday.</td></tr>`,
    )
  }
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const html = `<table width="640">${rows.join('\n')}</table>`
  await transport.sendMail({ from: 'wang@elsewhere.example', to, subject: longSubject, html })
  transport.close()
}

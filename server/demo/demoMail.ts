/** One mail of a demo mailbox; `{domain}` stands for the domain that is served. */
export type DemoFile = {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
  /** Set where the text shows it. */
  readonly cid?: string
}

export type DemoMail = {
  /** A system folder's id, or the name of a folder of one's own. */
  readonly folder: string
  readonly hoursAgo: number
  readonly from: string
  readonly to: string
  readonly cc?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly files?: readonly DemoFile[]
  readonly seen?: boolean
  readonly flagged?: boolean
  readonly answered?: boolean
  readonly urgent?: boolean
  /** A name by which a later mail of its thread refers to it. */
  readonly name?: string
  readonly answers?: string
}

export type DemoMailbox = {
  readonly local: string
  readonly displayName: string
  readonly tier: 'free' | 'globalEnterprise'
  readonly folders: readonly string[]
  readonly mails: readonly DemoMail[]
}

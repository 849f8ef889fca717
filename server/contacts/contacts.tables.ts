/** The tables of the people whom a person knows. They hold for SQLite and PostgreSQL alike. */
import type { PersonKeys } from '../sql/people/personKeys'

export type ContactTables = {
  contacts: PersonKeys & {
    id: string
    account_id: string
    name: string
    /** As names are compared; unique within an account. */
    name_key: string
    email: string
    /** In lower case. */
    email_key: string
    phone: string
    starred: number
  }
  /** To whom mail went from here, and how often. */
  recent_recipients: PersonKeys & {
    account_id: string
    /** In lower case. */
    email_key: string
    email: string
    name: string
    uses: number
    used_at: number
  }
  contact_groups: PersonKeys & {
    id: string
    account_id: string
    name: string
    /** As names are compared; unique within an account. */
    name_key: string
  }
  contact_group_members: { account_id: string; group_id: string; contact_id: string }
  /** Whose remote pictures are shown without being asked for. */
  image_senders: { account_id: string; address: string; added_at: number }
}

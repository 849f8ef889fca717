/** The table of texts that people begin their mails with. It holds for SQLite and PostgreSQL alike. */
export type TemplateTables = {
  mail_templates: {
    account_id: string
    id: string
    name: string
    /** The name as two that look alike share it. */
    name_key: string
    subject: string
    html: string
    created_at: number
  }
}

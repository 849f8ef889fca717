/** The tables of bound phones. They hold for SQLite and PostgreSQL alike. */
export type PhoneTables = {
  bound_phones: { account_id: string; phone: string; bound_at: number }
  /** One code an account: asking for another phone forgets the former. */
  phone_codes: {
    account_id: string
    phone: string
    code: string
    asked_at: number
    tries: number
    is_proved: number
  }
  phone_offers: { account_id: string; put_off_until: number }
}

/** The tables of signing in: by QR code, with a captcha, and from where it was done. They hold for SQLite and PostgreSQL alike. */
export type SignInTables = {
  qr_logins: {
    id_hash: string
    secret_hash: string
    state: string
    account_id: string | null
    user_agent: string
    remote_address: string
    created_at: number
    expires_at: number
    /** The mail server's password of whoever confirmed, sealed; only until the browser has come for it. */
    sealed_secret: string | null
    /** The session that scanned or confirmed it. */
    session_hash: string | null
  }
  captchas: {
    id_hash: string
    /** Null where waiting is the answer. */
    answer_hash: string | null
    remote_address: string
    ready_at: number
    expires_at: number
    tries: number
  }
  sign_ins: {
    id: string
    account_id: string
    at: number
    way: string
    browser: string
    system: string
    /** Shortened before it came here. */
    network: string
    /** As JSON, written the same for the same city; null where it is unknown. */
    place: string | null
  }
}

/** What is used here of Lighthouse: its own types bring those of a whole browser driver. */
declare module 'lighthouse' {
  export type Flags = {
    readonly port: number
    readonly logLevel: 'error'
    readonly onlyCategories: readonly string[]
  }

  export type Audit = { readonly title: string; readonly score: number | null; readonly displayValue?: string }

  export type AuditRef = { readonly id: string; readonly weight: number }

  export type Report = {
    readonly finalDisplayedUrl?: string
    readonly runtimeError?: { readonly message: string }
    readonly audits: Readonly<Record<string, Audit | undefined>>
    readonly categories: Readonly<
      Record<string, { readonly score: number | null; readonly auditRefs: readonly AuditRef[] } | undefined>
    >
  }

  export const desktopConfig: object

  /** Undefined where it only gathers. */
  export default function lighthouse(
    url: string,
    flags: Flags,
    config?: object,
  ): Promise<{ readonly lhr: Report } | undefined>
}

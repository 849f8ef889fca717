import './Brand.css'

/** The installation's own name and logo. */
export function Brand({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  return (
    <span className="ep-brand">
      {logoUrl === null ? (
        <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
          <rect width="28" height="28" rx="8" fill="var(--ep-accent)" />
          <rect
            x="6.5"
            y="8.5"
            width="15"
            height="11"
            rx="3"
            fill="none"
            stroke="var(--ep-on-accent)"
            strokeWidth="2"
          />
        </svg>
      ) : (
        <img src={logoUrl} alt="" height="28" />
      )}
      <span>{name}</span>
    </span>
  )
}

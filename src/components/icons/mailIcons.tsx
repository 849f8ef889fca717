/** Acts on messages that the icon set draws alike, or not at all. */

function Drawn({ path }: { path: string }) {
  return (
    <span className="anticon">
      <svg
        viewBox="0 0 24 24"
        width="1em"
        height="1em"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        <path d={path} />
      </svg>
    </span>
  )
}

export const ReplyIcon = () => <Drawn path="M9 5 3 11l6 6M3 11h11a7 7 0 0 1 7 7v1" />
export const ReplyAllIcon = () => <Drawn path="M7 5 1 11l6 6M13 5l-6 6 6 6M7 11h8a8 8 0 0 1 8 8" />
export const ForwardIcon = () => <Drawn path="m15 5 6 6-6 6M21 11H10a7 7 0 0 0-7 7v1" />
export const ArchiveIcon = () => <Drawn path="M3 4h18v5H3zM5 9v11h14V9M10 13h4" />
export const DeleteForeverIcon = () => <Drawn path="M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 11l4 5M14 11l-4 5" />
export const PrintIcon = () => <Drawn path="M7 8V3h10v5M7 17H3V8h18v9h-4M7 14h10v7H7z" />

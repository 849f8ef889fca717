import './Skeleton.css'

/** Grey bars in the shape of what is coming; hidden from screen readers, whose region says that it is busy. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const widths = ['62%', '88%', '74%', '81%']
  return (
    <div className="ep-skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_unused, line) => line).map((line) => (
        <span key={line} style={{ inlineSize: widths[line % widths.length] }} />
      ))}
    </div>
  )
}

/** A text with what was typed standing out: as a whole where it is there, else word by word. */
export function Highlighted({ text, typed }: { text: string; typed: string }) {
  const sought = typed.trim().toLowerCase()
  const lower = text.toLowerCase()
  // Some capitals have longer small letters, which would shift what is marked.
  if (!sought || lower.length !== text.length) return text
  const parts = lower.includes(sought) ? [sought] : sought.split(/\s+/)
  const pattern = new RegExp(`(${parts.map(literally).join('|')})`, 'gi')
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <mark key={index} className="bg-transparent font-semibold text-accent">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

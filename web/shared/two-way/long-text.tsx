import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

const shownLength = 180
const shownLines = 3

/** A text of any length; of a long one the beginning, and the rest on request. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > shownLength || text.split('\n').length > shownLines
  return (
    <>
      <span
        className={
          isLong && !isWhole ? 'line-clamp-3 whitespace-pre-line wrap-anywhere' : 'whitespace-pre-line wrap-anywhere'
        }
      >
        {text}
      </span>
      {isLong && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-2.5"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  )
}

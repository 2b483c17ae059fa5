import Search from 'lucide-react/icons/search'
import type { KeyboardEvent, RefObject } from 'react'
import { formatNumber } from '#web/lib/figures.ts'
import { Input } from '#web/ui/input.tsx'
import type { FindState } from './use-find.ts'

type FindBoxProps = { find: FindState; inputRef: RefObject<HTMLInputElement | null>; onLeave: () => void }

export function FindBox({ find, inputRef, onLeave }: FindBoxProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' || event.key === 'F3') find.next(event.shiftKey)
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  }

  return (
    <div className="relative w-full sm:w-72">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <Input
        ref={inputRef}
        type="search"
        aria-label="Find a SKU or title"
        placeholder="Find a SKU or title"
        value={find.term}
        onChange={(event) => find.type(event.target.value)}
        onKeyDown={onKeyDown}
        className="pr-24 pl-9"
      />
      <output className="pointer-events-none absolute top-1/2 right-8 -translate-y-1/2 text-xs text-muted">
        {find.found && (find.found.count === 0 ? 'Not found' : positionOf(find.found))}
      </output>
    </div>
  )
}

const positionOf = ({ position, count }: { position: number; count: number }) =>
  `${formatNumber(position)} of ${formatNumber(count)}`

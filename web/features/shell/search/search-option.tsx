/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- keys are pressed in the box, which keeps the focus */
import type { MouseEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { leaveAfterConfirmation } from '#web/lib/leave-guards.ts'
import { openedFromList } from '#web/shared/url-state.ts'
import type { SearchEntry } from './search-entries.ts'

type SearchOptionProps = {
  entry: SearchEntry
  id: string
  typed: string
  isActive: boolean
  onPoint: () => void
  onChosen: () => void
}

/** An entry with an address is a real link, so that it can be opened in a new tab or copied. */
export function SearchOption({ entry, id, typed, isActive, onPoint, onChosen }: SearchOptionProps) {
  const [, navigate] = useLocation()
  const option = {
    id,
    'data-highlighted': isActive ? '' : undefined,
    onMouseMove: onPoint,
    className:
      'flex min-h-11 items-center gap-3 rounded-md px-2.5 py-1 select-none data-highlighted:bg-hover md:min-h-10',
  }
  const content = <OptionContent entry={entry} typed={typed} />
  if ('run' in entry) {
    const choose = () => {
      onChosen()
      entry.run()
    }
    return (
      <div role="option" aria-selected={isActive} tabIndex={-1} {...option} onClick={choose}>
        {content}
      </div>
    )
  }
  const { href } = entry
  if (entry.isOutside) {
    return (
      <a role="option" aria-selected={isActive} tabIndex={-1} {...option} href={href} onClick={onChosen}>
        {content}
      </a>
    )
  }
  const state = entry.isDetail ? openedFromList : undefined
  function follow(event: MouseEvent) {
    event.preventDefault()
    const go = () => {
      onChosen()
      navigate(href, { state })
    }
    // Dialogs don't listen to clicks on links, so their leave guard is called here.
    if (href === window.location.pathname + window.location.search) go()
    else leaveAfterConfirmation(go)
  }
  return (
    <Link role="option" aria-selected={isActive} tabIndex={-1} {...option} href={href} onClick={follow}>
      {content}
    </Link>
  )
}

function OptionContent({ entry: { icon: Icon, label, detail }, typed }: Pick<SearchOptionProps, 'entry' | 'typed'>) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <Highlighted text={label} typed={typed} />
        </span>
        {detail && (
          <span className="block truncate text-sm text-muted">
            <span className="sr-only">, </span>
            <Highlighted text={detail} typed={typed} />
          </span>
        )}
      </span>
    </>
  )
}

/** Highlights the search text: the whole phrase if it occurs, otherwise each of its words. */
function Highlighted({ text, typed }: { text: string; typed: string }) {
  const needle = typed.trim().toLowerCase()
  const lower = text.toLowerCase()
  // Lowercasing can change the length of a text (İ), which would shift the highlight.
  if (!needle || lower.length !== text.length) return text
  const parts = lower.includes(needle) ? [needle] : needle.split(/\s+/)
  const pattern = new RegExp(`(${parts.map(escapeRegExp).join('|')})`, 'gi')
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

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '#contract/i18n.ts'
import { shortestSearch } from '#contract/search.ts'
import { leaveAfterConfirmation } from '#web/lib/leave-guards.ts'
import { sessionKey, useCurrentUser } from '#web/lib/session.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { openedFromList } from '#web/shared/url-state.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Input } from '#web/ui/field.tsx'
import { type SearchEntry, storeRecentPlace } from './search-entries.ts'
import { useSearchEntries } from './use-search-entries.ts'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a browser's own list has neither groups nor links */
type SearchDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What was typed before the dialog was there. */
  typed: string
}

export function SearchDialog({ open, onOpenChange, typed }: SearchDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('Search')}>
      <SearchEverywhere typedBefore={typed} onChosen={() => onOpenChange(false)} />
    </Dialog>
  )
}

function SearchEverywhere({ typedBefore, onChosen }: { typedBefore: string; onChosen: () => void }) {
  const user = useCurrentUser()
  const listId = useId()
  const optionId = (entry: SearchEntry) => `${listId}-${entry.id}`
  const [typed, setTyped] = useState(typedBefore)
  const [activeId, setActiveId] = useState<string | null>(null)
  const found = useSearchEntries(typed)
  const entries = found.groups.flatMap((group) => group.entries)
  const chosen = entries.findIndex(({ id }) => id === activeId)
  const at = Math.max(chosen, 0)
  const active = entries[at]
  const [opensFirst, setOpensFirst] = useState(false)

  function activate(position: number) {
    const entry = entries[Math.min(Math.max(position, 0), entries.length - 1)]
    if (!entry) return
    setActiveId(entry.id)
    document.getElementById(optionId(entry))?.scrollIntoView({ block: 'nearest' })
  }

  function open(inNewTab: boolean) {
    if (!active) return
    if (inNewTab && 'href' in active) window.open(active.href, '_blank', 'noopener')
    // A click, so that the leave guards handle it like any link.
    else document.getElementById(optionId(active))?.click()
  }

  /**
   * Enter before the results have arrived (a barcode scanner does that) opens the first result of what was typed, not
   * of the previous text.
   */
  function enter(inNewTab: boolean) {
    if (chosen === -1 && found.isFirstOutdated) setOpensFirst(!inNewTab)
    else open(inNewTab)
  }
  const openFirst = useEffectEvent(() => open(false))
  const isFirstReady = opensFirst && !found.isFirstOutdated
  useEffect(() => {
    if (isFirstReady) openFirst()
  }, [isFirstReady])

  function press(event: KeyboardEvent) {
    const handlers: Record<string, (() => void) | undefined> = {
      ArrowDown: () => activate(at + 1),
      ArrowUp: () => activate(at - 1),
      Home: () => activate(0),
      End: () => activate(entries.length - 1),
      Enter: () => enter(event.ctrlKey || event.metaKey),
    }
    const handler = event.nativeEvent.isComposing ? undefined : handlers[event.key]
    if (!handler) return
    event.preventDefault()
    handler()
  }

  function choose({ place }: SearchEntry) {
    if (place) storeRecentPlace(sessionKey(user), place)
    onChosen()
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        />
        <Input
          role="combobox"
          aria-label={t('Search')}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t('Search orders, products, customers…')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActiveId(null)
            setOpensFirst(false)
          }}
          onFocus={({ target }) => queueMicrotask(() => putCaretAtEnd(target))}
          onKeyDown={press}
          className="pl-9"
        />
      </div>
      <div className="h-[min(26rem,60dvh)] overflow-y-auto">
        <div id={listId} role="listbox" aria-label={t('Results')}>
          {found.groups.map(({ title, entries: ofGroup }) => (
            <div key={title} role="group" aria-label={title} className="pb-2">
              <p aria-hidden className="px-2.5 py-1 text-xs font-semibold text-muted">
                {title}
              </p>
              {ofGroup.map((entry) => (
                <SearchOption
                  key={entry.id}
                  entry={entry}
                  id={optionId(entry)}
                  typed={typed}
                  isActive={entry === active}
                  onPoint={() => setActiveId(entry.id)}
                  onChosen={() => choose(entry)}
                />
              ))}
            </div>
          ))}
        </div>
        <SearchStatus text={typed.trim()} found={found} count={entries.length} />
      </div>
    </div>
  )
}

/** Milliseconds after which a search counts as slow. */
const slowAfter = 2000

type SearchStatusProps = { text: string; found: ReturnType<typeof useSearchEntries>; count: number }

/** State of the search: slow, failed or empty; the number of results is announced to screen readers only. */
function SearchStatus({ text, found: { query, isComplete }, count }: SearchStatusProps) {
  const isSlow = useIsSlow(query.isFetching)
  if (query.isError && text)
    return (
      <LoadError
        what={t('The search')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (isSlow)
    return (
      <Alert
        tone="warning"
        action={
          <Button size="small" onClick={() => void query.refetch()}>
            {t('Try again')}
          </Button>
        }
      >
        {t('The search is taking longer than usual.')}
      </Alert>
    )
  if (text && isComplete && count === 0) return <NothingFound text={text} />
  return (
    <output className="sr-only">
      {text && isComplete && t('{count, plural, one {# result} other {# results}}', { count })}
    </output>
  )
}

function NothingFound({ text }: { text: string }) {
  return (
    <output className="block px-2.5 py-6 text-center">
      <p className="font-medium wrap-anywhere">{t('Nothing found for “{text}”', { text })}</p>
      <p className="mt-1 text-sm text-muted">
        {text.length < shortestSearch
          ? t('Type at least {shortestSearch} characters.', { shortestSearch })
          : t(
              'Try an order number (yours or the shop’s), a customer name, postal code, tracking number, SKU, ASIN, title or promotion code, with words in any order. Email addresses and phone numbers must be complete.',
            )}
      </p>
    </output>
  )
}

function useIsSlow(isUnderWay: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setIsSlow(true), slowAfter)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isUnderWay])
  return isSlow
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- keys are pressed in the box, which keeps the focus */
/** Radix selects the text of what it focuses: the next key would replace what was typed before. */
const putCaretAtEnd = (box: HTMLInputElement) => box.setSelectionRange(box.value.length, box.value.length)

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
    const { pathname, search, hash } = window.location
    if (href === pathname + search + hash) go()
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

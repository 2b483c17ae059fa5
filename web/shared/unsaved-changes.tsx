import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '#contract/i18n.ts'
import { dropDraft } from '#web/lib/drafts.ts'
import { addLeaveGuard } from '#web/lib/leave-guards.ts'
import { sessionKey, useCurrentUser } from '#web/lib/session.tsx'
import { LazyConfirmDialog } from './lazy-confirm-dialog.tsx'

/**
 * Guards a form on the screen itself (not in a dialog): links, Back, reload, switching the company and everything that
 * uses `leaveAfterConfirmation` ask first.
 */
export function UnsavedChangesGuard({ hasUnsaved, onDiscard }: { hasUnsaved: boolean; onDiscard: () => void }) {
  const { isAsking, stay, leave } = useLeaveGuard(hasUnsaved)

  function discard() {
    onDiscard()
    leave()
  }

  return <DiscardChangesDialog unsaved={{ isAsking, stay, discard }} />
}

type DiscardChangesDialogProps = { unsaved: Pick<UnsavedChanges, 'isAsking' | 'stay' | 'discard'> }

export function DiscardChangesDialog({ unsaved: { isAsking, stay, discard } }: DiscardChangesDialogProps) {
  return (
    <LazyConfirmDialog
      open={isAsking}
      onOpenChange={stay}
      title={t('Discard your changes?')}
      confirmLabel={t('Discard')}
      cancelLabel={t('Keep editing')}
      isDangerous
      onConfirm={discard}
    >
      {t('The changes in this form haven’t been saved.')}
    </LazyConfirmDialog>
  )
}

/** Unsaved changes of a form in a dialog or drawer with its draft, and the navigation that waits for the answer. */
export function useUnsavedChanges(draft: string | null = null) {
  const owner = sessionKey(useCurrentUser())
  const [isDirty, setIsDirty] = useState(false)
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  useEffect(() => (isDirty ? addLeaveGuard((go) => setWaiting(() => go)) : undefined), [isDirty])

  return {
    onDirtyChange: setIsDirty,
    /** Calls `go` at once, or after confirmation when there are unsaved changes. */
    leave: (go: () => void) => (isDirty ? setWaiting(() => go) : go()),
    isAsking: waiting !== null,
    stay: () => setWaiting(null),
    discard: () => {
      if (draft !== null) dropDraft({ owner, name: draft })
      setIsDirty(false)
      setWaiting(null)
      waiting?.()
    },
  }
}

type UnsavedChanges = ReturnType<typeof useUnsavedChanges>

/**
 * Asks before a link, Back, a reload or a switch of company discards unsaved changes. `leave` continues the navigation.
 * A popstate event can't be cancelled, so a guard entry with the same address is pushed onto the history: Back then
 * only removes that entry, and there is time to ask.
 */
export function useLeaveGuard(hasUnsaved: boolean) {
  const [, navigate] = useLocation()
  const [pending, setPending] = useState<(() => void) | null>(null)
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!hasUnsaved) return

    const guarded = window.location.href
    const ask = (go: () => void) => setPending(() => go)
    const askToNavigate = (go: () => void) =>
      ask(() => {
        isLeaving.current = true
        go()
      })
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault()
    }
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !leavesPage(event, link)) return
      event.preventDefault()
      event.stopPropagation()
      const { pathname, search, hash, href } = link
      if (isInternalLink(link)) askToNavigate(() => navigate(pathname + search + hash, { replace: true }))
      else askToNavigate(() => window.location.assign(href))
    }
    const popState = () => {
      // Entries above the guard entry, such as a detail opened beside the form, lose nothing.
      if (isLeaving.current || isOnGuardEntry() || window.location.href !== guarded) return
      pushGuardEntry()
      askToNavigate(() => (hasEarlierEntry() ? window.history.go(-2) : navigate('/', { replace: true })))
    }

    pushGuardEntry()
    const release = addLeaveGuard(ask)
    window.addEventListener('beforeunload', beforeUnload)
    document.addEventListener('click', click, { capture: true })
    window.addEventListener('popstate', popState)
    return () => {
      release()
      window.removeEventListener('beforeunload', beforeUnload)
      document.removeEventListener('click', click, { capture: true })
      window.removeEventListener('popstate', popState)
      if (!isLeaving.current && isOnGuardEntry()) removeGuardEntry()
    }
  }, [hasUnsaved, navigate])

  const stay = () => setPending(null)
  function leave() {
    stay()
    pending?.()
  }

  return { isAsking: pending !== null, stay, leave }
}

/** History state of the guard entry. */
export const guardEntryState = 'unsaved-work'

const pushGuardEntry = () => window.history.pushState(guardEntryState, '', window.location.href)

const isOnGuardEntry = () => window.history.state === guardEntryState

/**
 * Goes back from the guard entry. Changes of the address since then, such as a filter, exist on the guard entry only
 * and are carried over.
 */
function removeGuardEntry() {
  const { href } = window.location
  const keepAddress = () => window.history.replaceState(window.history.state, '', href)
  window.addEventListener('popstate', keepAddress, { capture: true, once: true })
  window.history.back()
}

/** Nothing is above the guard entry, so more than two entries mean one before this page. */
const hasEarlierEntry = () => window.history.length > 2

const isInternalLink = ({ origin, pathname }: HTMLAnchorElement) =>
  origin === window.location.origin && !pathname.startsWith('/api/')

/** Whether a click on a link leaves this page: not for new tabs, downloads, or a link to the same address. */
function leavesPage({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlainClick = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
  const { origin, pathname, search } = window.location
  const isSamePlace = link.origin === origin && link.pathname === pathname && link.search === search
  return isPlainClick && !isSamePlace && !link.target && !link.hasAttribute('download')
}

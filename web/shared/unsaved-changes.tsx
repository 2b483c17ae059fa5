import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { addLeaveGuard } from '#web/lib/leave-guards.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/**
 * For a form that stands on the screen itself. Whatever would take it away asks first: links, the back button, reload,
 * another company, and what goes by `leaveWith`, such as another tab.
 */
export function UnsavedChangesGuard({ hasUnsaved }: { hasUnsaved: boolean }) {
  const { isAsking, stay, leave } = useLeaveGuard(hasUnsaved)
  return <DiscardChangesDialog unsaved={{ isAsking, stay, discard: leave }} />
}

type DiscardChangesDialogProps = { unsaved: Pick<UnsavedChanges, 'isAsking' | 'stay' | 'discard'> }

export function DiscardChangesDialog({ unsaved: { isAsking, stay, discard } }: DiscardChangesDialogProps) {
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={stay}
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      isDangerous
      onConfirm={discard}
    >
      What you changed in this form has not been saved.
    </ConfirmDialog>
  )
}

/** Whether something typed is not saved yet, and what waits for the answer whether it may be lost. */
export function useUnsavedChanges() {
  const [isDirty, setIsDirty] = useState(false)
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  useEffect(() => (isDirty ? addLeaveGuard((go) => setWaiting(() => go)) : undefined), [isDirty])

  return {
    onDirtyChange: setIsDirty,
    /** Goes on at once, or after a question where something would be lost. */
    leave: (go: () => void) => (isDirty ? setWaiting(() => go) : go()),
    isAsking: waiting !== null,
    stay: () => setWaiting(null),
    discard: () => {
      setIsDirty(false)
      setWaiting(null)
      waiting?.()
    },
  }
}

type UnsavedChanges = ReturnType<typeof useUnsavedChanges>

/**
 * Asks before a link, the back button, a reload or another company takes unsaved work away. `leave` goes where the
 * person wanted to.
 */
export function useLeaveGuard(hasUnsaved: boolean) {
  const [, navigate] = useLocation()
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!hasUnsaved) return

    const guarded = window.location.href
    const ask = (go: () => void) => setGoOn(() => go)
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
      const { pathname, search, href } = link
      if (isInternalLink(link)) askToNavigate(() => navigate(pathname + search, { replace: true }))
      else askToNavigate(() => window.location.assign(href))
    }
    const popState = () => {
      // A place above the trap, such as an entry that was opened beside the form, takes nothing away.
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

  const stay = () => setGoOn(null)
  function leave() {
    stay()
    goOn?.()
  }

  return { isAsking: goOn !== null, stay, leave }
}

/** Marks the history entry that is laid on top of the screen. */
export const guardEntryState = 'unsaved-work'

/**
 * A browser goes back first and tells afterwards, when the screen is gone already. So the same address is put on top
 * once more: going back from there changes nothing yet, and there is time to ask.
 */
const pushGuardEntry = () => window.history.pushState(guardEntryState, '', window.location.href)

const isOnGuardEntry = () => window.history.state === guardEntryState

/** What was written to the address meanwhile, such as a filter, stands on the trap alone and is carried over. */
function removeGuardEntry() {
  const { href } = window.location
  const keepAddress = () => window.history.replaceState(window.history.state, '', href)
  window.addEventListener('popstate', keepAddress, { capture: true, once: true })
  window.history.back()
}

/** Nothing lies above the trap, so what is not the trap and not this page lies before them. */
const hasEarlierEntry = () => window.history.length > 2

const isInternalLink = ({ origin, pathname }: HTMLAnchorElement) =>
  origin === window.location.origin && !pathname.startsWith('/api/')

/** Links that open elsewhere, or lead to this very place, take nothing away. Another tab is another place. */
function leavesPage({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlainClick = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
  const { origin, pathname, search } = window.location
  const isSamePlace = link.origin === origin && link.pathname === pathname && link.search === search
  return isPlainClick && !isSamePlace && !link.target && !link.hasAttribute('download')
}

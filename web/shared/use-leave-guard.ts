import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { guardLeaving } from '#web/lib/leaving.ts'

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
      if (!link || !takesAway(event, link)) return
      event.preventDefault()
      event.stopPropagation()
      const { pathname, search, href } = link
      if (isOurs(link)) askToNavigate(() => navigate(pathname + search, { replace: true }))
      else askToNavigate(() => window.location.assign(href))
    }
    const popState = () => {
      if (isLeaving.current || isOnTrap()) return
      layTrap()
      askToNavigate(() => (hasPlaceBefore() ? window.history.go(-2) : navigate('/', { replace: true })))
    }

    layTrap()
    const release = guardLeaving(ask)
    window.addEventListener('beforeunload', beforeUnload)
    document.addEventListener('click', click, { capture: true })
    window.addEventListener('popstate', popState)
    return () => {
      release()
      window.removeEventListener('beforeunload', beforeUnload)
      document.removeEventListener('click', click, { capture: true })
      window.removeEventListener('popstate', popState)
      if (!isLeaving.current && isOnTrap()) window.history.back()
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
export const unsavedWork = 'unsaved-work'

/**
 * A browser goes back first and tells afterwards, when the screen is gone already. So the same address is put on top
 * once more: going back from there changes nothing yet, and there is time to ask.
 */
const layTrap = () => window.history.pushState(unsavedWork, '', window.location.href)
const isOnTrap = () => window.history.state === unsavedWork
/** Nothing lies above the trap, so what is not the trap and not this page lies before them. */
const hasPlaceBefore = () => window.history.length > 2

const isOurs = ({ origin, pathname }: HTMLAnchorElement) =>
  origin === window.location.origin && !pathname.startsWith('/api/')

/** Links that open elsewhere, or lead to this very page, take nothing away. */
function takesAway({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlainClick = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
  const isSamePage = link.origin === window.location.origin && link.pathname === window.location.pathname
  return isPlainClick && !isSamePage && !link.target && !link.hasAttribute('download')
}
